import type { Grader } from '@gcd/contracts';
import { describe, expect, it } from '@jest/globals';
import { entry } from '../test/entries.js';
import { type Candidate, decideBlock } from './block.js';
import { featuresOf } from './features.js';

describe('the matcher', () => {
  const place = (
    id: number,
    grader: Grader,
    words: string,
    group: number | null = null,
    graders: Grader[] = [],
    name = 'Mike Trout',
  ): Candidate => ({
    features: featuresOf(
      entry({
        id,
        grader,
        name,
        description: `2018 Topps Chrome ${words} #7 ${name}`,
      }),
    ),
    group,
    graders,
  });
  const reasons = (...all: Candidate[]) => decideBlock(all).uncertain.map(({ reason }) => reason);
  const matched = (...all: Candidate[]) =>
    decideBlock(all).unions.map(({ joining }) => joining.map(({ id }) => id));

  it('leaves two cards from one grader unmatched if they are equally similar to a third card', () => {
    const all = [place(1, 'psa', ''), place(2, 'cgc', ''), place(3, 'cgc', '')];
    expect(matched(...all)).toEqual([]);
    expect(reasons(...all)).toEqual([
      'another grader card is equally similar',
      'another grader card is equally similar',
    ]);
  });

  it('matches the more similar of two cards from one grader', () => {
    const all = [place(1, 'psa', 'set card'), place(2, 'cgc', 'set card'), place(3, 'cgc', '')];
    expect(matched(...all)).toEqual([[1, 2]]);
    expect(reasons(...all)).toEqual(['another grader card is more similar']);
  });

  it('never gives a universal card two cards from one grader, even if other cards connect them', () => {
    // The best pairs are 1 and 2, 2 and 3, and 3 and 4, but grader cards 1 and 4 both belong to PSA.
    const all = [
      place(1, 'psa', 'set card'),
      place(2, 'cgc', 'set card game base'),
      place(3, 'sgc', 'set card game base regular common official product'),
      place(4, 'psa', 'set card game base regular common official product tcg ccg'),
    ];
    expect(matched(...all)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(reasons(...all)).toContain('the universal card has another card of the grader');
  });

  it('never merges two universal cards', () => {
    const all = [place(1, 'psa', '', 1, ['psa']), place(2, 'cgc', '', 2, ['cgc'])];
    expect(matched(...all)).toEqual([]);
    expect(reasons(...all)).toEqual(['both belong to universal cards']);
  });

  it('does not add a grader card to a universal card that contains a clearly different card', () => {
    const all = [
      place(1, 'psa', 'gold', 1, ['psa', 'cgc']),
      place(2, 'cgc', '', 1, ['psa', 'cgc']),
      place(3, 'sgc', ''),
    ];
    expect(matched(...all)).toEqual([]);
    expect(reasons(...all)).toContain('another grader card of the universal card is different');
  });

  it('leaves cards below the similarity threshold unmatched', () => {
    const all = [place(1, 'psa', ''), place(2, 'cgc', '', null, [], 'Mike Trout Jr.')];
    expect(reasons(...all)).toEqual(['below the threshold']);
  });
});
