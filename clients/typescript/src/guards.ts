import { ERROR_CODES, ERROR_REASONS, GRADE_KEYS, GRADER_NAMES, GRADERS } from './schemas.js';

function guardOf<Value extends string>(values: readonly Value[]) {
  return (value: unknown): value is Value => (values as readonly unknown[]).includes(value);
}

/** Whether a value is the normalized name of a grader. */
export const isGrader = guardOf(GRADERS);
/** Whether a value is the normalized name of a grader, or an alias, in lower case. */
export const isGraderName = guardOf(GRADER_NAMES);
/** Whether a value is a grade label key, such as `psa_10`, that this version of the client knows. */
export const isGradeKey = guardOf(GRADE_KEYS);
/** Whether a value is an error code of the API that this version of the client knows. */
export const isErrorCode = guardOf(ERROR_CODES);
/** Whether a value is a reason in the details of an error that this version of the client knows. */
export const isErrorReason = guardOf(ERROR_REASONS);
