// Sends the requests that `npm start` printed as curl commands, without using curl. Usage: request.mjs FILE
import { readFileSync } from 'node:fs';

const CURL = /curl -H '([\w-]+): (\w+)' '([^']+)'/g;

const requests = [...readFileSync(process.argv[2], 'utf8').matchAll(CURL)];
if (requests.length === 0) throw new Error('no curl line found');
for (const [, name, value, url] of requests) {
  const response = await fetch(url, { headers: { [name]: value } });
  const { data } = await response.json();
  if (response.status !== 200 || !data) throw new Error(`${url}: ${response.status}`);
  console.log(`${response.status} ${url}`);
}
