// Generates clients from docs/openapi.json with common generators, and compiles them. Without names, runs every
// generator whose compiler is installed. The first run takes about 8 minutes:
//
// npm run check:generators
// npm run check:generators -- orval oapi-codegen
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const DOCUMENT = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));
/** Pinned versions, so that the check can fail only because of a change to docs/openapi.json. */
const PACKAGES = {
  'openapi-typescript': ['openapi-typescript@7.13.0'],
  'hey-api': ['@hey-api/openapi-ts@0.99.0'],
  'swagger-typescript-api': ['swagger-typescript-api@13.13.0'],
  orval: ['orval@8.38.0'],
  // Version 5 requires a newer version of Node.
  kubb: ['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client'].map(
    (name) => `@kubb/${name}@4.39.3`,
  ),
};
const TYPESCRIPT = {
  'openapi-typescript': 'openapi-typescript openapi.json -o openapi-typescript/api.ts',
  'hey-api': 'openapi-ts -i openapi.json -o hey-api',
  'swagger-typescript-api':
    'swagger-typescript-api generate -p openapi.json -o swagger-typescript-api -n api.ts',
  orval: 'orval --input ./openapi.json --output ./orval/api.ts --client fetch',
  kubb: 'kubb generate',
};
const KUBB_CONFIG = `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  input: { path: './openapi.json' },
  output: { path: './kubb', format: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'fetch' })],
});
`;
const OPTIONS = {
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  // The code that kubb generates includes file extensions in imports.
  allowImportingTsExtensions: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
};

const OPENAPI_GENERATOR = '7.25.0';
const JAR = `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`;
const MAVEN_COPY = `mvn -q -B dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR} -DoutputDirectory=.`;
const openapiGenerator = (language, options = '') =>
  `test -f ${JAR} || ${MAVEN_COPY}; java -jar ${JAR} generate -i openapi.json -g ${language} -o ${language} ${options}`;
/** Java and Go have a setter of \`name\`, which would have the same name as the field \`set_name\`. */
const RENAMED = '--name-mappings set_name=nameOfSet';
/** Builds the generated Kotlin, whose own build downloads Gradle. */
const POM = `<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>
<properties><k>2.2.20</k></properties><dependencies>
<dependency><groupId>org.jetbrains.kotlin</groupId><artifactId>kotlin-reflect</artifactId><version>\${k}</version></dependency>
<dependency><groupId>com.squareup.moshi</groupId><artifactId>moshi-kotlin</artifactId><version>1.15.2</version></dependency>
<dependency><groupId>com.squareup.okhttp3</groupId><artifactId>okhttp</artifactId><version>4.12.0</version></dependency>
</dependencies><build><sourceDirectory>src/main/kotlin</sourceDirectory><plugins><plugin>
<groupId>org.jetbrains.kotlin</groupId><artifactId>kotlin-maven-plugin</artifactId><version>\${k}</version>
<executions><execution><goals><goal>compile</goal></goals></execution></executions>
</plugin></plugins></build></project>`;

/** Generators of other languages, each with the programs that it needs and its commands. */
const OTHERS = {
  'oapi-codegen': {
    programs: ['go'],
    commands: [
      'mkdir -p oapi-codegen && cd oapi-codegen && go mod init check',
      'cd oapi-codegen && go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -generate types,client -package check -o api.go ../openapi.json',
      'cd oapi-codegen && go mod tidy && go build ./...',
    ],
  },
  'openapi-generator-go': {
    programs: ['java', 'mvn', 'go'],
    commands: [
      openapiGenerator('go', `--additional-properties=enumClassPrefix=true ${RENAMED}`),
      'cd go && go build ./...',
    ],
  },
  'openapi-generator-java': {
    programs: ['java', 'mvn'],
    commands: [openapiGenerator('java', RENAMED), 'cd java && mvn -q -B compile'],
  },
  'openapi-generator-kotlin': {
    programs: ['java', 'mvn'],
    commands: [
      openapiGenerator('kotlin', '--additional-properties=enumPropertyNaming=UPPERCASE'),
      `cd kotlin && cp ../pom.xml . && mvn -q -B compile`,
    ],
  },
  'openapi-generator-rust': {
    programs: ['java', 'mvn', 'cargo'],
    commands: [openapiGenerator('rust'), 'cd rust && cargo check -q'],
  },
  'openapi-generator-csharp': {
    programs: ['java', 'mvn', 'dotnet'],
    commands: [openapiGenerator('csharp'), 'cd csharp && dotnet build'],
  },
};

const directory = mkdtempSync(path.join(tmpdir(), 'gcd-generators-'));

/** Runs a command in the directory. @throws Error with its output if the command fails */
function run(command) {
  const { status, stdout, stderr } = spawnSync(command, { cwd: directory, shell: true });
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`);
}

const isMissing = (program) => spawnSync('which', [program]).status !== 0;

const all = [...Object.keys(TYPESCRIPT), ...Object.keys(OTHERS)];
const chosen = process.argv.length > 2 ? process.argv.slice(2) : all;
const unknown = chosen.find((name) => !all.includes(name));
if (unknown) throw new Error(`${unknown} must be one of: ${all.join(', ')}`);

try {
  copyFileSync(DOCUMENT, path.join(directory, 'openapi.json'));
  writeFileSync(path.join(directory, 'package.json'), '{"private": true, "type": "module"}');
  writeFileSync(path.join(directory, 'kubb.config.js'), KUBB_CONFIG);
  writeFileSync(path.join(directory, 'pom.xml'), POM);
  const config = {
    compilerOptions: OPTIONS,
    include: Object.keys(TYPESCRIPT),
  };
  writeFileSync(path.join(directory, 'tsconfig.json'), JSON.stringify(config));
  const typescript = chosen.filter((name) => name in TYPESCRIPT);
  const packages = typescript.flatMap((name) => PACKAGES[name]);
  if (packages.length > 0)
    run(
      `npm install --no-audit --no-fund --prefer-offline --ignore-scripts typescript@5.9.3 ${packages.join(' ')}`,
    );
  for (const name of typescript) run(`npx ${TYPESCRIPT[name]}`);
  if (typescript.length > 0) run('npx tsc -p tsconfig.json');
  for (const name of typescript) console.log(`${name}: generated and compiled`);
  for (const name of chosen.filter((each) => each in OTHERS)) {
    const { programs, commands } = OTHERS[name];
    const missing = programs.filter(isMissing);
    if (missing.length === 0) for (const command of commands) run(command);
    console.log(
      missing.length > 0
        ? `${name}: SKIPPED, because ${missing.join(' and ')} cannot be found`
        : `${name}: generated and compiled`,
    );
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
