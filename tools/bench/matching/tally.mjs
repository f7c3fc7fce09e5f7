const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`);

/** Compares the matcher's decisions with the correct matches, which are given by the labels of the cards. */
export class Tally {
  #cards = 0;
  #right = 0;
  #wrong = 0;
  #wanted = 0;

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
          if (x.grader !== y.grader) this.#wanted += 1;
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
      this.#wrong += 1;
    }
  }

  /** @returns a row of the table of results */
  rows(half) {
    return [
      {
        half,
        'grader cards': this.#cards,
        'true pairs': this.#wanted,
        wrong: this.#wrong,
        precision: percent(this.#right, this.#right + this.#wrong),
        recall: percent(this.#right, this.#wanted),
      },
    ];
  }
}
