// Writes the OpenAPI document:  node apps/docs/portal/write-openapi.js docs/openapi.json
import { writeFileSync } from 'node:fs';
import { openApiDocument } from '@gcd/contracts/openapi';

const [file = 'openapi.json'] = process.argv.slice(2);
writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
