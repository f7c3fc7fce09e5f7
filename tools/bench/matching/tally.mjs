const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`);

/** Compares the matcher's decisions with the correct matches, which are given by the labels of the cards. */
export class Tally {
  #cards = 0;
  #right = 0;
  #wrong = [];
  #missed = [];
  #wanted = 0;
  #kinds = new Map();

  /**
   * Runs the matcher on a `Universe`, and adds the results to the tally. A pair counts only if at least one of its two
   * grader cards has a label.
   */
  count(universe, knowledge) {
    const matched = universe.decide(knowledge);
    const { truth } = universe;
    const byLabel = new Map();
    for (const [id, { label }] of truth) {
      if (label !== null) byLabel.set(label, [...(byLabel.get(label) ?? []), id]);
    }
    this.#cards += truth.size;
    for (const [id, ids] of matched) {
      for (const other of ids) {
        if (other > id) this.#judge(truth.get(id), truth.get(other), byLabel);
      }
    }
    for (const ids of byLabel.values()) {
      for (const [at, id] of ids.entries()) {
        for (const other of ids.slice(at + 1)) {
          const [x, y] = [truth.get(id), truth.get(other)];
          if (x.grader !== y.grader) this.#want(x, y, matched.get(id)?.includes(other) ?? false);
        }
      }
    }
  }

  #judge(x, y, byLabel) {
    if (x.label !== null && x.label === y.label) {
      this.#right += 1;
      return;
    }
    const isJudged = ({ label }) => label !== null && byLabel.get(label).length > 1;
    if ((x.label !== null && y.label !== null) || isJudged(x) || isJudged(y)) {
      this.#wrong.push([x, y]);
    }
  }

  #want(x, y, isFound) {
    this.#wanted += 1;
    if (!isFound) this.#missed.push([x, y]);
    const kind = x.kind || y.kind;
    if (!kind) return;
    const counts = this.#kinds.get(kind) ?? { wanted: 0, found: 0 };
    counts.wanted += 1;
    if (isFound) counts.found += 1;
    this.#kinds.set(kind, counts);
  }

  /** @returns rows of the table of results: one for all cards, and one for each kind of card */
  rows(half) {
    const found = this.#right + this.#wrong.length;
    return [
      {
        half,
        only: '',
        'grader cards': this.#cards,
        'true pairs': this.#wanted,
        wrong: this.#wrong.length,
        precision: percent(this.#right, found),
        recall: percent(this.#right, this.#wanted),
      },
      ...[...this.#kinds].map(([kind, counts]) => ({
        half,
        only: kind,
        'true pairs': counts.wanted,
        recall: percent(counts.found, counts.wanted),
      })),
    ];
  }

  /** Prints wrong and missed pairs, evenly distributed over all sets. @param count number of pairs of each */
  list(count) {
    for (const [what, pairs] of [
      ['WRONG', this.#wrong],
      ['MISSED', this.#missed],
    ]) {
      const step = Math.max(1, Math.floor(pairs.length / count));
      for (const [x, y] of pairs.filter((_, at) => at % step === 0).slice(0, count)) {
        console.log(`${what} ${x.grader}: ${x.description}\n      ${y.grader}: ${y.description}`);
      }
    }
  }
}
