import { blockOf, decideBlock, featuresOf, Learner, resolveNames } from '@gcd/matching';

/**
 * A collection of grader cards for the matcher. For each grader card, the collection also stores the label of its real
 * card and the kinds of differences from that card. The matcher has no access to them.
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
      if (placed) placed.push(features);
      else this.blocks.set(block, [features]);
    }
    return id;
  }

  /** Returns the blocks in the order in which the matcher reads them. */
  #inOrder() {
    return [...this.blocks]
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

  /** Runs the matcher. @returns the matches of each grader card, and the uncertain pairs */
  decide(knowledge) {
    const matched = new Map();
    const uncertain = new Map();
    for (const block of this.#inOrder()) {
      for (const features of block) this.truth.get(features.id).features = features;
      const candidates = block.map((features) => ({ features, group: null, graders: [] }));
      const decisions = decideBlock(candidates, knowledge);
      for (const { joining } of decisions.unions) {
        const ids = joining.map(({ id }) => id);
        for (const id of ids) matched.set(id, ids);
      }
      for (const { a, b, reason } of decisions.uncertain) uncertain.set(`${a.id} ${b.id}`, reason);
    }
    return { matched, uncertain };
  }
}
