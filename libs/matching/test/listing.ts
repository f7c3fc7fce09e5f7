import { GRADERS, type Grader } from '@gcd/contracts';
import {
  blockOf,
  decideBlock,
  type Entry,
  type Features,
  featuresOf,
  Learner,
  resolveNames,
} from '../src/index.js';
import { type Card, worded } from './wording.js';

/** Fraction of the cards that each grader lists. */
const LISTED: Readonly<Record<Grader, number>> = { psa: 0.75, beckett: 0.5, sgc: 0.35, cgc: 0.4 };

/**
 * A test catalog in which every grader card is labeled with the card that it describes, so that matches can be checked.
 */
export class Listing {
  readonly #entries: Entry[] = [];
  readonly #cards: number[] = [];

  /** Adds cards. Each card is listed by a random selection of graders. */
  addCatalog(cards: readonly Card[], random: () => number): void {
    for (const card of cards) {
      const label = this.#nextLabel++;
      for (const grader of GRADERS) if (random() < LISTED[grader]) this.add(card, grader, label);
    }
  }

  #nextLabel = 0;

  add(card: Card, grader: Grader, label = this.#nextLabel++): number {
    const id = this.#entries.length;
    this.#entries.push({ id, ...worded(card, grader) });
    this.#cards.push(label);
    return id;
  }

  /**
   * Runs the matcher: learns from all grader cards, and then matches them.
   * @returns for each matched grader card, the ids of all grader cards of its universal card
   */
  match(): Map<number, readonly number[]> {
    const blocks = new Map<string, Features[]>();
    for (const features of this.#entries.map(featuresOf)) {
      const block = blockOf(features) ?? '';
      blocks.set(block, [...(blocks.get(block) ?? []), features]);
    }
    blocks.delete('');
    for (const [key, block] of blocks) blocks.set(key, resolveNames(block));
    const learner = new Learner();
    for (const block of [...blocks.keys()].sort()) learner.add(blocks.get(block) ?? []);
    const knowledge = learner.finish();
    const matched = new Map<number, readonly number[]>();
    for (const block of blocks.values()) {
      const candidates = block.map((features) => ({ features, group: null, graders: [] }));
      for (const { joining } of decideBlock(candidates, knowledge).unions) {
        const ids = joining.map(({ id }) => id);
        for (const id of ids) matched.set(id, ids);
      }
    }
    return matched;
  }

  /** Computes precision and recall over all pairs of grader cards. */
  score(matched: ReadonlyMap<number, readonly number[]>): { precision: number; recall: number } {
    const byCard = new Map<number, number[]>();
    for (const [id, card] of this.#cards.entries())
      byCard.set(card, [...(byCard.get(card) ?? []), id]);
    let [right, found, wanted] = [0, 0, 0];
    for (const [id, ids] of matched) {
      const others = ids.filter((other) => other > id);
      found += others.length;
      right += others.filter((other) => this.#cards[other] === this.#cards[id]).length;
    }
    for (const ids of byCard.values()) wanted += (ids.length * (ids.length - 1)) / 2;
    return { precision: right / found, recall: right / wanted };
  }
}
