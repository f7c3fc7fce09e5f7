const MAX_IN_FLIGHT = 4;

/** Processes several items at a time, and yields the results in the order of the items. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<readonly [Item, Result]> {
  const begun: (readonly [Item, Promise<Result>])[] = [];
  for (const item of items) {
    const result = work(item);
    // Without this handler, a rejection would be unhandled until the result is awaited.
    result.catch(() => undefined);
    begun.push([item, result]);
    if (begun.length < MAX_IN_FLIGHT) continue;
    const first = begun.shift();
    if (first) yield [first[0], await first[1]];
  }
  for (const [item, result] of begun) yield [item, await result];
}
