/** Maximum number of ids in one request. */
const MAX_IDS = 100;

/** Yields the ids in lists of at most 100, as many as `lookupCerts`, `findCerts` and `getCardPopulations` accept. */
export function* inBatches<Id>(ids: Iterable<Id>): Generator<readonly Id[], void> {
  let batch: Id[] = [];
  for (const id of ids) {
    if (batch.push(id) < MAX_IDS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
