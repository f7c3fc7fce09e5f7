import { expect } from '@jest/globals';

/** The JSON responses of an API and the pages of a site that shows its data. */
export interface Sources {
  // biome-ignore lint/suspicious/noExplicitAny: responses have any shape
  readonly api: (target: string) => Promise<any>;
  readonly page: (target: string) => Promise<string>;
}

type Counts = Readonly<Record<string, number>>;

const sum = (values: Iterable<number>): number =>
  [...values].reduce((one, other) => one + other, 0);
const numberOf = (text: string): number => Number(text.replaceAll(',', '')) || 0;
const textOf = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** Checks the table, the CSV and the SVG of a card's copies by grade, on each tab, against the API. */
export async function expectCardNumbers({ api, page }: Sources, id: string): Promise<void> {
  const { population } = await api(`/v1/cards/${id}?auto_split=true`);
  const byGrader = population.population_data.by_grader;
  for (const tab of ['', ...population.graders_included]) {
    const graders: string[] = tab === '' ? population.graders_included : [tab];
    const target = (file: string) => `/card/${id}${file}${tab && `?grader=${tab}`}`;
    const total = sum(graders.map((grader) => byGrader[grader].total));
    if (total === 0) continue;
    const columns = graders.map((grader) => nonZero(byGrader[grader], graders.length === 1));
    const html = await page(target(''));
    const { rows, last } = tableOf(html);
    expect({ tab, columns: graders.map((_, at) => nonZeroCells(rows, at)) }).toEqual({
      tab,
      columns,
    });
    if (graders.length === 1) {
      const shares = rows.map((cells) => Number(/[\d.]+/.exec(cells.at(-1) ?? '')?.[0] ?? 0));
      // Each share is rounded to 0.1, or up from a smaller one.
      expect(Math.abs(sum(shares) - 100)).toBeLessThanOrEqual(shares.length * 0.1);
    }
    const signed = byGrader[tab]?.auto_split?.auto;
    if (signed?.total > 0) {
      const cells = rows.map((row) => numberOf(row.at(-2) ?? '')).filter((count) => count > 0);
      const counts = [signed.grades, signed.qualifiers].flatMap((each) =>
        Object.values<number>(each),
      );
      expect([tab, cells.sort()]).toEqual([tab, counts.filter((count) => count > 0).sort()]);
    }
    if (graders.length === 1) {
      const grades = rows.filter(([, orHigher]) => /\d/.test(orHigher ?? ''));
      expect(grades.map((cells) => numberOf(cells[1] ?? ''))).toEqual(
        grades.map((_, at) =>
          sum(grades.slice(0, at + 1).map((cells) => numberOf(cells[0] ?? ''))),
        ),
      );
    }
    expect([tab, ...last.slice(0, graders.length)]).toEqual([
      tab,
      ...graders.map((grader) => byGrader[grader].total),
    ]);
    const csv = (await page(target('/grades.csv'))).trim().split('\r\n').slice(1);
    expect([tab, sum(csv.map((line) => numberOf(line.split(',').at(-1) ?? '')))]).toEqual([
      tab,
      total,
    ]);
    const svg = await page(target('/grades.svg'));
    const bars = [...svg.matchAll(/<title>[^<]*?: ([\d,]+) cop/g)].map(([, count = '']) =>
      numberOf(count),
    );
    expect([tab, sum(bars)]).toEqual([tab, total]);
  }
}

const STANDING =
  /Among ([\d,]+) (autographed )?cop(?:y|ies) of ([\w ]+), ([\d,]+) \([^)]*\) have this grade( with a qualifier)?, and ([\d,]+) /;

/** Checks the counts with which the page of a cert compares it: those of copies of the same kind. */
export async function expectCertNumbers(
  { api, page }: Sources,
  grader: string,
  cert: string,
): Promise<void> {
  const path = `${grader}/${encodeURIComponent(cert)}`;
  const { grader_data: data, cross_grader } = await api(`/v1/certs/${path}?include=population`);
  const found = STANDING.exec(textOf(await page(`/cert/${path}`)));
  const isSigned = grader === 'psa' && data.has_auto_grade;
  const isQualified = data.grade?.includes('_q') ?? false;
  const own = isSigned ? data.population_context_auto_split.auto : data.population_context;
  const counts = data.grade === null ? null : isSigned || isQualified ? own : cross_grader;
  if (!counts?.total_population) return expect([path, found]).toEqual([path, null]);
  const [, total = '', signed, , same = '', qualified, higher = ''] = found ?? [];
  expect([
    path,
    ...[total, same, higher].map(numberOf),
    signed !== undefined,
    qualified !== undefined,
  ]).toEqual([
    path,
    counts.total_population,
    isQualified ? counts.grade_qualifier_population : counts.grade_population,
    counts.population_higher,
    isSigned,
    isQualified,
  ]);
}

interface Row {
  readonly total_population: number;
  readonly gem_total: number;
  readonly by_grader: Readonly<Record<string, { total: number; gem_total: number }>>;
}

