export {
  type Decisions,
  type UncertainMatch,
  type UncertainReason,
  decideBlock,
  LEAD,
  type Candidate,
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
export { blockOf, type Entry, type Features, featuresOf, yearAndNumberOf } from './features.js';
export { type Knowledge, NOTHING_KNOWN } from './knowledge.js';
export { Learner } from './learn.js';
export { resolveNames } from './resolve-names.js';
