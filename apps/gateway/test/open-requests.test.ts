import { Agent, get } from 'node:http';
import { json } from 'node:stream/consumers';
import { getFrom } from '@gcd/testing/api.js';
import { type Cluster, startCluster } from '@gcd/testing/cluster.js';
import { eventually } from '@gcd/testing/eventually.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const CERT = '/v1/certs/psa/10000001';
// With this rate, an account may have 256 open requests. A request to a stalled service is open for four seconds.
const RATE = 120;

interface Outcome {
  readonly status: number;
  readonly code: string | undefined;
  readonly reason: string | undefined;
}

let cluster: Cluster;
let gateway: string;
beforeAll(async () => {
  cluster = await startCluster({ gateways: 1, environment: { MAX_IN_FLIGHT: '1000' } });
  gateway = cluster.addresses[0] ?? '';
});
afterAll(() => cluster.stop());

/** Sends a request on its own connection. @returns undefined if the connection closes without a response */
function send(agent: Agent, key: string): Promise<Outcome | undefined> {
  return new Promise((resolve) => {
    get(gateway + CERT, { agent, headers: { 'x-api-key': key } }, async (response) => {
      const { error } = (await json(response)) as {
        error?: { code: string; details?: { reason?: string } };
      };
      const { statusCode: status = 0 } = response;
      resolve({ status, code: error?.code, reason: error?.details?.reason });
    }).on('error', () => resolve(undefined));
  });
}

it('an account with too many open requests gets 429 until services have replied', async () => {
  const [{ key }, quiet] = await Promise.all([cluster.account({ rate: RATE }), cluster.account()]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  cluster.certs.kill('SIGSTOP');
  try {
    const outcomes: (Outcome | undefined)[] = [];
    const reasons = (): unknown[] => outcomes.map((outcome) => outcome?.reason);
    await eventually(async () => {
      for (let sent = 0; sent < 20; sent += 1) {
        void send(agent, key).then((outcome) => outcomes.push(outcome));
      }
      expect(reasons()).toContain('concurrency');
    });
    expect(outcomes).toContainEqual({ status: 429, code: 'rate_limited', reason: 'concurrency' });
    // Requests in flight to services do not delay requests of other accounts that need no service.
    const usage = await getFrom(gateway, '/v1/usage', { 'x-api-key': quiet.key });
    expect(usage.status).toBe(200);
    agent.destroy();
  } finally {
    cluster.certs.kill('SIGCONT');
  }
  await eventually(async () => expect((await send(new Agent(), key))?.status).toBe(200));
});
