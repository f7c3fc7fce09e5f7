import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { testEnvironment } from '@gcd/testing/api.js';
import { sendRaw } from '@gcd/testing/raw.js';

const CERT = '/v1/certs/psa/10000001';

describe('requests with arbitrary bytes', () => {
  const RUNS = 10_000;
  const AT_ONCE = 100;
  const line = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'OPTIONS',
    'QUERY',
    'get',
    'CONNECT',
    '',
    'G E T',
  );
  const path = fc.oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 60 }),
    fc.webPath({ size: 'small' }),
    fc.constantFrom(
      CERT,
      '/v1/certs/psa/%',
      '/v1/../..',
      '/v1/cards/%2e%2e/population',
      '*',
      '//',
      `/v1/certs/${'x'.repeat(300)}/1`,
    ),
  );
  const query = fc.oneof(
    fc.constant(''),
    fc.string({ unit: 'binary-ascii', maxLength: 40 }).map((text) => `?${text}`),
    fc.webQueryParameters().map((text) => `?${text}`),
  );
  const header = fc.oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 40 }),
    fc.constantFrom(
      'Host: x',
      'Host: x',
      'Content-Length: -1',
      'Content-Length: 3',
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
      'Expect: x',
      'x-api-key: nobody',
      'Upgrade: websocket',
      'Connection: upgrade',
      'If-None-Match: *',
      'Prefer: handling=strict',
      'Accept-Encoding: gzip;q=nan',
    ),
  );
  const bytes = fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .tuple(
          line,
          path,
          query,
          fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/9', ''),
          fc.array(header, { maxLength: 5 }),
        )
        .map(([method, target, search, version, headers]) =>
          Buffer.from(
            [`${method} ${target}${search} ${version}`, ...headers, '', ''].join('\r\n'),
            'latin1',
          ),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ minLength: 1, maxLength: 200 })
        .map((raw) => Buffer.concat([raw, Buffer.from('\r\n\r\n')])),
    },
  );

  it(`get an error envelope, and never a 500, in ${RUNS} cases`, async () => {
    const port = Number(new URL(testEnvironment('TEST_API_URL')).port);
    const samples = fc.sample(bytes, { numRuns: RUNS, seed: 20_261_121 });
    let received = 0;
    for (let start = 0; start < RUNS; start += AT_ONCE) {
      await Promise.all(
        samples.slice(start, start + AT_ONCE).map(async (sample) => {
          const isHead = sample.subarray(0, 5).toString('latin1') === 'HEAD ';
          // The empty line ends a request that the arbitrary bytes may have started.
          const response = await sendRaw(
            port,
            Buffer.concat([sample, Buffer.from('\r\n\r\n')]),
            isHead,
          );
          if (!response) return;
          received += 1;
          const where = sample.toString('latin1');
          if (response.status >= 500) throw new Error(`${response.status} for ${where}`);
          if (response.body !== '') {
            const body = JSON.parse(response.body);
            const isOpen = body.status === 'ok';
            if (!isOpen && body.meta?.request_id !== response.headers['x-request-id'])
              throw new Error(`${response.body} for ${where}`);
          } else if (!isHead && ![204, 304].includes(response.status))
            throw new Error(`nothing with ${response.status} for ${where}`);
        }),
      );
    }
    expect(received).toBeGreaterThan(RUNS * 0.9);
  });
});
