import type { Features } from './features.js';
import { GENERATIONS } from './vocabulary.js';
import { canonical } from './words.js';

/** How two names compare: in plain words, and what it takes off a full score of 1. */
export interface NameFinding {
  readonly finding: string;
  readonly cost: number;
}

const COSTS = { generation: 0.1, initial: 0.1, misspelled: 0.15, extra: 0.2 } as const;
const UNKNOWN = 0.1;

/** Compares the names of two entries; where one does not tell its name apart, its other words must have it. */
export function compareNames(a: Features, b: Features): NameFinding {
  if (a.name.length === 0 && b.name.length === 0)
    return { finding: 'not told apart', cost: UNKNOWN };
  if (a.name.length === 0 || b.name.length === 0) {
    const [name, rest] = a.name.length === 0 ? [b.name, a.rest] : [a.name, b.rest];
    const missing = name.filter((word) => !rest.includes(word) && !rest.includes(canonical(word)));
    if (missing.length === 0)
      return { finding: `${name.join(' ')}, among the other's words`, cost: 0 };
    return {
      finding: `the other does not have ${missing.sort().join(' ')}`,
      cost: 0.5 * missing.length,
    };
  }
  const onlyA = a.name.filter((word) => !b.name.includes(word));
  const onlyB = b.name.filter((word) => !a.name.includes(word));
  if (onlyA.length + onlyB.length === 0)
    return { finding: `both ${[...a.name].sort().join(' ')}`, cost: 0 };
  if (a.name.join('') === b.name.join(''))
    return { finding: 'the same but for spaces', cost: 0.01 };
  const common = a.name.length - onlyA.length;
  return different(onlyA, onlyB, common);
}

function different(
  onlyA: readonly string[],
  onlyB: readonly string[],
  common: number,
): NameFinding {
  const paired = pairsOf(onlyA, onlyB);
  const isLeft = (word: string) => !paired.some(({ words }) => words.includes(word));
  const [leftA, leftB] = [onlyA.filter(isLeft), onlyB.filter(isLeft)];
  const isName = (word: string) => !GENERATIONS.has(word);
  let cost = 0;
  for (const { kin } of paired) cost += COSTS[kin];
  for (const word of [...leftA, ...leftB]) cost += isName(word) ? COSTS.extra : COSTS.generation;
  const isOtherName = leftA.some(isName) && leftB.some(isName);
  const hasName = common > 0 || paired.some(({ kin }) => kin === 'misspelled');
  if (isOtherName || !hasName) cost += 1;
  const findings = [
    ...paired.map(({ words, kin }) => `${words.join(' for ')} (${kin})`),
    ...[...leftA, ...leftB].sort().map((word) => `only one has ${word}`),
  ];
  return { finding: findings.join('; '), cost };
}

interface Kin {
  /** In order of the alphabet. */
  readonly words: readonly string[];
  readonly kin: 'initial' | 'misspelled';
}

/** Pairs words that may be the same, the likeliest first: each word once, and whichever side comes first. */
function pairsOf(onlyA: readonly string[], onlyB: readonly string[]): Kin[] {
  const all = onlyA.flatMap((a) =>
    onlyB.flatMap((b): Kin[] => {
      const kin = kinship(a, b);
      return kin ? [{ words: [a, b].sort(), kin }] : [];
    }),
  );
  const key = ({ words, kin }: Kin) => `${COSTS[kin]} ${words.join(' ')}`;
  all.sort((x, y) => (key(x) < key(y) ? -1 : 1));
  const taken = new Set<string>();
  return all.filter(({ words }) => {
    if (words.some((word) => taken.has(word))) return false;
    for (const word of words) taken.add(word);
    return true;
  });
}

/** How two different words may be the same name: an initial for it, or one letter wrong in a long one. */
function kinship(a: string, b: string): 'initial' | 'misspelled' | null {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 1 && long.length > 1 && long.startsWith(short)) return 'initial';
  if (short.length >= 4 && isOneEditApart(short, long)) return 'misspelled';
  return null;
}

/** Whether one letter was left out, added, replaced, or swapped with its neighbour. */
export function isOneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  const swapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (swapped && short.slice(at + 2) === long.slice(at + 2))
  );
}
