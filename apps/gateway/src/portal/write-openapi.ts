import { writeFileSync } from 'node:fs';
import { openApiDocument } from '@gcd/contracts/openapi';

// Implements `npm run openapi`: writes the published document to the file given as an argument.
const [file = 'openapi.json'] = process.argv.slice(2);
writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
