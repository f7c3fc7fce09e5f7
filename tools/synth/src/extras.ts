import { Random } from './random.js';
import { FIRST_NAMES, LAST_NAMES } from './vocabulary.js';

export const SPEC_COLUMNS = 'grader,spec_id,status';
export const AUTHENTICATION_COLUMNS =
  'cert,description,result,primary_subjects,other_subjects,retrieved_month';

/** Number of grader cards per spec without a card, and number of certs per authentication record. */
const [CARDS_PER_SPEC, CERTS_PER_AUTHENTICATION] = [500, 2000];
const FIRST_SPEC = 2_000_000_000;
const FIRST_CERT = 900_000_000;
const ITEMS = ['BASEBALL', 'JERSEY', 'CUT SIGNATURE', '8X10 PHOTOGRAPH', 'INDEX CARD'];

/** Generates the rows of `specs.csv`: PSA specs without a card. */
export function* specLines(cards: number): Generator<string> {
  for (let at = 0; at < Math.floor(cards / CARDS_PER_SPEC); at += 1) {
    yield `psa,${FIRST_SPEC + at},${at % 4 === 3 ? 'unmapped' : 'processing'}\n`;
  }
}

/** Generates the rows of `authentications.csv`: items whose signature was authenticated without grading the item. */
export function* authenticationLines(seed: string, certs: number): Generator<string> {
  const random = new Random(`${seed} authentications`);
  const name = () => `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
  for (let at = 0; at < Math.floor(certs / CERTS_PER_AUTHENTICATION); at += 1) {
    const others = random.chance(0.2) ? `${name()}|${name()}` : '';
    const result = random.chance(0.2) ? 'Not Authentic' : 'Authentic';
    yield `${FIRST_CERT + at},SIGNED ${random.pick(ITEMS)},${result},${name()},${others},2026-09\n`;
  }
}
