import { blockOf, decideBlock, featuresOf, Learner, resolveNames } from '@gcd/matching';

/**
 * A collection of grader cards for the matcher. For each grader card, the collection also stores the label of its real
 * card, to which the matcher has no access.
 */
export class Universe {
  #blocks = new Map();
  truth = new Map();

  add(grader, entry, label) {
    const id = this.truth.size + 1;
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
    this.truth.set(id, { label, grader });
    const block = blockOf(features);
    if (block === null) return;
    const placed = this.#blocks.get(block);
    if (placed) placed.push(features);
    else this.#blocks.set(block, [features]);
  }

  /** Returns the blocks in the order in which the matcher reads them. */
  #inOrder() {
    return [...this.#blocks]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, block]) => resolveNames(block));
  }

  /** Adds all blocks to a learner, in the order in which the matcher reads them. */
  teach(learner) {
    for (const block of this.#inOrder()) learner.add(block);
  }

  learn() {
    const learner = new Learner();
    this.teach(learner);
    return learner.finish();
  }

  /** Runs the matcher. @returns the matches of each grader card */
  decide(knowledge) {
    const matched = new Map();
    for (const block of this.#inOrder()) {
      const candidates = block.map((features) => ({ features, group: null, graders: [] }));
      for (const { joining } of decideBlock(candidates, knowledge).unions) {
        const ids = joining.map(({ id }) => id);
        for (const id of ids) matched.set(id, ids);
      }
    }
    return matched;
  }
}
