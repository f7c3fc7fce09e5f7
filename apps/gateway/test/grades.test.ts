import { describe, expect, it } from '@jest/globals';
import { get } from '@gcd/testing/api.js';

interface Row {
  grade: string;
  label: string;
  rank: number;
  is_gem: boolean;
  kind: string;
  graders: Record<string, { key: string; label: string } | null>;
}

describe.each(['/v1/grades', '/v1/grade-map'])('GET %s: 200', (target) => {
  it('returns all grades in one response [S42]', async () => {
    const { status, body, headers } = await get(target);
    expect(status).toBe(200);
    expect(body.data).toHaveLength(33);
    expect(body.meta).toEqual({
      request_id: headers.get('x-request-id'),
      pagination: { page: 1, page_size: 33, total: 33, total_pages: 1 },
    });
  });

  it('orders grades from lowest to highest, followed by qualifiers [S14 S221]', async () => {
    const { body } = await get(target);
    const rows: Row[] = body.data;
    expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_row, index) => index + 1));
    expect(rows.map(({ grade }) => grade)).toEqual([
      ...'auth_altered auth 1 1_5 2 2_5 3 3_5 4 4_5 5 5_5 6 6_5 7 7_5 8 8_5 9 mint_plus gem_mint pristine perfect'.split(
        ' ',
      ),
      ...'q1 q1_5 q2 q3 q4 q5 q6 q7 q8 q9'.split(' '),
    ]);
    expect(rows.filter(({ is_gem }) => is_gem).map(({ grade }) => grade)).toEqual([
      'gem_mint',
      'pristine',
      'perfect',
    ]);
    expect(rows.filter(({ kind }) => kind === 'qualifier')).toHaveLength(10);
  });

  it('returns the key and label of each grade for each grader [S221]', async () => {
    const { body } = await get(target);
    const row = (grade: string): Row | undefined =>
      body.data.find((each: Row) => each.grade === grade);
    expect(row('gem_mint')).toMatchObject({
      label: 'GEM MINT',
      kind: 'grade',
      graders: {
        psa: { key: 'psa_10', label: 'GEM MT 10' },
        beckett: { key: 'beckett_9_5', label: 'GEM MINT 9.5' },
        sgc: { key: 'sgc_10', label: 'GEM MINT 10' },
        cgc: { key: 'cgc_10', label: 'GEM MINT 10' },
      },
    });
    expect(row('auth_altered')?.graders).toEqual({
      psa: null,
      beckett: null,
      sgc: null,
      cgc: { key: 'cgc_auth_altered', label: 'AUTHENTIC ALTERED' },
    });
    expect(row('q8')).toMatchObject({
      label: 'NM-MT 8 (Q)',
      is_gem: false,
      graders: { psa: { key: 'psa_q8', label: 'NM-MT 8 (Q)' }, cgc: null },
    });
  });
});
