import {
  FORMATS,
  readCardId,
  readGrader,
  readGraderNumber,
  readLink,
  readOptionalCardId,
  readOptionalIdentifier,
  readOptionalText,
  readText,
} from '../fields.js';
import type { FileKind } from '../file-kind.js';

type Name =
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

const CARD_ID = '85c82c158cac20785082526b3bb6248031db6a66';

export const cards: FileKind<Name> = {
  name: 'cards',
  description: "Each row is a grader card: a grader's own record of a card.",
  columns: {
    card_id: { required: true, format: FORMATS.cardId, example: CARD_ID },
    grader: {
      required: true,
      format: FORMATS.grader,
      example: 'psa',
      note: 'The grader of an existing card cannot be changed.',
    },
    description: {
      required: true,
      format: FORMATS.text,
      example: '1999 POKEMON GAME 1ST EDITION #4 CHARIZARD-HOLO',
    },
    spec_id: {
      format: FORMATS.identifier,
      example: '540013',
      note: "The grader's own number for the card. Only Beckett uses the same number for several cards.",
    },
    grader_id2: {
      format: FORMATS.identifier,
      example: '',
      note: 'Distinguishes Beckett cards with the same spec number, so each of them needs a different value.',
    },
    category: { format: FORMATS.text, example: 'Pokemon' },
    year: { format: FORMATS.text, example: '1999' },
    set_name: { format: FORMATS.text, example: 'Pokemon Game' },
    name: { format: FORMATS.text, example: 'Charizard-Holo' },
    card_number: { format: FORMATS.text, example: '4' },
    parallel: { format: FORMATS.text, example: '1st Edition' },
    subset: { format: FORMATS.text, example: '' },
    set_url: {
      format: FORMATS.link,
      example: 'https://www.psacard.com/pop/tcg-cards/1999/pokemon-game/27451',
    },
    universal_card_id: {
      format: FORMATS.cardId,
      example: CARD_ID,
      note: 'Records a manual match. An empty value changes nothing. To unmatch a card, use `matches.csv`.',
    },
  },
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
  read(row) {
    const cardId = readCardId(row, 'card_id');
    const grader = readGrader(row);
    return [
      cardId,
      grader,
      readText(row, 'description'),
      row.spec_id === '' ? null : readGraderNumber(row, 'spec_id', grader),
      readOptionalIdentifier(row, 'grader_id2'),
      readOptionalText(row, 'category') ?? '',
      readOptionalText(row, 'year') ?? '',
      readOptionalText(row, 'set_name') ?? '',
      readOptionalText(row, 'name') ?? '',
      readOptionalText(row, 'card_number') ?? '',
      readOptionalText(row, 'parallel'),
      readOptionalText(row, 'subset'),
      readLink(row, 'set_url', 'link'),
      readOptionalCardId(row, 'universal_card_id'),
    ];
  },
};
