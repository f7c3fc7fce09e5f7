import { DATASET_CHANGED } from '@gcd/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type Answer, getFrom } from '../../../infra/test/api.js';
import { type Cluster, startCluster } from '../../../infra/test/cluster.js';
import { eventually } from '../../../infra/test/eventually.js';

let cluster: Cluster;
let listener: NatsConnection;
let key: string;

beforeAll(async () => {
  cluster = await startCluster({ gateways: 1, environment: { KEPT_ANSWERS_MB: '1' } });
  ({ key } = await cluster.account({ base: 1000 }));
  listener = await connect({ servers: cluster.natsUrl });
});

afterAll(async () => {
  await listener?.close();
  await cluster?.stop();
});

const lookUp = (cert: string, rest = ''): Promise<Answer> =>
  getFrom(cluster.addresses[0] as string, `/v1/certs/psa/${cert}${rest}`, { 'x-api-key': key });

/** @returns what the calls answered, and how many of them the service was asked */
async function counting(calls: () => Promise<Answer[]>): Promise<[Answer[], number]> {
  const asked = listener.subscribe('certs.v1.>');
  await listener.flush();
  const answers = await calls();
  await listener.flush();
  const count = asked.getReceived();
  asked.unsubscribe();
  return [answers, count];
}

it('the service is asked once; each call has its own id, and is charged', async () => {
  const [answers, asked] = await counting(async () => [
    await lookUp('10000001'),
    await lookUp('10000001'),
  ]);
  expect(asked).toBe(1);
  const [first, second] = answers as [Answer, Answer];
  expect(second.body.data).toEqual(first.body.data);
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(second.body.meta.request_id).not.toBe(first.body.meta.request_id);
  expect(Number(second.headers.get('x-ratelimit-remaining'))).toBe(
    Number(first.headers.get('x-ratelimit-remaining')) - 1,
  );
});

it('other parameters are other answers', async () => {
  const [[plain, parsed]] = await counting(async () => [
    await lookUp('10000001'),
    await lookUp('10000001', '?parsed_description=true'),
  ]);
  expect(plain?.body.data.parsed_description).toBeUndefined();
  expect(parsed?.body.data.parsed_description).toBeDefined();
});

it('what was not found, and what follows the feed, is asked each time', async () => {
  const [, asked] = await counting(async () => [
    await lookUp('999'),
    await lookUp('999'),
    await lookUp('10000001', '/population'),
    await lookUp('10000001', '/population'),
  ]);
  expect(asked).toBe(4);
});

it('after a load the service is asked again', async () => {
  await lookUp('10000001');
  listener.publish(DATASET_CHANGED, JSON.stringify({ version: 2 }));
  await listener.flush();
  await eventually(async () => {
    const [, asked] = await counting(async () => [await lookUp('10000001')]);
    expect(asked).toBe(1);
  });
});
