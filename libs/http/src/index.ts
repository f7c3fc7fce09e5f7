export { matchesEtag, prefersGzip, type Representation, select } from './conditional-request.js';
export { httpRejections, httpSeconds } from './metrics.js';
export { OpenRequests } from './open-requests.js';
