export * from './block.js';
export * from './context.js';
export * from './counts.js';
export * from './cross-grader.js';
export * from './grader-card.js';
export * from './group.query.js';
export * from './history.js';
export * from './summary.js';
