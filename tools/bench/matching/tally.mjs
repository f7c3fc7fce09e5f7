// Compares the matcher's decisions with the correct matches, which are given by the labels of the cards.
import { compare } from '@gcd/matching';

const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`);
const bump = (map, key, by = 1) => map.set(key, (map.get(key) ?? 0) + by);

export class Tally {
  #title;
  #knowledge;
  #entries = 0;
  #right = 0;
  #wrong = 0;
  #unjudged = 0;
  #wanted = 0;
  #wantedByKind = new Map();
  #foundByKind = new Map();
  #wrongByKind = new Map();
  #reasons = new Map();
  #falseReasons = new Map();
  #examples = new Map();

  constructor(title) {
    this.#title = title;
  }

  /**
   * Runs the matcher on a `Universe`, and adds the results to the tally. A pair counts only if at least one of
   * its two grader cards has a label.
   */
  count(universe, knowledge) {
    this.#knowledge = knowledge;
    const { matched, uncertain } = universe.decide(knowledge);
    const byLabel = new Map();
    for (const [id, { label }] of universe.truth) {
      if (label !== null) byLabel.set(label, [...(byLabel.get(label) ?? []), id]);
    }
    this.#entries += universe.truth.size;
    for (const [id, ids] of matched) {
      for (const other of ids)
        if (other > id) this.#judge(universe.truth.get(id), universe.truth.get(other), byLabel);
    }
    for (const ids of byLabel.values()) {
      for (const [at, id] of ids.entries()) {
        for (const other of ids.slice(at + 1)) {
          const [x, y] = [universe.truth.get(id), universe.truth.get(other)];
          if (x.grader === y.grader) continue;
          this.#wanted += 1;
          const isFound = matched.get(id)?.includes(other) ?? false;
          const kinds = new Set([...x.kinds, ...y.kinds]);
          for (const kind of kinds) bump(this.#wantedByKind, kind);
          if (isFound) for (const kind of kinds) bump(this.#foundByKind, kind);
          else
            this.#miss(
              universe,
              x,
              y,
              uncertain.get(`${Math.min(id, other)} ${Math.max(id, other)}`),
            );
        }
      }
    }
  }

  #judge(x, y, byLabel) {
    if (x.label !== null && x.label === y.label) {
      this.#right += 1;
      return;
    }
    const judges = (entry, other) =>
      entry.label !== null &&
      (byLabel.get(entry.label) ?? []).length > 1 &&
      other.label !== entry.label;
    if ((x.label === null || y.label === null) && !judges(x, y) && !judges(y, x)) {
      this.#unjudged += 1;
      return;
    }
    this.#wrong += 1;
    for (const kind of new Set([...x.kinds, ...y.kinds])) bump(this.#wrongByKind, kind);
    const cost = compare(x.features, y.features, this.#knowledge)
      .parts.filter((part) => part.cost > 0.005)
      .map(({ part }) => part)
      .join(' + ');
    bump(this.#falseReasons, cost || 'nothing differs');
    this.#example(`FALSE ${cost || 'nothing differs'}`, x, y);
  }

  #miss(universe, x, y, uncertainty) {
    const { verdict, parts } = compare(x.features, y.features, this.#knowledge);
    const worst = parts.reduce((a, b) => (b.cost > a.cost ? b : a));
    const reason =
      universe.unreadable.has(x.features.id) || universe.unreadable.has(y.features.id)
        ? 'no year could be read'
        : verdict === 'different'
          ? `judged different by ${worst.part}`
          : (uncertainty ?? 'judged alike, not compared');
    bump(
      this.#reasons,
      uncertainty === 'below the threshold' ? `${uncertainty}, by ${worst.part}` : reason,
    );
    this.#example(`MISSED ${reason}`, x, y);
  }

  #example(reason, x, y) {
    const examples = this.#examples.get(reason) ?? { seen: 0, kept: [] };
    this.#examples.set(reason, examples);
    examples.seen += 1;
    // Keep every seventh example, so that the examples come from several sets.
    if (examples.kept.length < 400 && examples.seen % 7 === 1) examples.kept.push([x, y]);
  }

  print(listed) {
    const found = this.#right + this.#wrong;
    console.log(`\n## ${this.#title}\n`);
    console.log(`${this.#entries} entries, ${this.#wanted} pairs that are one card`);
    console.log(
      `precision ${percent(this.#right, found)} (${this.#wrong} of ${found} pairs wrong${this.#unjudged ? `, ${this.#unjudged} more not judged` : ''})`,
    );
    console.log(`recall    ${percent(this.#right, this.#wanted)}`);
    for (const [title, counts, whole] of [
      ['missed', this.#reasons, this.#wanted],
      ['wrong, though different in', this.#falseReasons, found],
    ]) {
      if (counts.size > 0) console.log(`${title}:`);
      for (const [reason, count] of [...counts].sort((a, b) => b[1] - a[1])) {
        console.log(
          `  ${String(count).padStart(7)}  ${percent(count, whole).padStart(8)}  ${reason}`,
        );
      }
    }
    if (this.#wantedByKind.size > 1) console.log('recall, and wrong pairs, by kind of difference:');
    for (const [kind, wanted] of [...this.#wantedByKind].sort((a, b) => b[1] - a[1])) {
      const recall = percent(this.#foundByKind.get(kind) ?? 0, wanted);
      console.log(
        `  ${String(wanted).padStart(7)}  ${recall.padStart(9)}  ${String(this.#wrongByKind.get(kind) ?? 0).padStart(6)}  ${kind}`,
      );
    }
    if (listed > 0) this.#list(listed);
  }

  #list(count) {
    for (const [reason, { kept }] of this.#examples) {
      console.log(`\n### ${reason}`);
      const step = Math.max(1, Math.floor(kept.length / count));
      for (const [x, y] of kept.filter((_, at) => at % step === 0).slice(0, count)) {
        const { score, parts } = compare(x.features, y.features, this.#knowledge);
        console.log(`- ${x.grader}: ${x.entry.description}\n  ${y.grader}: ${y.entry.description}`);
        console.log(
          `  ${score} ${parts
            .filter(({ cost }) => cost > 0)
            .map(({ part, finding, cost }) => `${part} −${cost.toFixed(2)}: ${finding}`)
            .join(' | ')}`,
        );
      }
    }
  }
}
