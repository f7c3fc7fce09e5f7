import { mkdtempSync, rmSync } from 'node:fs';
import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { addAccount } from '@gcd/testing/account.js';
import { testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { startGateway, type TestGateway, tlsSettings } from '@gcd/testing/gateway.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

const CERT = '/v1/certs/psa/10000001';
const KEY = testEnvironment('TEST_API_KEY');
// A path with an uncompressed response of 0.5 MB. If a client does not read, 20 of these responses exceed the socket
// buffers of its connection.
const LARGE = '/openapi.json';
const MANY_CONNECTIONS = 40;

const request = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');
const large = request(`GET ${LARGE}`).repeat(20);
const preflights = request('OPTIONS /v1').repeat(1500);

interface Transport {
  readonly gateway: TestGateway;
  readonly open: () => Socket;
  readonly get: typeof httpGet;
}

let directory: string;
/** The certificate of the gateway with TLS. */
let ca: string;
const transports = {} as Record<'HTTP' | 'HTTPS', Transport>;
const attackers: Socket[] = [];
/** Connections that were opened before the tests by clients that keep them open after the response to CONNECT. */
const keptOpen = {} as Record<'HTTP' | 'HTTPS', Socket>;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-pipelining-'));
  const { certificate, ...files } = await tlsSettings(directory);
  ca = certificate;
  transports.HTTP = overHttp(await startGateway());
  transports.HTTPS = overHttps(await startGateway(files));
  for (const protocol of ['HTTP', 'HTTPS'] as const) {
    keptOpen[protocol] = await connected(protocol);
  }
});

afterAll(async () => {
  await Promise.all(Object.values(transports).map(({ gateway }) => gateway.stop()));
  rmSync(directory, { recursive: true, force: true });
});

afterEach(() => {
  for (const socket of attackers.splice(0)) socket.destroy();
});

function overHttp(gateway: TestGateway): Transport {
  return { gateway, open: () => connect(gateway.port, '127.0.0.1'), get: httpGet };
}

function overHttps(gateway: TestGateway): Transport {
  const { port } = gateway;
  return {
    gateway,
    open: () => connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }),
    get: httpsGet as typeof httpGet,
  };
}

/** Opens a connection and sends bytes without reading the response. */
function attack({ open }: Transport, bytes: string): Socket {
  const socket = open().on('error', () => undefined);
  attackers.push(socket);
  socket.pause().write(bytes);
  return socket;
}

