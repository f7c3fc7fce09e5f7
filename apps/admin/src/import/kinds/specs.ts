import { readGrader, readOptionalIdentifier } from '../fields.js';
import type { FileKind } from '../file-kind.js';
import { Rejection, shown } from '../rejection.js';

/** `specs.csv`: spec numbers without a card. */
export const specs: FileKind<'grader' | 'spec_id' | 'status' | 'grader_id2'> = {
  name: 'specs',
  required: ['grader', 'spec_id', 'status'],
  optional: ['grader_id2'],
  staged: { grader: 'grader', spec_id: 'text', grader_id2: 'text', status: 'spec_status' },
  key: ['grader', 'spec_id', 'grader_id2'],
  read(row) {
    const grader = readGrader(row);
    const specId = readOptionalIdentifier(row, 'spec_id');
    if (specId === null) throw new Rejection('spec_id', 'is empty');
    if (row.status !== 'processing' && row.status !== 'unmapped') {
      throw new Rejection('status', `${shown(row.status)} is neither processing nor unmapped`);
    }
    return [grader, specId, readOptionalIdentifier(row, 'grader_id2') ?? '', row.status];
  },
};
