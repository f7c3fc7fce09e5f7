import { describe, expect, it } from '@jest/globals';
import { get } from '@gcd/testing/api.js';

interface Row {
  readonly grade: string;
  readonly rank: number;
  readonly is_gem: boolean;
  readonly kind: string;
}

const GRADES =
  'auth_altered auth 1 1_5 2 2_5 3 3_5 4 4_5 5 5_5 6 6_5 7 7_5 8 8_5 9 mint_plus gem_mint pristine perfect';
const QUALIFIERS = 'q1 q1_5 q2 q3 q4 q5 q6 q7 q8 q9';

describe.each(['/v1/grades', '/v1/grade-map'])('GET %s: 200', (target) => {
  it('returns all grades in one response, from lowest to highest, followed by qualifiers [S14 S42 S221]', async () => {
    const { status, body, headers } = await get(target);
    expect(status).toBe(200);
    expect(body.meta).toEqual({
      request_id: headers.get('x-request-id'),
      pagination: { page: 1, page_size: 33, total: 33, total_pages: 1 },
    });
    const rows: Row[] = body.data;
    const [grades, qualifiers] = [GRADES.split(' '), QUALIFIERS.split(' ')];
    expect(rows.map(({ grade, rank, kind }) => [grade, rank, kind])).toEqual([
      ...grades.map((grade, at) => [grade, at + 1, 'grade']),
      ...qualifiers.map((grade, at) => [grade, grades.length + at + 1, 'qualifier']),
    ]);
    const gems = rows.filter(({ is_gem }) => is_gem).map(({ grade }) => grade);
    expect(gems).toEqual(['gem_mint', 'pristine', 'perfect']);
  });
});
