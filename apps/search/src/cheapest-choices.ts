export interface Option<Value> {
  readonly value: Value;
  readonly cost: number;
}

/** A list of positions. Each position has several options for its value. */
export interface Positions<Value> {
  /** Fixed cost, added to the costs of the chosen options. */
  readonly cost: number;
  readonly options: readonly (readonly Option<Value>[])[];
}

interface State<Value> {
  readonly cost: number;
  readonly of: Positions<Value>;
  readonly chosen: readonly number[];
}

/**
 * Generates every combination of one option per position, from the cheapest to the most expensive, by best-first
 * search.
 */
export function* cheapestChoices<Value>(
  all: readonly Positions<Value>[],
): Generator<{ readonly values: Value[]; readonly cost: number }> {
  const open = all.map((of) => startOf(of));
  const seen = new Set<string>();
  while (open.length > 0) {
    const state = takeCheapest(open);
    yield {
      values: state.chosen.map((at, position) => optionAt(state.of, position, at).value),
      cost: state.cost,
    };
    state.chosen.forEach((at, position) => {
      const next = state.of.options[position]?.[at + 1];
      if (!next) return;
      const chosen = state.chosen.with(position, at + 1);
      // Skip a combination that was already reached by choosing its options in a different order.
      const key = `${all.indexOf(state.of)} ${chosen}`;
      if (seen.has(key)) return;
      seen.add(key);
      const cost = state.cost + next.cost - optionAt(state.of, position, at).cost;
      open.push({ cost, of: state.of, chosen });
    });
  }
}

function startOf<Value>(of: Positions<Value>): State<Value> {
  const cost = of.options.reduce((sum, [first]) => sum + (first?.cost ?? 0), of.cost);
  return { cost, of, chosen: of.options.map(() => 0) };
}

function optionAt<Value>(of: Positions<Value>, position: number, at: number): Option<Value> {
  return of.options[position]?.[at] as Option<Value>;
}

/**
 * Removes the cheapest state from the list and returns it. A linear scan is fast enough, because the list contains few
 * states.
 */
function takeCheapest<Value>(open: State<Value>[]): State<Value> {
  let best = 0;
  open.forEach(({ cost }, index) => {
    if (cost < (open[best] as State<Value>).cost) best = index;
  });
  return open.splice(best, 1)[0] as State<Value>;
}
