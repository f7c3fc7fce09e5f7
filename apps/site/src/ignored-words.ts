import { parseGrader } from '@gcd/contracts/graders';
import { searchWords } from './words.js';

const GRADE_WORDS: ReadonlySet<string> = new Set(['gem', 'graded', 'mint', 'mt', 'near', 'nm']);
const GRADE_NUMBER = /^(10|[1-9](\.5)?)$/;

/**
 * Selects the words that a search ignored and that say which card is meant. Graders and grades say which copy is meant.
 * The API compares words with labels, but a display name can have words that no label has, such as `Unlimited`.
 * @param displayName of the first card found
 */
export function missingWords(ignored: readonly string[], displayName: string): readonly string[] {
  const named = searchWords(displayName);
  // A number is a grade only after a grader or a word for a grade.
  let isGrade = false;
  const isOfCopy = (part: string): boolean => {
    if (isGrade && GRADE_NUMBER.test(part)) return true;
    const isNamed = parseGrader(part) !== null || GRADE_WORDS.has(part);
    isGrade ||= isNamed;
    return isNamed;
  };
  return ignored.filter((word) => {
    const parts = word.toLowerCase().match(/\p{L}+|[\d.]+/gu) ?? [word];
    return !parts.every(isOfCopy) && !searchWords(word).every((each) => named.includes(each));
  });
}
