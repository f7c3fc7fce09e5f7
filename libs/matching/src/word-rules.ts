import type { Features } from './features.js';
import type { Knowledge } from './knowledge.js';
import { ALWAYS_TELLING, COMPLEMENTS, FILLERS, OWNERS } from './vocabulary.js';

/** Cost of a word that only one of two grader cards has, by class of word. */
export const COSTS = {
  filler: 0.01,
  omitted: 0.02,
  weak: 0.06,
  maker: 0.1,
  telling: 0.55,
} as const;

/** A word that only one of two grader cards has. */
export interface OneSidedWord {
  readonly word: string;
  readonly having: Features;
  readonly lacking: Features;
  /** All words that only `having` has. */
  readonly only: readonly string[];
  /** The category of both cards; empty if it is unknown. */
  readonly category: string;
  readonly knowledge: Knowledge;
}

/** A rule that classifies a word that only one of two grader cards has. */
export interface WordRule {
  /** Completes the sentence "The word …". */
  readonly name: string;
  readonly kind: keyof typeof COSTS;
  readonly applies: (one: OneSidedWord) => boolean;
}

const areVarieties = ({ having, lacking }: OneSidedWord) => having.isVariety && lacking.isVariety;
const mayBeOmitted = ({ word }: OneSidedWord) => !ALWAYS_TELLING.has(word);
/**
 * If sections of a product share numbers, a grader that uses the word on other cards would have used it. Otherwise, the
 * number identifies the card.
 */
const isUsed = ({ word, having, lacking, category, knowledge }: OneSidedWord) =>
  (knowledge.sharesNumbers(having) || knowledge.sharesNumbers(lacking)) &&
  knowledge.isUsedBy(category, lacking.grader, word);
const isOfCategory = ({ word, having, lacking }: OneSidedWord) =>
  having.categoryWords.includes(word) || lacking.categoryWords.includes(word);

/** An insert with its own numbering is one section, even if only some of its descriptions contain `Relics`. */
const isInsert = (one: OneSidedWord) => /^\p{L}/u.test(one.having.number) && areVarieties(one);

const isOwner = ({ word, having, lacking, only }: OneSidedWord) => {
  const [owner, ...brand] = having.makers;
  return (
    word === owner &&
    OWNERS.has(word) &&
    lacking.makers.join(' ') === brand.join(' ') &&
    only.includes(word)
  );
};

/** The first rule that applies classifies a word. A word to which none applies distinguishes the cards. */
export const WORD_RULES: readonly WordRule[] = [
  {
    name: 'distinguishes two cards of the other section',
    kind: 'telling',
    applies: ({ word, having, lacking, knowledge }) =>
      knowledge.isSplit(having.year, lacking.section, word),
  },
  { name: 'says nothing', kind: 'filler', applies: ({ word }) => FILLERS.has(word) },
  {
    name: 'is a note on all cards of the set',
    kind: 'omitted',
    applies: ({ word, having, knowledge }) =>
      having.notes.includes(word) && knowledge.hasNotes(having.listing),
  },
  {
    name: 'belongs to a section that has only this counterpart',
    kind: 'omitted',
    applies: ({ having, lacking, knowledge }) => knowledge.isPaired(having, lacking),
  },
  {
    name: 'names the category',
    kind: 'filler',
    applies: (one) => isOfCategory(one) && mayBeOmitted(one),
  },
  {
    name: 'is an annotation',
    kind: 'weak',
    applies: ({ word, having }) => having.annotations.includes(word),
  },
  {
    name: 'complements a variety',
    kind: 'weak',
    applies: ({ word, having, lacking }) =>
      COMPLEMENTS.has(word) && (having.isVariety || lacking.isVariety),
  },
  { name: "is the brand's owner", kind: 'maker', applies: isOwner },
  {
    name: 'is omitted in several sections of the product',
    kind: 'omitted',
    applies: (one) =>
      areVarieties(one) && one.knowledge.isOmittedInProduct(one.having, one.lacking, one.word),
  },
  {
    name: 'distinguishes sections of the product',
    kind: 'telling',
    applies: ({ word, having, lacking, knowledge }) =>
      having.varietyWords.includes(word) && knowledge.isContrasted(lacking, word),
  },
  {
    name: 'is optional in the category',
    kind: 'omitted',
    applies: (one) =>
      mayBeOmitted(one) && !isUsed(one) && one.knowledge.isOmitted(one.category, one.word),
  },
  {
    name: 'is omitted from a whole section of the year',
    kind: 'omitted',
    applies: (one) =>
      (isInsert(one) ||
        ((mayBeOmitted(one) || one.having.setLead.has(one.word)) && !isUsed(one))) &&
      one.knowledge.isOmittedBetween(one.category, one.having.year, one.lacking.rest, one.word),
  },
];

const OTHERWISE: WordRule = {
  name: 'distinguishes the cards',
  kind: 'telling',
  applies: () => true,
};

/** Returns the rule that classifies a word that only one of two grader cards has. */
export const ruleOf = (one: OneSidedWord): WordRule =>
  WORD_RULES.find(({ applies }) => applies(one)) ?? OTHERWISE;
