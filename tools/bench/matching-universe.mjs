import { blockOf, decideBlock, featuresOf, Learner } from '@gcd/matching';

/**
 * A collection of grader cards, each with its source card and its kinds of differences, which are hidden from the
 * matcher.
 */
export class Universe {
  blocks = new Map();
  truth = new Map();
  unreadable = new Set();
  #next = 1;

  add(grader, entry, label, kinds) {
    const id = this.#next++;
    const features = featuresOf({
      id,
      grader,
      category: entry.category ?? '',
      year: entry.year ?? '',
      setName: entry.set_name ?? '',
      name: entry.name ?? '',
      cardNumber: entry.card_number ?? '',
      parallel: entry.parallel ?? '',
      subset: entry.subset ?? '',
      description: entry.description,
    });
    this.truth.set(id, { label, kinds, grader, entry, features });
    const block = blockOf(features);
    if (block === null) this.unreadable.add(id);
    else {
      const placed = this.blocks.get(block);
      const candidate = { features, group: null, graders: [] };
      if (placed) placed.push(candidate);
      else this.blocks.set(block, [candidate]);
    }
    return id;
  }

  /** Teaches a learner all blocks, in the same order as a run of the matcher. */
  teach(learner) {
    for (const key of [...this.blocks.keys()].sort())
      learner.add(this.blocks.get(key).map(({ features }) => features));
  }

  learn() {
    const learner = new Learner();
    this.teach(learner);
    return learner.finish();
  }

  /** Runs the matcher. @returns the matches of each grader card, and the uncertain pairs */
  decide(knowledge) {
    const matched = new Map();
    const doubts = new Map();
    for (const entries of this.blocks.values()) {
      const decisions = decideBlock(entries, knowledge);
      for (const { joining } of decisions.unions) {
        const ids = joining.map(({ id }) => id);
        for (const id of ids) matched.set(id, ids);
      }
      for (const { a, b, reason } of decisions.doubts) doubts.set(`${a.id} ${b.id}`, reason);
    }
    return { matched, doubts };
  }
}
