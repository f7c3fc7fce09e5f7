import type { Features } from './features.js';

/** Minimum number of cards in a grader's set. Smaller sets are treated as sets without notes. */
const SET_CARDS = 10;
/** A grader counts as adding notes to a set if at least this fraction of its cards in the set have a note. */
const NOTED_SHARE = 0.8;
/** Maximum fraction of a set's cards that may have the same note. */
const SAME_NOTE_SHARE = 0.3;

interface NotesOfSet {
  cards: number;
  /** Number of cards with each note. */
  readonly notes: Map<string, number>;
  /** Whether two of the cards differ only in their notes. If they do, the notes distinguish cards. */
  isSplit: boolean;
}

/**
 * Learns in which sets a grader adds notes that do not distinguish cards. A set is identified by `Features.listing`.
 */
export class SetNotes {
  readonly #noted = new Set<string>();
  #sets = new Map<string, NotesOfSet>();

  has(set: string): boolean {
    return this.#noted.has(set);
  }

  add(set: string, notes: readonly string[]): void {
    const counts = this.#sets.get(set) ?? { cards: 0, notes: new Map(), isSplit: false };
    this.#sets.set(set, counts);
    counts.cards += 1;
    if (notes.length === 0) return;
    const note = notes.join(' ');
    counts.notes.set(note, (counts.notes.get(note) ?? 0) + 1);
  }

  /** Compares the notes of two cards from one grader that have the same year, number and name. */
  compare(a: Features, b: Features): void {
    const counts = a.listing === b.listing && this.#sets.get(a.listing);
    if (counts && a.notes.join(' ') !== b.notes.join(' ')) counts.isSplit = true;
  }

  /** Determines in which of the added sets notes do not distinguish cards, and discards the notes. */
  endYear(): void {
    for (const [set, { cards, notes, isSplit }] of this.#sets) {
      const counts = [...notes.values()];
      const noted = counts.reduce((sum, count) => sum + count, 0);
      if (isSplit || cards < SET_CARDS || noted < cards * NOTED_SHARE) continue;
      if (Math.max(...counts) <= cards * SAME_NOTE_SHARE) this.#noted.add(set);
    }
    this.#sets = new Map();
  }
}
