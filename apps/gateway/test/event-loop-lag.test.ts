import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { eventually } from '@gcd/testing/eventually.js';
import { startGateway } from '@gcd/testing/gateway.js';
import { expect, it } from '@jest/globals';

/** Code for a Node process: on SIGUSR2, the process starts blocking its event loop repeatedly, or stops doing so. */
const BLOCKS = `let on=false;const t=()=>{const s=Date.now();while(Date.now()-s<400);if(on)setTimeout(t,1)};process.on('SIGUSR2',()=>{on=!on;if(on)t()})`;

it('a gateway whose event loop lags fails the readiness probe and closes new connections until it recovers', async () => {
  const gateway = await startGateway({
    MAX_EVENT_LOOP_LAG_MS: '100',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(BLOCKS)}`,
  });
  // The probe uses one connection, because the gateway closes new ones.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const probe = async () => {
    const request = get(`${gateway.url}/health/ready`, { agent });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return [response.statusCode, await json(response)];
  };
  const [ready, unavailable] = [
    [200, { status: 'ok' }],
    [503, { status: 'unavailable' }],
  ];
  await eventually(async () => expect(await probe()).toEqual(ready));
  gateway.signal('SIGUSR2');
  await eventually(async () => expect(await probe()).toEqual(unavailable));
  await eventually(async () => expect(await isDropped(gateway.port)).toBe(true));
  gateway.signal('SIGUSR2');
  await eventually(async () => expect(await probe()).toEqual(ready));
  await eventually(async () => expect(await isDropped(gateway.port)).toBe(false));
  agent.destroy();
  await gateway.stop();
});

/** Whether a new connection is closed without a response. */
function isDropped(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    socket.on('error', () => undefined);
    socket.once('data', () => {
      resolve(false);
      socket.destroy();
    });
    socket.once('close', () => resolve(true));
  });
}
