import { FORMATS, readGrader, readGraderNumber, readOptionalIdentifier } from '../fields.js';
import type { FileKind } from '../file-kind.js';
import { mustBe } from '../rejection.js';

const STATUS = 'processing or unmapped';

export const specs: FileKind<'grader' | 'spec_id' | 'status' | 'grader_id2'> = {
  name: 'specs',
  description:
    'Each row is a spec number without a card. The spec gets a card when `cards.csv` contains a row with its `spec_id`.',
  columns: {
    grader: { required: true, format: FORMATS.grader, example: 'psa' },
    spec_id: { required: true, format: FORMATS.identifier, example: '9000001' },
    status: {
      required: true,
      format: STATUS,
      example: 'processing',
      note: '`processing` means that the mapping is in progress, and `unmapped` that the number has no card.',
    },
    grader_id2: { format: FORMATS.identifier, example: '' },
  },
  staged: { grader: 'grader', spec_id: 'text', grader_id2: 'text', status: 'spec_status' },
  key: ['grader', 'spec_id', 'grader_id2'],
  read(row) {
    const grader = readGrader(row);
    const specId = readGraderNumber(row, 'spec_id', grader);
    if (row.status !== 'processing' && row.status !== 'unmapped') {
      throw mustBe('status', STATUS, row.status);
    }
    return [grader, specId, readOptionalIdentifier(row, 'grader_id2') ?? '', row.status];
  },
};
