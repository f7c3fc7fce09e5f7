const CARD = '85c82c158cac20785082526b3bb6248031db6a66';
const SET = '375017c0baf54ba373cfaf35182151c1cc73f3a3';

/**
 * The method of the clients that sends the example request of each operation, with its arguments, by path. An object has
 * the query parameters.
 */
const CALLS = {
  '/v1/certs/{grader}/{cert}': ['lookupCert', 'psa', '64062046'],
  '/v1/certs/{grader}': ['lookupCerts', 'psa', ['64062046', '61871631']],
  '/v1/certs': ['findCerts', ['PSA 64062046', '61871631']],
  '/v1/certs/{grader}/{cert}/population': ['getCertPopulation', 'psa', '64062046'],
  '/v1/certs/{grader}/{cert}/verification': [
    'verifyCert',
    'psa',
    '64062046',
    '1999 Pokemon Base Set Charizard 4/102 1st Edition PSA 7',
  ],
  '/v1/certs/{grader}/{cert}/images': ['getCertImages', 'psa', '64062046'],
  '/v1/cards/{card_id}': ['getCard', CARD],
  '/v1/cards/{card_id}/population': ['getCardPopulation', CARD],
  '/v1/cards/population': [
    'getCardPopulations',
    [CARD, '6fc5ac57ef1022c49328d35926b89f7fa25c4bb2'],
  ],
  '/v1/cards/{card_id}/population/history': ['getCardHistory', CARD, { fields: 'totals' }],
  '/v1/cards/search/simple': ['searchSimple', { query: '1999 charizard 4/102' }],
  '/v1/cards/search/structured': ['searchStructured', { query: '1999 charizard 4/102' }],
  '/v1/cards/search/suggest': ['suggestSearch', { query: '1999 chariz' }],
  '/v1/cards/population/changes': ['listChanges'],
  '/v1/cards/population/movers': ['listMovers'],
  '/v1/cards/population/activity': ['getActivity'],
  '/v1/sets': ['listSets', { query: '1999 pokemon game' }],
  '/v1/sets/{set_id}': ['getSet', SET],
  '/v1/sets/{set_id}/cards': ['listSetCards', SET],
  '/v1/specs/{grader}/{spec_id}': ['lookupSpec', '540013'],
  '/v1/specs/{grader}/{spec_id}/population': ['getSpecPopulation', '540013'],
  '/v1/grades': ['listGrades'],
  '/v1/catalogs': ['listCatalogs'],
  '/v1/usage': ['getUsage'],
};

/** Renders the example request of an operation in each language, as Markdown code blocks. */
export function samplesOf(operation) {
  const isFile = operation.schema === undefined;
  const file = `${operation.target.split('/').slice(3).join('-')}.csv`;
  const blocks = {
    sh: curl(operation, isFile && file),
    ts: isFile ? typescriptFile(operation, file) : typescript(operation),
    python: isFile ? pythonFile(operation, file) : python(operation),
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
  baseUrl: process.env.GCD_API_URL,
  apiKey: process.env.GCD_API_KEY ?? '',
});`;

/** Renders the arguments of a call, each on its own line if they are long. */
function argumentsOf(values, quote, named, indent) {
  const quoted = (value) => `${quote}${value}${quote}`;
  const shown = values.map((value) => {
    if (Array.isArray(value)) return `[${value.map(quoted).join(', ')}]`;
    return typeof value === 'string' ? quoted(value) : named(value, quoted);
  });
  const line = shown.join(', ');
  if (line.length < 60) return line;
  const inner = indent.repeat(2) || '  ';
  return `${shown.map((each) => `\n${inner}${each},`).join('')}\n${indent}`;
}

const typescript = ({ path }) => {
  const [method, ...values] = CALLS[path];
  const options = (value, quoted) =>
    `{ ${Object.entries(value).map(([name, text]) => `${name}: ${quoted(text)}`)} }`;
  return `
import { GradedCardDataClient } from '@gcd/client';

${CLIENT}
const data = await client.${method}(${argumentsOf(values, "'", options, '')});
console.log(data);
`;
};

const typescriptFile = ({ path, target }, file) => `
import { GradedCardDataClient } from '@gcd/client';
import { saveCatalog } from '@gcd/client/node';

${CLIENT}
const options = { populations: ${path.endsWith('/populations')} };
const { size } = await saveCatalog(client, '${target.split('/')[3]}', '${file}', options);
console.log(size, 'bytes');
`;

const pythonCall = (call) => `
import os

from gcd_client import GradedCardDataClient

with GradedCardDataClient(os.environ["GCD_API_KEY"], os.environ["GCD_API_URL"]) as client:
    data = client.${call}
    print(data)
`;

function python({ path }) {
  const [method, ...values] = CALLS[path];
  const name = method.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const keywords = (value, quoted) =>
    Object.entries(value)
      .map(([key, text]) => `${key}=${quoted(text)}`)
      .join(', ');
  return pythonCall(`${name}(${argumentsOf(values, '"', keywords, '    ')})`);
}

const pythonFile = ({ path, target }, file) =>
  pythonCall(
    `save_catalog("${target.split('/')[3]}", "${file}"${path.endsWith('/populations') ? ', populations=True' : ''})`,
  );

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
