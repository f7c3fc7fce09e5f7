import { describe, expect, it } from '@jest/globals';
import { entry } from '../test/entries.js';
import { decideBlock } from './block.js';
import { type Entry, featuresOf } from './features.js';
import { resolveNames } from './resolve-names.js';

const card = { year: '2012', setName: 'Topps Chrome', cardNumber: '5' };
const plain = (parallel: string, id = 2): Entry =>
  entry({
    ...card,
    id,
    grader: 'beckett',
    name: 'Mike Trout',
    parallel,
    description: `2012 Topps Chrome #5 Mike Trout ${parallel}`,
  });
const resolved = (...entries: Entry[]) => resolveNames(entries.map(featuresOf));
const isMatched = (...entries: Entry[]) =>
  decideBlock(
    resolved(...entries).map((features) => ({ features, group: null, graders: [] })),
  ).unions.some(({ joining }) => joining.some(({ id }) => id === 1));

describe('a grader card with the variety in the name', () => {
  const gold = entry({
    ...card,
    name: 'MIKE TROUT-GOLD DIE-CUT REFRACTORS',
    description: '2012 TOPPS CHROME 5 MIKE TROUT-GOLD DIE-CUT REFRACTORS',
  });

  it('matches the card that another grader lists with the variety in a separate column', () => {
    expect(isMatched(gold, plain('Gold Die Cut Refractor'))).toBe(true);
  });

  it.each(['', 'Gold', 'Gold Refractor', 'Purple Die Cut Refractor'])(
    'does not match the variety %p',
    (parallel) => {
      expect(isMatched(gold, plain(parallel))).toBe(false);
    },
  );

  it('matches the card with the same variety but not the base card, even without descriptions', () => {
    const base = { ...plain(''), description: '' };
    expect(isMatched({ ...gold, description: '' }, base)).toBe(false);
    const die = { ...plain('Gold Die Cut Refractor'), description: '' };
    expect(isMatched({ ...gold, description: '' }, die)).toBe(true);
  });

  it('does not treat a word in the name as the variety if both cards also have it in other columns', () => {
    const description = '2012 TOPPS CHROME 5 MIKE CHROME';
    const chrome = entry({ ...card, name: 'MIKE CHROME', description });
    const mike = entry({ ...card, id: 2, grader: 'cgc', name: 'Mike', description: '2012 Topps' });
    expect(resolved(chrome, mike)[0]?.name).toEqual(['mike', 'chrome']);
  });
});

describe('a grader card without a separate name', () => {
  const described = (name: string) =>
    entry({ grader: 'cgc', description: `2012 Topps Chrome Gold ${name} #5` });

  it('gets the longest name from another grader that its description contains', () => {
    const brother = { ...plain('', 3), name: 'Mike Trout Nolan' };
    const [features] = resolved(described('Nolan Mike Trout'), plain('Gold'), brother);
    expect([...(features?.name ?? [])].sort()).toEqual(['mike', 'nolan', 'trout']);
    expect(features?.section).toBe('chrome gold topps');
  });

  it('gets no name if its description contains two equally long names', () => {
    const other = { ...plain('', 3), name: 'Chrome Nolan' };
    expect(resolved(described('Nolan Mike Trout'), plain(''), other)[0]?.name).toEqual([]);
  });
});
