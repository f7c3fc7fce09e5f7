import {
  blockOf,
  type Comparison,
  compare,
  DIFFERENT_BELOW,
  decideBlock,
  type Features,
  featuresOf,
  type Knowledge,
  LEAD,
  resolveNames,
  SAME_FROM,
  yearAndNumberOf,
} from '@gcd/matching';
import type { DataSource } from 'typeorm';
import { CliError } from '../cli-error.js';
import type { Progress } from '../progress.js';
import { withLearnedBlocks } from './blocks.js';
import { GRADER_CARD_COLUMNS, STANDING_COLUMNS, type StandingEntry } from './entries.js';

const MAX_CANDIDATES = 25;
/** If the cost of a name comparison is at least this value, the names belong to different people. */
const OTHER_NAME = 1;

/** The result of comparing a grader card with the other cards of its block. */
export interface Explanation {
  readonly card_id: string;
  readonly grader: string;
  readonly description: string;
  readonly universal_card_id: string | null;
  readonly matched_by: 'manual' | 'matcher' | null;
  /** Features that the matcher extracts from the grader card. */
  readonly reads: {
    readonly category: string;
    readonly year: string;
    readonly number: string;
    readonly name: string;
    readonly words: string;
    readonly print_run: string;
  };
  /** Why the grader card is not compared with other cards; null if it is compared. */
  readonly left_alone: string | null;
  readonly same_from: number;
  readonly different_below: number;
  readonly lead: number;
  /** Up to 25 cards from other graders with the same year, number and name, most similar first. */
  readonly candidates: readonly Candidate[];
  /** Number of words of the candidates that each rule classified, most words first. */
  readonly rules: Readonly<Record<string, number>>;
  /** Number of other grader cards with the same year, and with the same number or also without one. */
  readonly others: number;
}

interface Candidate {
  readonly card_id: string;
  readonly grader: string;
  readonly description: string;
  readonly universal_card_id: string | null;
  readonly score: number;
  readonly verdict: string;
  readonly parts: Comparison['parts'];
}

interface Row extends StandingEntry {
  readonly universalCardId: string | null;
}

const SELECT = `select ${GRADER_CARD_COLUMNS}, ${STANDING_COLUMNS}, encode(u.card_id, 'hex') as "universalCardId"
  from cards c left join cards u on u.id = c.universal`;

/**
 * Compares a grader card with the other cards of its block, and explains the resulting decision. Like a run of the
 * matcher, reads all grader cards first to learn word statistics.
 * @throws CliError if the card does not exist
 */
export async function explain(
  database: DataSource,
  cardId: string,
  progress: Progress,
): Promise<Explanation> {
  const [row] = await database.query<Row[]>(`${SELECT} where c.card_id = decode($1, 'hex')`, [
    cardId,
  ]);
  if (!row) throw new CliError(`There is no card with the id ${cardId}.`);
  const knowledge = await withLearnedBlocks(
    database,
    progress,
    async (_, { knowledge: learned }) => learned,
  );
  const others = (await sameBlock(database, featuresOf(row))).filter(({ id }) => id !== row.id);
  const compared = [row, ...others].filter((each) => !isSetApart(each)).map(featuresOf);
  const featuresById = new Map(resolveNames(compared).map((each) => [each.id, each]));
  const featuresIn = (each: Row) => featuresById.get(each.id) ?? featuresOf(each);
  const features = featuresIn(row);
  const verdictOf = verdicts([row, ...others], row, featuresById, knowledge);
  const candidates = others
    .filter(({ grader }) => grader !== row.grader)
    .map((other): Candidate => {
      const comparison = compare(features, featuresIn(other), knowledge);
      return {
        card_id: other.cardId,
        grader: other.grader,
        description: other.description,
        universal_card_id: other.universalCardId,
        score: comparison.score,
        verdict: verdictOf(other, comparison),
        parts: comparison.parts,
      };
    })
    .filter(({ parts }) => parts.every(({ part, cost }) => part !== 'name' || cost < OTHER_NAME))
    .sort((a, b) => b.score - a.score || (a.card_id < b.card_id ? -1 : 1))
    .slice(0, MAX_CANDIDATES);
  return {
    card_id: row.cardId,
    grader: row.grader,
    description: row.description,
    universal_card_id: row.universalCardId,
    matched_by: row.matchedBy,
    reads: {
      category: features.category,
      year: features.year,
      number: features.number,
      name: features.name.join(' '),
      words: features.rest.join(' '),
      print_run: features.run,
    },
    left_alone: leftAlone(row, features),
    same_from: SAME_FROM,
    different_below: DIFFERENT_BELOW,
    lead: LEAD,
    candidates,
    rules: countRules(candidates),
    others: others.length - candidates.length,
  };
}

function countRules(candidates: readonly Candidate[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { rule } of candidates.flatMap(({ parts }) =>
    parts.flatMap(({ words = [] }) => words),
  ))
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one));
}

