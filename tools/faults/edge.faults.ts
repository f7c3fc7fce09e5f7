import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe } from '@jest/globals';
import { suite } from './suite.ts';

const IDLE = 5000;
const SLOW = 1000;

describe('clients', () => {
  const { row } = suite();

  row(
    {
      number: '29',
      fault:
        'One gateway has 5,000 idle connections, and 1,000 that send one header per second, for 15 s',
      expected: '0 errors for other clients; the slow connections are closed after 10 s',
    },
    async (environment, checks) => {
      const port = Number(new URL(environment.gateways[0] ?? '').port);
      const sockets: Socket[] = [];
      const experiment = await environment.during(async () => {
        for (let index = 0; index < IDLE + SLOW; index += 1) {
          const socket = connect(port, '127.0.0.1')
            .on('error', () => undefined)
            .resume();
          sockets.push(socket);
          if (index % 100 === 99) await once(socket, 'connect');
        }
        const slow = sockets.slice(IDLE);
        for (const socket of slow) socket.write('GET /v1/usage HTTP/1.1\r\n');
        for (let second = 0; second < 15; second += 1) {
          await pause(1000);
          for (const socket of slow) if (!socket.destroyed) socket.write(`x-${second}: y\r\n`);
        }
      });
      const closed = sockets.slice(IDLE).filter(({ destroyed }) => destroyed).length;
      for (const socket of sockets) socket.destroy();
      experiment.checkSound(checks);
      checks.that(`${SLOW} slow connections closed`, closed === SLOW, closed);
      return experiment;
    },
  );
});
