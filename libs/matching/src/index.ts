export {
  type Decisions,
  type Doubt,
  type DoubtReason,
  decideBlock,
  LEAD,
  type Placed,
  type Union,
} from './block.js';
export {
  type Comparison,
  compare,
  DIFFERENT_BELOW,
  type Part,
  SAME_FROM,
  type Verdict,
} from './compare.js';
export { blockOf, type Entry, type Facts, factsOf } from './facts.js';
