import { get } from '@gcd/testing/api.js';
import { describe, expect, it } from '@jest/globals';

const batch = (grader: string, certs: readonly string[], more = '') =>
  get(`/v1/certs/${grader}?certs=${certs.map(encodeURIComponent).join(',')}${more}`);

const lookup = async (target: string) => (await get(`/v1/certs/${target}`)).body.data;

describe('GET /v1/certs/{grader}: 200', () => {
  it('returns the certs in the requested order, with the same data as cert lookup', async () => {
    const { status, body } = await batch('psa', ['10000003', '10000001', '10000006']);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      certs: [
        { requested_cert: '10000003', ...(await lookup('psa/10000003')) },
        { requested_cert: '10000001', ...(await lookup('psa/10000001')) },
        { requested_cert: '10000006', ...(await lookup('psa/10000006')) },
      ],
      not_found: [],
      results: [
        { requested: '10000003', found: [0] },
        { requested: '10000001', found: [1] },
        { requested: '10000006', found: [2] },
      ],
    });
  });

  it('lists unknown numbers in not_found, as sent and in the requested order', async () => {
    const long = '1'.repeat(65);
    const sent = ['#404', '10000001', long, "'; --", '1\u0000', '\u0661', '0001000001'];
    const { status, body } = await batch('psa', sent);
    expect(status).toBe(200);
    expect(body.data.certs.map((cert: { requested_cert: string }) => cert.requested_cert)).toEqual([
      '10000001',
    ]);
    expect(body.data.not_found).toEqual(sent.filter((cert) => cert !== '10000001'));
  });

  it('returns one result per item in the order sent, including repeated and blank items', async () => {
    const sent = ['10000003', '', '404', 'PSA 10000001', '10000001.0', ' ', '10000003', '404 PSA'];
    const { body } = await batch('psa', sent);
    const requested = body.data.certs.map(
      (cert: { requested_cert: string }) => cert.requested_cert,
    );
    expect(requested).toEqual(['10000003', 'PSA 10000001']);
    expect(body.data.not_found).toEqual(['404']);
    const found = [[0], [], [], [1], [1], [], [0], []];
    expect(body.data.results).toEqual(
      sent.map((item, index) => ({ requested: item, found: found[index] })),
    );
  });

  it.each(['parsed_description=true', 'include=parsed_description,source'])(
    'with %s, adds the same data as cert lookup',
    async (query) => {
      const { body } = await batch('psa', ['10000001', '10000006'], `&${query}`);
      expect(body.data.certs).toEqual([
        { requested_cert: '10000001', ...(await lookup(`psa/10000001?${query}`)) },
        { requested_cert: '10000006', ...(await lookup(`psa/10000006?${query}`)) },
      ]);
    },
  );

  it('accepts 101 values that stand for only 100 cert numbers', async () => {
    const certs = Array.from({ length: 101 }, (_, index) => String(Math.max(1, index)));
    expect((await batch('psa', certs)).status).toBe(200);
  });
});

describe('GET /v1/certs', () => {
  const find = async (query: string) => {
    const { status, body } = await get(`/v1/certs?certs=${query}`);
    expect(status).toBe(200);
    const { certs, not_found, results } = body.data;
    const found = certs.map(
      (cert: { requested_cert: string; grader: string; grader_data: { cert: string } }) =>
        `${cert.requested_cert} is ${cert.grader} ${cert.grader_data.cert}`,
    );
    return { found, not_found, positions: results.map((each: { found: number[] }) => each.found) };
  };

  it('finds a number at every grader that has used it, with the same data as cert lookup', async () => {
    expect(await find('1000001,404,10000001')).toEqual({
      found: [
        '1000001 is beckett 0001000001',
        '1000001 is sgc 1000001',
        '10000001 is psa 10000001',
      ],
      not_found: ['404'],
      positions: [[0, 1], [], [2]],
    });
    const { body } = await get('/v1/certs?certs=1000001&include=source');
    expect(body.data.certs).toEqual([
      { requested_cert: '1000001', ...(await lookup('beckett/1000001?include=source')) },
      { requested_cert: '1000001', ...(await lookup('sgc/1000001?include=source')) },
    ]);
  });

  it('searches only the grader that an item names', async () => {
    const page = encodeURIComponent('https://www.psacard.com/cert/10000001/psa');
    expect(await find(`SGC%201000001,psa%201000001,${page},1.00E%2B07,PSA%2010000001,`)).toEqual({
      found: ['SGC 1000001 is sgc 1000001', `${decodeURIComponent(page)} is psa 10000001`],
      not_found: ['psa 1000001', '1.00E+07'],
      positions: [[0], [], [1], [], [1], []],
    });
  });

  it('searches only the graders in `graders`', async () => {
    const { found, not_found } = await find('1000001,PSA%2010000001&graders=BGS,%20csg,bvg');
    expect([found, not_found]).toEqual([['1000001 is beckett 0001000001'], ['PSA 10000001']]);
  });
});
