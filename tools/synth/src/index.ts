export { Random } from './random.js';
export { drawSubgrades, type Subgrades } from './subgrades.js';
export { synthesize } from './synthesize.js';
