const HISTORY = `getCardHistory('85c82c158cac20785082526b3bb6248031db6a66', {
  fields: 'totals',
})`;

/** Calls to the TypeScript client that send the example request of each operation, by path. */
const CALLS = {
  '/v1/certs/{grader}/{cert}': "lookupCert('psa', '64062046')",
  '/v1/certs/{grader}': "lookupCerts('psa', ['64062046', '61871631'])",
  '/v1/certs': "findCerts(['PSA 64062046', '61871631'])",
  '/v1/certs/{grader}/{cert}/population': "getCertPopulation('psa', '64062046')",
  '/v1/certs/{grader}/{cert}/verification': `verifyCert(
  'psa',
  '64062046',
  '1999 Pokemon Base Set Charizard 4/102 1st Edition PSA 7',
)`,
  '/v1/certs/{grader}/{cert}/images': "getCertImages('psa', '64062046')",
  '/v1/cards/{card_id}': "getCard('85c82c158cac20785082526b3bb6248031db6a66')",
  '/v1/cards/{card_id}/population': "getCardPopulation('85c82c158cac20785082526b3bb6248031db6a66')",
  '/v1/cards/population': `getCardPopulations([
  '85c82c158cac20785082526b3bb6248031db6a66',
  '6fc5ac57ef1022c49328d35926b89f7fa25c4bb2',
])`,
  '/v1/cards/{card_id}/population/history': HISTORY,
  '/v1/cards/search/simple': "searchSimple({ query: '1999 charizard 4/102' })",
  '/v1/cards/search/structured': "searchStructured({ query: '1999 charizard 4/102' })",
  '/v1/cards/search/suggest': "suggestSearch({ query: '1999 chariz' })",
  '/v1/cards/population/changes': 'listChanges()',
  '/v1/cards/population/movers': 'listMovers()',
  '/v1/sets': "listSets({ query: '1999 pokemon game' })",
  '/v1/sets/{set_id}': "getSet('375017c0baf54ba373cfaf35182151c1cc73f3a3')",
  '/v1/sets/{set_id}/cards': "listSetCards('375017c0baf54ba373cfaf35182151c1cc73f3a3')",
  '/v1/specs/{grader}/{spec_id}': "lookupSpec('540013')",
  '/v1/specs/{grader}/{spec_id}/population': "getSpecPopulation('540013')",
  '/v1/grades': 'listGrades()',
  '/v1/catalogs': 'listCatalogs()',
  '/v1/usage': 'getUsage()',
};

/** Renders the example request of an operation in each language, as Markdown code blocks. */
export function samplesOf(operation) {
  const isFile = operation.schema === undefined;
  const file = `${operation.target.split('/').slice(3).join('-')}.csv`;
  const blocks = {
    sh: curl(operation, isFile && file),
    ts: isFile ? typescriptFile(operation, file) : typescript(operation),
    python: isFile ? pythonFile(operation) : python(operation),
    go: go(operation, isFile && file),
  };
  return Object.entries(blocks)
    .map(([language, code]) => `\`\`\`${language}\n${code.trim()}\n\`\`\`\n`)
    .join('\n');
}

const curl = ({ target }, file) =>
  `curl -sS ${file ? `--compressed -o ${file} ` : ''}-H "x-api-key: $GCD_API_KEY" \\
  "$GCD_API_URL${target}"`;

const CLIENT = `const client = new GradedCardDataClient({
  baseUrl: process.env.GCD_API_URL ?? '',
  apiKey: process.env.GCD_API_KEY ?? '',
});`;

const typescript = ({ path, target }) =>
  CALLS[path]
    ? `
import { GradedCardDataClient } from '@gcd/client';

${CLIENT}
const data = await client.${CALLS[path]};
console.log(data);
`
    : `
const response = await fetch(\`\${process.env.GCD_API_URL}${target}\`, {
  headers: { 'x-api-key': process.env.GCD_API_KEY ?? '' },
});
console.log(await response.json());
`;

const typescriptFile = ({ path, target }, file) => `
import { GradedCardDataClient } from '@gcd/client';
import { saveCatalog } from '@gcd/client/node';

${CLIENT}
const options = { populations: ${path.endsWith('/populations')} };
const { size } = await saveCatalog(client, '${target.split('/')[3]}', '${file}', options);
console.log(size, 'bytes');
`;

const pythonRequest = ({ target }) => `request = urllib.request.Request(
    os.environ["GCD_API_URL"] + "${target}",
    headers={"x-api-key": os.environ["GCD_API_KEY"]},
)
with urllib.request.urlopen(request) as response:`;

const python = (operation) => `
import json, os, urllib.request

${pythonRequest(operation)}
    print(json.load(response)["data"])
`;

const pythonFile = (operation) => `
import csv, io, os, urllib.request

${pythonRequest(operation)}
    rows = csv.DictReader(io.TextIOWrapper(response, encoding="utf-8", newline=""))
    print(next(rows))
`;

const go = ({ target }, file) => `
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
)

func main() {
	request, err := http.NewRequest("GET", os.Getenv("GCD_API_URL")+"${target}", nil)
	if err != nil {
		panic(err)
	}
	request.Header.Set("x-api-key", os.Getenv("GCD_API_KEY"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
${file ? goFile(file) : GO_TEXT}
}
`;

const GO_TEXT = `	body, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(response.Status, string(body))`;

const goFile = (file) => `	file, err := os.Create("${file}")
	if err != nil {
		panic(err)
	}
	defer file.Close()
	bytes, err := io.Copy(file, response.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(response.Status, bytes, "bytes")`;
