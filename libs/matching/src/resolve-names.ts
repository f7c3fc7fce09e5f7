import { withoutWords } from './difference.js';
import { type Features, featuresOf } from './features.js';
import { GRAMMAR } from './vocabulary.js';
import { canonical, nameWordsOf, wordsOf } from './words.js';

type ByName = ReadonlyMap<string, readonly Features[]>;

/**
 * Determines the names in a block. A grader card may have no separate name, or may have the variety in the column for
 * the name. The cards of other graders then show which of the card's words are the name.
 */
export function resolveNames(block: readonly Features[]): Features[] {
  const byName = new Map<string, Features[]>();
  for (const features of block) {
    if (features.name.length === 0) continue;
    const name = features.name.join(' ');
    const namesakes = byName.get(name);
    if (namesakes) namesakes.push(features);
    else byName.set(name, [features]);
  }
  return block.map((features) =>
    features.name.length === 0
      ? withNameOfOthers(features, byName)
      : withoutVariety(features, byName),
  );
}

/**
 * Copies a name from another grader's card to a card without a separate name. All words of the name must occur on the
 * card. If several names qualify, the longest one is used, unless different names are equally long.
 */
function withNameOfOthers(features: Features, byName: ByName): Features {
  const words = new Set(features.rest);
  let longest: { name: readonly string[]; key: string } | undefined;
  let isUnique = true;
  for (const namesakes of byName.values()) {
    if (namesakes.every(({ grader }) => grader === features.grader)) continue;
    const name = (namesakes[0] as Features).name.filter((word) => !GRAMMAR.has(word));
    if (name.length < (longest?.name.length ?? 1)) continue;
    if (!name.every((word) => words.has(word) || words.has(canonical(word)))) continue;
    const key = [...name].sort().join(' ');
    isUnique = name.length > (longest?.name.length ?? 0) || (isUnique && key === longest?.key);
    longest = { name, key };
  }
  if (!longest || !isUnique) return features;
  return featuresOf({ ...features.entry, name: longest.name.join(' ') });
}

/**
 * Moves the variety out of a name such as `MIKE TROUT-GOLD`, if another grader lists a card with the name `Mike Trout`
 * and with `Gold` among its other words.
 */
function withoutVariety(features: Features, byName: ByName): Features {
  const { name, entry } = features;
  for (let length = name.length - 1; length > 0; length -= 1) {
    for (const start of [0, name.length - length]) {
      const part = name.slice(start, start + length);
      const namesakes = byName.get(part.join(' '));
      if (!namesakes) continue;
      const variety = withoutWords(nameWordsOf(entry.name), part).join(' ');
      const parallel = `${entry.parallel} ${variety}`;
      const split = featuresOf({ ...entry, name: part.join(' '), parallel });
      const words = wordsOf(variety);
      const isListed = namesakes.some(
        ({ grader, rest }) =>
          grader !== entry.grader &&
          !withoutWords(split.rest, rest).some((word) => words.includes(word)),
      );
      if (isListed) return split;
    }
  }
  return features;
}
