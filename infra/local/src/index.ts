export { runAdmin } from './admin-process.js';
export { type RunningApp, SERVING_APPS, type ServingApp, startApp } from './apps.js';
export { cursorKeysFile } from './cursor-keys.js';
export { asRole } from './roles.js';
export { dataDir, findRunning } from './running.js';
export * from './servers/index.js';
export { environmentOf, type Stack, type StackOptions, startStack } from './stack.js';
