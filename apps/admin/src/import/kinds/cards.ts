import {
  readCardId,
  readGrader,
  readLink,
  readOptionalCardId,
  readOptionalIdentifier,
  readOptionalText,
  readText,
} from '../fields.js';
import type { FileKind } from '../file-kind.js';

type Column =
  | 'card_id'
  | 'grader'
  | 'description'
  | 'spec_id'
  | 'grader_id2'
  | 'category'
  | 'year'
  | 'set_name'
  | 'name'
  | 'card_number'
  | 'parallel'
  | 'subset'
  | 'set_url'
  | 'universal_card_id';

/** `cards.csv`: the catalog entries of the graders. */
export const cards: FileKind<Column> = {
  name: 'cards',
  required: ['card_id', 'grader', 'description'],
  optional: [
    'spec_id',
    'grader_id2',
    'category',
    'year',
    'set_name',
    'name',
    'card_number',
    'parallel',
    'subset',
    'set_url',
    'universal_card_id',
  ],
  staged: {
    card_id: 'bytea',
    grader: 'grader',
    description: 'text',
    spec_id: 'text',
    grader_id2: 'text',
    category: 'text',
    year: 'text',
    set_name: 'text',
    name: 'text',
    card_number: 'text',
    parallel: 'text',
    subset: 'text',
    set_url: 'text',
    universal_card_id: 'bytea',
  },
  key: ['card_id'],
  read: (row) => [
    readCardId(row, 'card_id'),
    readGrader(row),
    readText(row, 'description'),
    readOptionalIdentifier(row, 'spec_id'),
    readOptionalIdentifier(row, 'grader_id2'),
    readOptionalText(row, 'category') ?? '',
    readOptionalText(row, 'year') ?? '',
    readOptionalText(row, 'set_name') ?? '',
    readOptionalText(row, 'name') ?? '',
    readOptionalText(row, 'card_number') ?? '',
    readOptionalText(row, 'parallel'),
    readOptionalText(row, 'subset'),
    readLink(row, 'set_url', ['https:', 'http:']),
    readOptionalCardId(row, 'universal_card_id'),
  ],
};