/** Checks the totals of a set and the counts of its first cards against the API. */
export async function expectSetNumbers({ api, page }: Sources, id: string): Promise<void> {
  const set = await api(`/v1/sets/${id}`);
  const cards: Row[] = await api(`/v1/sets/${id}/cards`);
  const html = await page(`/sets/${id}`);
  const [, ...totals] =
    /Cards ([\d,]+) Graded copies ([\d,]+) Gem copies ([\d,]+)/.exec(textOf(html)) ?? [];
  expect([id, ...totals.map(numberOf)]).toEqual([
    ...[id, set.cards, set.total_population, set.gem_total],
  ]);
  const graders = ['psa', 'beckett', 'sgc', 'cgc'].filter((grader) =>
    cards.some(({ by_grader }) => by_grader[grader]),
  );
  const rows = [...html.matchAll(/<th scope="row">.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<td[^>]*>([^%]*?)<\/td>/gs)].map(([, cell = '']) => cell),
  );
  type Parallel = Row & { readonly cards: number };
  const copiesOfEach = ({ total_population, cards }: Parallel) => total_population / cards;
  const parallels = (set.parallels.length > 1 ? set.parallels : []).toSorted(
    (one: Parallel, other: Parallel) => copiesOfEach(one) - copiesOfEach(other),
  );
  expect([id, rows]).toEqual([
    id,
    [
      ...parallels.map((each: Parallel) =>
        [each.cards, each.total_population, Math.round(copiesOfEach(each)), each.gem_total].map(
          text,
        ),
      ),
      ...cards.map(({ total_population, gem_total, by_grader }) => [
        ...[total_population, gem_total].map(text),
        ...graders.map((grader) => {
          const own = by_grader[grader];
          return own ? `${text(own.gem_total)} / ${text(own.total)}` : '–';
        }),
      ]),
    ],
  ]);
}

const text = (count: number): string => count.toLocaleString('en-US');

/** Checks the counts of search results against the API. */
export async function expectSearchNumbers({ api, page }: Sources, query: string): Promise<void> {
  const { results } = await api(`/v1/cards/search/simple?query=${query}`);
  const html = await page(`/?query=${query}`);
  const shown = [...html.matchAll(/<b>([\d,]+)<\/b> graded/g)].map(([, count]) => count);
  expect([query, ...shown]).toEqual([
    query,
    ...results.map((card: Row) => text(card.total_population)),
  ]);
}

/** The counts of a grader by grade that are not 0, in ascending order, with copies with a qualifier as one count. */
/** Lists the counts of a column. On the tab of a single grader, each qualified grade has a row of its own. */
function nonZero(
  { grades, qualifiers = {} }: { grades: Counts; qualifiers?: Counts },
  isOnly: boolean,
): number[] {
  const qualified = Object.values(qualifiers);
  return [...Object.values(grades), ...(isOnly ? qualified : [sum(qualified)])]
    .filter((count) => count > 0)
    .sort((one, other) => one - other);
}

function tableOf(html: string): { rows: string[][]; last: number[] } {
  const [, table = ''] =
    /<section aria-labelledby="population">.*?<table class="counts">(.*?)<\/table>/s.exec(html) ??
    [];
  const rowsOf = (tag: string) =>
    [
      ...(new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(table)?.[1] ?? '').matchAll(
        /<tr.*?<\/tr>/gs,
      ),
    ].map(([row]) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => textOf(cell)),
    );
  return { rows: rowsOf('tbody'), last: (rowsOf('tfoot')[0] ?? []).slice(0, -1).map(numberOf) };
}

const nonZeroCells = (rows: readonly string[][], column: number): number[] =>
  rows
    .map((cells) => numberOf(cells[column] ?? ''))
    .filter((count) => count > 0)
    .sort((one, other) => one - other);

interface Period {
  readonly end: string;
  readonly added: number;
  readonly is_complete: boolean;
  readonly by_grader: Readonly<Record<string, { added: number }>>;
}

/** Checks the totals on the home page, and the page of each week and month, against the API. */
export async function expectActivityNumbers({ api, page }: Sources): Promise<void> {
  const { totals } = await api('/v1/cards/population/activity');
  expect(textOf(await page('/'))).toMatch(
    new RegExp(
      `Graded copies ${text(totals.total_population)} Cards ${text(totals.cards)} .*Certs ${text(totals.certs)} `,
    ),
  );
  for (const interval of ['week', 'month']) {
    const target = `/v1/cards/population/activity?interval=${interval}`;
    const periods: Period[] = (await api(target)).periods;
    expect(periods.length).toBeGreaterThan(0);
    for (const { end, added, by_grader } of periods) {
      const { leaders } = await api(`${target}&date=${end}`);
      const html = await page(`/${interval}/${end.slice(0, interval === 'week' ? 10 : 7)}`);
      const facts = [...html.matchAll(/<dd>([\d,-]+)<\/dd>/g)].map(([, count = '']) => count);
      const cells = [...html.matchAll(/data-label="Added">\+([\d,]+)</g)].map(([, count]) => count);
      expect([end, facts, cells]).toEqual([
        end,
        [added, ...Object.values(by_grader).map((own) => own.added)].map(text),
        ...[
          ['sets', 'names', 'cards', 'categories'].flatMap((kind) =>
            leaders[kind].slice(0, 10).map((leader: { added: number }) => text(leader.added)),
          ),
        ],
      ]);
    }
  }
}