function leftAlone(row: Row, features: Features): string | null {
  if (isSetApart(row)) return 'matches.csv unmatches it';
  return blockOf(features) === null ? 'no readable year' : null;
}

const isSetApart = ({ group, matchedBy }: Row) => group === null && matchedBy === 'manual';

/**
 * Finds the other grader cards of a block. SQL selects the candidates, and the matcher decides which of them
 * belong to the block.
 */
async function sameBlock(database: DataSource, features: Features): Promise<Row[]> {
  const block = blockOf(features);
  if (block === null) return [];
  const digits = features.number.match(/\d+/g)?.sort((a, b) => b.length - a.length)[0] ?? '';
  const rows = await database.query<Row[]>(
    `${SELECT} where concat(c.year, ' ', c.description) like $1 and concat(c.card_number, ' ', c.description) like $2`,
    [`%${features.year}%`, `%${digits}%`],
  );
  return rows.filter((row) => blockOf(yearAndNumberOf(row)) === block);
}

/** Returns a function that describes, in words, the decision about the grader card and a candidate. */
function verdicts(
  rows: readonly Row[],
  entry: Row,
  featuresById: ReadonlyMap<number, Features>,
  knowledge: Knowledge,
): (other: Row, comparison: Comparison) => string {
  const placed = rows.flatMap((row) => {
    const features = featuresById.get(row.id);
    return features ? [{ features, group: row.group, graders: row.graders }] : [];
  });
  const { unions, uncertain } = decideBlock(placed, knowledge);
  const joins = unions.find(({ joining }) => joining.some(({ id }) => id === entry.id));
  return (other, { verdict }) => {
    if (other.group !== null && other.group === entry.group) {
      const by = [entry, other].find(
        ({ matchedBy, group, id }) => group !== id && matchedBy === 'matcher',
      );
      return `same card: ${by ? 'matched by the matcher' : 'matched manually'}`;
    }
    if (isSetApart(other)) return 'not compared: unmatched in matches.csv';
    const isJoined =
      joins?.joining.some(({ id }) => id === other.id) ||
      (joins && joins.group !== null && joins.group === other.group);
    const othersUnion = unions.find(({ joining }) => joining.some(({ id }) => id === other.id));
    const joinsOurs = othersUnion && entry.group !== null && othersUnion.group === entry.group;
    if (isJoined || joinsOurs) return 'same card: would be matched';
    if (verdict === 'different') return 'different cards';
    const pair = uncertain.find(
      ({ a, b }) =>
        (a.id === entry.id && b.id === other.id) || (a.id === other.id && b.id === entry.id),
    );
    return `uncertain: ${pair?.reason ?? 'not compared'}`;
  };
}

export function describeExplanation(explanation: Explanation): string {
  const { reads } = explanation;
  const standing = explanation.universal_card_id
    ? `universal id ${explanation.universal_card_id}, ${explanation.matched_by === 'matcher' ? 'by the matcher' : 'manually'}`
    : 'unmatched';
  return [
    `${explanation.grader} ${explanation.description}`,
    `  ${explanation.card_id}: ${standing}`,
    `  parsed: category ${reads.category || '?'}, year ${reads.year || '?'}, number ${reads.number || '?'}, name ${reads.name || '?'}, ` +
      `print run ${reads.print_run || '?'}, other words: ${reads.words || 'none'}`,
    ...(explanation.left_alone ? [`  not compared: ${explanation.left_alone}`] : []),
    `Two cards are the same if their score is at least ${explanation.same_from} and exceeds the scores of other candidates by ${explanation.lead}. They are different below ${explanation.different_below}.`,
    ...explanation.candidates.flatMap((candidate) => [
      '',
      `${candidate.score.toFixed(2)} ${candidate.verdict}`,
      `  ${candidate.grader} ${candidate.description}`,
      `  ${candidate.card_id}${candidate.universal_card_id ? `, universal id ${candidate.universal_card_id}` : ''}`,
      ...candidate.parts
        .filter(({ finding }) => finding !== 'not stated')
        .flatMap(({ part, finding, cost, words = [] }) => [
          `  ${part}: ${finding}${deducted(cost)}`,
          ...words.map((each) => `    ${each.word} ${each.rule}${deducted(each.cost)}`),
        ]),
    ]),
    ...(Object.keys(explanation.rules).length > 0 ? ['', 'Words that each rule classified:'] : []),
    ...Object.entries(explanation.rules).map(([rule, words]) => `  ${words} ${rule}`),
    ...(explanation.candidates.length === 0
      ? ['No card from another grader has this year, number and name.']
      : []),
    ...(explanation.others > 0
      ? [
          '',
          `${explanation.others} more grader cards with this year and number, or also without one, are less similar, have a different name, or are from the same grader.`,
        ]
      : []),
  ].join('\n');
}

const deducted = (cost: number): string => (cost > 0 ? ` (−${cost.toFixed(2)})` : '');
