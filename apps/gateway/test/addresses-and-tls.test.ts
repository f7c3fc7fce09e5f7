import { mkdtempSync, writeFileSync } from 'node:fs';
import { get as httpsGet, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApiKey } from '@gcd/auth';
import { asRole, environmentOf, type RunningApp, startApp } from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generate } from 'selfsigned';
import { getFrom, testEnvironment } from '../../../infra/test/api.ts';

const CERT = '/v1/certs/psa/10000001';
const running: RunningApp[] = [];
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-addresses-'));
});

afterAll(async () => {
  await Promise.all(running.map((app) => app.stop()));
});

/** A gateway with settings of its own. @returns its port */
async function gateway(settings: NodeJS.ProcessEnv): Promise<number> {
  const options = {
    databaseAs: asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL')),
    natsUrl: testEnvironment('TEST_NATS_URL'),
    redisUrl: testEnvironment('TEST_REDIS_URL'),
    logDir: directory,
    gateway: settings,
  };
  const app = await startApp('gateway', environmentOf('gateway', options), directory);
  running.push(app);
  return app.port;
}

const wrongKey = (): { 'x-api-key': string } => ({ 'x-api-key': createApiKey().key });
const ownKey = (): { 'x-api-key': string } => ({ 'x-api-key': testEnvironment('TEST_API_KEY') });

describe('wrong keys from one address', () => {
  it('are refused without being looked at after some, and so is a valid key from there', async () => {
    const address = `http://127.0.0.1:${await gateway({ FAILED_KEYS_PER_MINUTE: '3' })}`;
    expect((await getFrom(address, CERT, ownKey())).status).toBe(200);
    for (let failed = 0; failed < 3; failed += 1) {
      expect((await getFrom(address, CERT, wrongKey())).status).toBe(401);
    }
    for (const key of [wrongKey(), ownKey()]) {
      const { status, body, headers } = await getFrom(address, CERT, key);
      expect([status, body.error.code, headers.get('retry-after')]).toEqual([
        429,
        'rate_limited',
        '60',
      ]);
      expect(headers.get('x-ratelimit-limit')).toBeNull();
    }
  });

  it('another address is not concerned, where the proxy that says so is trusted', async () => {
    const settings = { FAILED_KEYS_PER_MINUTE: '1', TRUSTED_PROXIES: '127.0.0.0/8' };
    const address = `http://127.0.0.1:${await gateway(settings)}`;
    const from = (client: string, key: { 'x-api-key': string }) =>
      getFrom(address, CERT, { ...key, 'x-forwarded-for': client });
    expect((await from('192.0.2.1', wrongKey())).status).toBe(401);
    expect((await from('192.0.2.1', ownKey())).status).toBe(429);
    expect((await from('192.0.2.2', ownKey())).status).toBe(200);
  });

  it('what a client says of its address is nothing, where no proxy is trusted', async () => {
    const address = `http://127.0.0.1:${await gateway({ FAILED_KEYS_PER_MINUTE: '1' })}`;
    await getFrom(address, CERT, { ...wrongKey(), 'x-forwarded-for': '192.0.2.1' });
    const { status } = await getFrom(address, CERT, {
      ...ownKey(),
      'x-forwarded-for': '192.0.2.2',
    });
    expect(status).toBe(429);
  });
});

describe('TLS', () => {
  it('by configuration, with HSTS, and in the envelope', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const files = {
      TLS_CERT: path.join(directory, 'cert.pem'),
      TLS_KEY: path.join(directory, 'key.pem'),
    };
    writeFileSync(files.TLS_CERT, cert);
    writeFileSync(files.TLS_KEY, key);
    const port = await gateway(files);
    const options: RequestOptions = {
      port,
      host: '127.0.0.1',
      path: CERT,
      ca: cert,
      checkServerIdentity: () => undefined,
      headers: ownKey(),
    };
    const { status, hsts, body } = await new Promise<{
      status: number | undefined;
      hsts: unknown;
      body: string;
    }>((resolve, reject) => {
      httpsGet(options, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            hsts: response.headers['strict-transport-security'],
            body: text,
          }),
        );
      }).on('error', reject);
    });
    expect([status, hsts]).toEqual([200, 'max-age=31536000']);
    expect(JSON.parse(body).data.grader_data.cert).toBe('10000001');
  });

  it('a certificate without its key is refused at start', async () => {
    await expect(gateway({ TLS_CERT: '/nowhere' })).rejects.toThrow('TLS_KEY');
  });
});
