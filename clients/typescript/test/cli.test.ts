import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { fixtureCard, get } from '@gcd/testing/api.js';
import { gcd, startGcd } from './gcd.ts';

const CARD = fixtureCard('1a');

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-cli-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const dataOf = async (target: string) => (await get(target)).body.data;

describe('gcd cert', () => {
  it('prints a table by default', async () => {
    const { status, stdout } = await gcd(['cert', 'psa', '10000001']);
    expect(status).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(
      /^requested +found +grader +cert +grade +label +population +higher/,
    );
    expect(stdout.split('\n')[1]).toMatch(
      /^10000001 +true +psa +10000001 +psa_9 +MINT 9 +500 .*CHARIZARD-HOLO/,
    );
  });

  it.each(['csv', 'json'])('prints one row for each input line as %s', async (format) => {
    const lines = [
      'Cert Number',
      '10000003',
      '',
      '99999999',
      '10000001',
      ' 10000003 ',
      '10,000,001',
      '',
    ];
    const input = `\ufeff${lines.join('\r\n')}\r\n`;
    const { status, stdout, stderr } = await gcd(['cert', 'psa', '-', '-o', format], { input });
    const rows: { requested: string; found: unknown; cert?: string }[] =
      format === 'csv'
        ? parse(stdout, { columns: true })
        : stdout
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
            .map(({ grader_data, ...row }) => ({ ...row, cert: grader_data?.cert }));
    expect(
      rows.map(({ requested, found, cert }) => [requested, String(found), cert || null]),
    ).toEqual([
      ['10000003', 'true', '10000003'],
      ['', 'false', null],
      ['99999999', 'false', null],
      ['10000001', 'true', '10000001'],
      ['10000003', 'true', '10000003'],
      ['10,000,001', 'true', '10000001'],
      ['', 'false', null],
    ]);
    expect([status, stderr]).toEqual([3, '']);
  });

  it.each(['utf8', 'utf16le'] as const)('reads a file of a spreadsheet in %s', async (encoding) => {
    const file = path.join(directory, 'certs.txt');
    writeFileSync(file, Buffer.from('\ufeff10000001\r10000003\r', encoding));
    const { status, stdout } = await gcd(['cert', 'psa', '--file', file, '-o', 'csv']);
    const rows: { cert: string }[] = parse(stdout, { columns: true });
    expect([status, rows.map(({ cert }) => cert)]).toEqual([0, ['10000001', '10000003']]);
  });

  it.each([
    ['10000002', 'population_context', 'grade_qualifier_population'],
    ['10000003', 'population_context_auto_split', 'auto'],
  ])('counts the copies of the same kind as cert %s', async (cert, block, member) => {
    const { [block]: counts } = (await dataOf(`/v1/certs/psa/${cert}`)).grader_data;
    const { stdout } = await gcd(['cert', 'psa', cert, '-o', 'csv']);
    const [row]: { population: string; total: string }[] = parse(stdout, { columns: true });
    const { grade_population: same, total_population: total } = counts[member] ?? {};
    expect(row?.population).toBe(String(same ?? counts[member]));
    expect(row?.total).toBe(String(total ?? counts.total_population));
  });

  it('searches all graders with `any`', async () => {
    const { stdout } = await gcd(['cert', 'any', '1000001', 'PSA 10000001', '-o', 'csv']);
    const rows: { requested: string; grader: string }[] = parse(stdout, { columns: true });
    expect(rows.map(({ requested, grader }) => [requested, grader])).toEqual([
      ['1000001', 'beckett'],
      ['1000001', 'sgc'],
      ['PSA 10000001', 'psa'],
    ]);
  });
});

describe('commands for cards', () => {
  it.concurrent.each<[string[], RegExp[]]>([
    [['card', CARD], [/Charizard-Holo +4 +/]],
    [
      ['card', CARD, '--growth', '-o', 'csv'],
      [/,added_week,added_month,added_quarter,added_year\r?\n.*,0,0,,\r?\n$/],
    ],
    [
      ['population', CARD, '-g', 'psa', '-o', 'csv'],
      [/psa_9\b.*\b500\b/, /psa_10\b.*\b40\b/, /psa_q8\b.*\b12\b/, /^(?![\s\S]*psa_2\b)/],
    ],
    [
      ['history', CARD],
      [/^psa$/m, /^beckett$/m, /^sgc$/m, /^cgc$/m, /█/, /2026-04-01/],
    ],
    [['movers', '--metric', 'gems', '-o', 'csv'], [/\b1\b.*\b15\b/]],
    [['suggest', '1986', 'fleer', 'jord', '-o', 'csv'], [/\n1986 fleer michael jordan,query/]],
    [
      ['usage'],
      [
        /^Plan: test, 100000 requests per second\nPermissions: .*changes/,
        /^Catalogs: psa, pokemon, all$/m,
      ],
    ],
    [['catalogs'], [/^catalog +rows +bytes +built_at +allowed\n/]],
  ])('gcd %j', async (args, patterns) => {
    const { status, stdout } = await gcd(args);
    expect(status).toBe(0);
    for (const pattern of patterns) expect(stdout).toMatch(pattern);
  });

  it.concurrent.each([
    [['card', CARD], `/v1/cards/${CARD}`, (data: object) => data],
    [
      ['search', 'charizard', '--category', 'pokemon', '--year', '2003', '--grader', 'bgs'],
      '/v1/cards/search/simple?query=charizard&year=2003',
      ({ results }: { results: object[] }) => results[0],
    ],
  ] as const)('gcd %j prints the data of %s as JSON', async (args, target, itemOf) => {
    const { stdout } = await gcd([...args, '-o', 'json']);
    expect(JSON.parse(stdout)).toEqual((itemOf as (data: object) => object)(await dataOf(target)));
  });

  it('gcd history prints the counts for one grade between two dates as CSV', async () => {
    const dates = ['--from', '2026-03-01', '--to', '2026-03-20'];
    const args = ['history', CARD, '--grade', 'psa_10', ...dates, '-o', 'csv'];
    expect(parse((await gcd(args)).stdout, { columns: true })).toEqual([
      { grader: 'psa', date: '2026-03-04', copies: '40' },
      { grader: 'psa', date: '2026-03-18', copies: '40' },
    ]);
  });

  it('gcd sets lists sets, and gcd set lists the cards in a set', async () => {
    const { stdout: list } = await gcd(['sets', 'pokemon', '-y', '1999', '-o', 'csv']);
    const sets: { set_id: string }[] = parse(list, { columns: true });
    expect(sets).toMatchObject([{ set: 'Pokemon Game', copies: '2113', cards: '1' }]);
    const id = sets[0]?.set_id ?? '';
    expect((await gcd(['set', id])).stdout).toMatch(/2,113 .*2026-03-20/);
    const { stdout } = await gcd(['set', id, '--cards', '-o', 'json']);
    expect(JSON.parse(stdout)).toEqual((await dataOf(`/v1/sets/${id}/cards`))[0]);
  });

  it('gcd search reports a corrected query, ignored words, and a query that matches no card', async () => {
    const { corrected_query } = await dataOf('/v1/cards/search/simple?query=charzard');
    expect(corrected_query).toBe('charizard');
    const corrected = await gcd(['search', 'charzard', '-o', 'json']);
    expect(corrected.stderr).toBe(`Results for "${corrected_query}"\n`);
    expect(corrected.stdout).toMatch(/charizard/i);
    const ignored = await gcd(['search', 'charzard', 'psa', '10', '-o', 'json']);
    expect(ignored.stderr).toBe(`Results for "charizard"\nIgnored words: psa 10\n`);
    const none = await gcd(['search', 'xqzzvk']);
    expect(none).toMatchObject({ status: 0, stdout: '', stderr: 'No card matches.\n' });
  });
});