/** Sends a request on a separate connection. @returns the status of the response */
function statusOf(
  { gateway, get }: Transport,
  target: string,
  key: string | null,
): Promise<number> {
  const options = {
    host: '127.0.0.1',
    port: gateway.port,
    path: target,
    agent: false,
    rejectUnauthorized: false,
    headers: key ? { 'x-api-key': key } : {},
  };
  return new Promise((resolve, reject) => {
    get(options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', reject);
  });
}

/** Sends requests on connections that are not under attack. @returns the distinct statuses of the responses */
async function othersGet(transport: Transport): Promise<number[]> {
  const statuses = [];
  for (let round = 0; round < 5; round += 1) {
    statuses.push(
      ...(await Promise.all([
        statusOf(transport, CERT, KEY),
        statusOf(transport, '/v1/grades', KEY),
        statusOf(transport, '/openapi.json', null),
        statusOf(transport, '/health/ready', null),
      ])),
    );
  }
  return [...new Set(statuses)];
}

/**
 * Whether the gateway has kept a connection open. If the client does not read, its socket detects a closed connection
 * only by writing.
 */
function isOpen(socket: Socket): boolean {
  if (!socket.destroyed) socket.write('\r\n');
  return !socket.destroyed;
}

/** Opens a connection, sends CONNECT and waits for the response. @returns the TCP connection */
function connected(protocol: 'HTTP' | 'HTTPS'): Promise<Socket> {
  const { port } = transports[protocol].gateway;
  const tcp = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  tcp.on('error', () => undefined);
  const socket =
    protocol === 'HTTP'
      ? tcp
      : connectTls({ socket: tcp, rejectUnauthorized: false }).on('error', () => undefined);
  socket.write(request('CONNECT x:443'));
  return new Promise((resolve, reject) => {
    socket.once('data', () => resolve(tcp));
    tcp.once('close', () => reject(new Error('closed without a response')));
  });
}

/** Waits until every connection has sent data. */
async function isSent(sockets: readonly Socket[]): Promise<void> {
  await eventually(async () =>
    expect(sockets.filter(({ bytesWritten }) => bytesWritten === 0)).toHaveLength(0),
  );
}

describe.each(['HTTP', 'HTTPS'] as const)('over %s,', (protocol) => {
  it.each([
    ['one connection without a key', 1, null],
    ['many connections without a key', MANY_CONNECTIONS, null],
    ['one connection with a key', 1, 'key'],
    ['many connections with a key', MANY_CONNECTIONS, 'key'],
  ])(
    'a client that pipelines requests without reading the responses does not affect other clients: %s',
    async (_what, count, withKey) => {
      const account = withKey && (await addAccount(testEnvironment('TEST_FIXTURE_DATABASE_URL')));
      const requests = account
        ? request(`GET ${CERT}`, `x-api-key: ${account.key}`).repeat(1500)
        : preflights;
      const transport = transports[protocol];
      const sockets = Array.from({ length: count }, () => attack(transport, large + requests));
      await isSent(sockets);
      expect(await othersGet(transport)).toEqual([200]);
      expect(await othersGet(transport)).toEqual([200]);
    },
  );

  it('clients that reset their connections after CONNECT do not affect other clients', async () => {
    for (let opened = 0; opened < 20; opened += 1) (await connected(protocol)).resetAndDestroy();
    expect(await othersGet(transports[protocol])).toEqual([200]);
  });

  it('60 pipelined requests get their responses in order', async () => {
    const requests = Array.from({ length: 60 }, (_, index) =>
      request(index % 2 ? 'OPTIONS /v1' : `GET /v1/certs/psa/${index}`, `x-api-key: ${KEY}`),
    );
    const socket = transports[protocol].open();
    attackers.push(socket);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(requests.join(''));
    const statuses = (): string[] => text.match(/HTTP\/1\.1 \d+/g) ?? [];
    await eventually(async () => expect(statuses()).toHaveLength(60), 50_000);
    expect(statuses().slice(0, 4)).toEqual(
      ['404', '204', '404', '204'].map((status) => `HTTP/1.1 ${status}`),
    );
    expect(new Set(statuses().filter((_, index) => index % 2))).toEqual(new Set(['HTTP/1.1 204']));
  });

  it('the gateway closes the connection of a client that keeps it open after CONNECT', async () => {
    await eventually(async () => expect(isOpen(keptOpen[protocol])).toBe(false), 15_000);
  });
});

describe('a gateway with TLS', () => {
  it.each([
    ['a valid request', 200, request(`GET ${CERT}`, `x-api-key: ${KEY}`, 'Connection: close')],
    ['bytes that are not HTTP', 400, 'nonsense\r\n\r\n'],
    ['a malformed URL', 400, request('GET /v1/%zz', 'Connection: close')],
  ])('adds HSTS to the response to %s', async (_what, status, bytes) => {
    const { port } = transports.HTTPS.gateway;
    const options = { ca, checkServerIdentity: () => undefined };
    const socket = connectTls(port, '127.0.0.1', options);
    socket.write(bytes);
    const response = await readAll(socket);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response).toContain('strict-transport-security: max-age=31536000\r\n');
  });

  it('fails to start with a certificate but no key', async () => {
    await expect(startGateway({ TLS_CERT: '/nowhere' })).rejects.toThrow('TLS_KEY');
  });
});
