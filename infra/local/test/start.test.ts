import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { testEnvironment } from '@gcd/testing/api.js';
import { type Collector, startCollector } from '@gcd/testing/collector.js';
import { createMigratedDatabase } from '@gcd/testing/migrated-database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { importDirectory } from '@gcd/testing/import-directory.js';
import { afterAll, describe, expect, it } from '@jest/globals';
import { dev, directory, npmRun, start, stop } from './npm-start.js';

let collector: Collector | undefined;
afterAll(() => collector?.close());

describe('npm start', () => {
  it('with SAMPLE=off and --without, starts the other apps with an empty database and explains how to import', async () => {
    // Use an existing PostgreSQL server.
    const env = {
      SAMPLE: 'off',
      DATA_DIR: path.join(directory, 'empty'),
      DATABASE_URL: await createMigratedDatabase('gcd_empty'),
    };
    const others = 'search,changes,catalogs,site';
    const empty = await start(['--without', 'certs', '--without', others], env);
    expect(empty.output()).toContain(`DATA_DIR=${env.DATA_DIR} npm run -s admin -- import`);
    expect(empty.output()).not.toContain('curl');
    const url = `${empty.apiUrl}/v1/certs/psa/1`;
    const status = async () => (await fetch(url, { headers: { 'x-api-key': empty.key } })).status;
    expect(await status()).toBe(503);
    expect(empty.output()).toMatch(/npm run dev -- certs\n[\s\S]*DATABASE_URL=postgres:/);
    const certs = await dev(['certs'], env);
    expect(await status()).toBe(404);
    await expect(dev(['cards'], env)).rejects.toThrow('npm start -- --without cards');
    expect(await stop(certs, 'SIGINT')).toBe(0);
    expect(await status()).toBe(503);
    expect(await stop(empty, 'SIGTERM')).toBe(0);
  });

  it('shows no notice about generated numbers if the database contains other data than the sample', async () => {
    const databaseUrl = await createMigratedDatabase('gcd_own_data');
    const dataset = path.join(directory, 'dataset');
    mkdirSync(dataset);
    writeFileSync(
      path.join(dataset, 'cards.csv'),
      `card_id,grader,description\n${'a'.repeat(40)},psa,x\n`,
    );
    await importDirectory(databaseUrl, dataset);
    const env = { DATA_DIR: path.join(directory, 'own'), DATABASE_URL: databaseUrl };
    const others = 'certs,cards,search,changes,catalogs,site,gateway';
    const started = await start(['--without', others], env);
    expect(started.output()).toContain('SAMPLE_DATA=false');
    expect(started.output()).not.toMatch(/The (API|documentation|site) is at|curl/);
    expect(await stop(started, 'SIGTERM')).toBe(0);
  });

  it('passes LOG_LEVEL and the settings of traces to the apps', async () => {
    collector = await startCollector();
    const env = {
      SAMPLE: 'off',
      DATA_DIR: path.join(directory, 'traced'),
      DATABASE_URL: await createMigratedDatabase('gcd_traced'),
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    };
    const traced = await start(['--without', 'certs,cards,search,changes,catalogs,site'], env);
    expect(traced.output()).toContain(` is at ${traced.apiUrl}/docs#key=gcd_live_`);
    expect(traced.output()).not.toContain('The site is at');
    const certs = await dev(['certs'], { ...env, LOG_LEVEL: 'silent' });
    expect(certs.output()).not.toContain('"level":');
    await fetch(`${traced.apiUrl}/v1/certs/psa/1`, { headers: { 'x-api-key': traced.key } });
    await eventually(async () =>
      expect(collector?.spans.map(({ service }) => service)).toEqual(
        expect.arrayContaining(['gateway', 'certs']),
      ),
    );
    expect(readFileSync(path.join(env.DATA_DIR, 'logs/gateway.log'), 'utf8')).toContain(
      '"level":20,',
    );
    await stop(certs, 'SIGINT');
    await stop(traced, 'SIGTERM');
  });

  it.each([
    [['--port', '70000'], {}, '--port must be a port from 0 to 65535'],
    [['--site-port', 'x'], {}, '--site-port'],
    [['--colour'], {}, '--colour'],
    [['--without', 'cert'], {}, 'cert is not an app'],
    [[], { SAMPLE: 'maybe' }, 'SAMPLE'],
  ])('rejects the arguments %j in the environment %j', async (args, env, text) => {
    await expect(start(args, env)).rejects.toThrow(text);
  });

  it('reports a port that is in use before it starts any processes', async () => {
    const taken = createServer().listen(0);
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await expect(start(['--port', String(port)])).rejects.toThrow(`Port ${port} is in use`);
    taken.close();
  });
});

describe('npm run admin', () => {
  it('says that nothing is running, and that DATA_DIR selects another instance', async () => {
    await expect(npmRun('admin -- status')).rejects.toThrow(
      /Nothing is running on .*data\. Run `npm start`, set DATA_DIR .*, or set DATABASE_URL\./,
    );
  });
});

describe('npm run dev with one app', () => {
  it('explains which servers are missing if none are running', async () => {
    await expect(dev(['certs'])).rejects.toThrow('npm start -- --without certs');
  });

  it('gives catalogs the cursor keys of the Compose project', async () => {
    const programs = path.join(directory, 'programs');
    mkdirSync(programs);
    writeFileSync(
      path.join(programs, 'docker'),
      `#!/bin/sh
case "$*" in
  */run/secrets/env) echo 'NATS_URL=${testEnvironment('TEST_NATS_URL')}' ;;
  */run/secrets/cursor-keys) echo ${'5'.repeat(64)} ;;
esac
`,
      { mode: 0o755 },
    );
    const env = { PATH: `${programs}:${process.env.PATH}` };
    expect(await stop(await dev(['catalogs', '--compose'], env), 'SIGTERM')).toBe(0);
  });
});
