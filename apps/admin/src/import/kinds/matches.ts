import { readCardId, readOptionalCardId } from '../fields.js';
import type { FileKind } from '../file-kind.js';

/** `matches.csv`: decisions on which entries are one card. An empty universal id takes the card out of its group. */
export const matches: FileKind<'card_id' | 'universal_card_id'> = {
  name: 'matches',
  required: ['card_id', 'universal_card_id'],
  optional: [],
  staged: { card_id: 'bytea', universal_card_id: 'bytea' },
  key: ['card_id'],
  read: (row) => [readCardId(row, 'card_id'), readOptionalCardId(row, 'universal_card_id')],
};
