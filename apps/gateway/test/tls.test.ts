import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get as httpsGet, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testEnvironment } from '@gcd/testing/api.js';
import { startGateway, type TestGateway, tlsSettings } from '@gcd/testing/gateway.js';

const CERT = '/v1/certs/psa/10000001';
let directory: string;
let gateway: TestGateway;
let ca: string;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-tls-'));
  const { certificate, ...files } = await tlsSettings(directory);
  ca = certificate;
  gateway = await startGateway(files);
});

afterAll(async () => {
  await gateway.stop();
  rmSync(directory, { recursive: true, force: true });
});

describe('a gateway with TLS', () => {
  it('serves HTTPS with HSTS and the usual envelopes', async () => {
    const options: RequestOptions = {
      port: gateway.port,
      host: '127.0.0.1',
      path: CERT,
      ca,
      checkServerIdentity: () => undefined,
      headers: { 'x-api-key': testEnvironment('TEST_API_KEY') },
    };
    const [response] = (await once(httpsGet(options), 'response')) as [IncomingMessage];
    const body = await text(response);
    expect(response.statusCode).toBe(200);
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(JSON.parse(body).data.grader_data.cert).toBe('10000001');
  });

  it.each([
    ['bytes that are not HTTP', 'nonsense'],
    ['a malformed URL', 'GET /v1/%zz HTTP/1.1\r\nhost: localhost\r\nconnection: close'],
  ])('adds HSTS to the error for %s', async (_name, request) => {
    const options = { ca, checkServerIdentity: () => undefined };
    const socket = connect(gateway.port, '127.0.0.1', options);
    socket.write(`${request}\r\n\r\n`);
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('strict-transport-security: max-age=31536000\r\n');
  });

  it('fails to start with a certificate but no key', async () => {
    await expect(startGateway({ TLS_CERT: '/nowhere' })).rejects.toThrow('TLS_KEY');
  });
});
