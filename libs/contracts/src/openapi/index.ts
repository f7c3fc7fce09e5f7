export { LOCAL_URL, type OperatorInfo, openApiDocument } from './document.js';
export type { Json } from './schemas.js';
