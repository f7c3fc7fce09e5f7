import { FORMATS, readCardId, readOptionalCardId } from '../fields.js';
import type { FileKind } from '../file-kind.js';

export const matches: FileKind<'card_id' | 'universal_card_id'> = {
  name: 'matches',
  description:
    'Each row is a manual decision that a grader card belongs to a certain universal card, or to none.',
  columns: {
    card_id: {
      required: true,
      format: FORMATS.cardId,
      example: 'd3d23d5713b637f10a8c68b0a41d6e0a5ba61f3e',
    },
    universal_card_id: {
      required: true,
      format: FORMATS.cardId,
      example: '85c82c158cac20785082526b3bb6248031db6a66',
      note: 'An empty value unmatches the grader card.',
    },
  },
  staged: { card_id: 'bytea', universal_card_id: 'bytea' },
  key: ['card_id'],
  read: (row) => [readCardId(row, 'card_id'), readOptionalCardId(row, 'universal_card_id')],
};
