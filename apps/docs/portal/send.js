import { request } from 'node:http';

/** Sends a request with arbitrary headers. @returns the response: `{ status, headers, body }` */
export function send(url, headers) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode, headers: response.headers, body });
      });
    });
    sent.on('error', reject);
    if ('content-length' in headers) sent.flushHeaders();
    else sent.end();
  });
}