describe('gcd changes', () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const follow = (command: string) => [
    ...['changes', '--once', '--since', yesterday, '--store', path.join(directory, 'cursor')],
    ...['--exec', command],
  ];

  it('resumes from the stored cursor', async () => {
    const first = await gcd(follow('cat'));
    expect(first.status).toBe(0);
    expect(first.stdout.split('\n')).toContain(CARD);
    expect(await gcd(follow('cat'))).toMatchObject({ status: 0, stdout: '' });
  });

  it.each([
    ['fails', 'head -n 1; exit 7', 'status 7'],
    ['is killed', 'head -n 1; kill -9 $$', 'SIGKILL'],
  ])('repeats the ids if the command %s', async (_how, command, reason) => {
    const failed = await gcd(follow(command));
    expect([failed.status, failed.stdout.split('\n')]).toEqual([1, [expect.any(String), '']]);
    expect(failed.stderr).toBe(`error: The command failed (${reason}).\n`);
    expect((await gcd(follow('cat'))).stdout.split('\n')).toContain(CARD);
  });

  it('repeats the ids if it is stopped while the command runs', async () => {
    const untilStopped = 'echo started; while kill -0 $PPID 2>&-; do sleep 0.1; done';
    const { process, ended } = startGcd(follow(untilStopped));
    await once(process.stdout as Readable, 'data');
    process.kill('SIGKILL');
    process.stdout?.destroy();
    process.stderr?.destroy();
    await ended;
    expect((await gcd(follow('cat'))).stdout.split('\n')).toContain(CARD);
  });

  it('rejects --store without --exec', async () => {
    const { status, stderr } = await gcd(['changes', '--store', path.join(directory, 'cursor')]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--store requires --exec')]);
  });
});

describe('gcd catalog', () => {
  const whole = async () =>
    (await get('/v1/catalogs/pokemon', { 'accept-encoding': 'identity' })).body;

  it('saves a complete file, and replaces an existing one only with --force', async () => {
    const first = await gcd(['catalog', 'pokemon'], { cwd: directory });
    const file = path.join(directory, 'pokemon.csv');
    expect(first.status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(await whole());
    writeFileSync(file, 'mine');
    const second = await gcd(['catalog', 'pokemon', '--to', file]);
    expect(second).toMatchObject({ status: 2, stderr: expect.stringContaining('--force') });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect((await gcd(['catalog', 'pokemon', '--to', file, '--force'])).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(await whole());
  });
});

it('prints no control characters from a response in a table or in a message', async () => {
  const text = 'a\u001b[31m\u009b1m\u202eb';
  const bodies: Record<string, object> = {
    usage: { data: { rate_limit_per_second: 1000 } },
    suggest: { data: { suggestions: [{ text, kind: 'query' }] } },
    simple: {
      data: { results: [], has_more: false, corrected_query: text, ignored_words: [text] },
    },
    [CARD]: { error: { code: 'card_not_found', message: text }, meta: { request_id: text } },
  };
  const server = createServer(({ url = '' }, response) => {
    const name = Object.keys(bodies).find((each) => url.includes(each)) ?? 'usage';
    response.writeHead(name === CARD ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(bodies[name]));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const env = { GCD_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const outcomes = await Promise.all(
    [
      ['suggest', 'a'],
      ['search', 'a'],
      ['card', CARD],
    ].map((args) => gcd(args, { env })),
  );
  server.close();
  expect(outcomes.map(({ status }) => status)).toEqual([0, 0, 3]);
  const printed = outcomes.map(({ stdout, stderr }) => stdout + stderr);
  for (const each of printed) expect(each).toContain('a [31m 1m b');
});
