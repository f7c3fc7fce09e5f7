import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { createMigratedDatabase } from '@gcd/testing/migrated-database.js';
import { importDirectory } from '@gcd/testing/import-directory.js';
import { describe, expect, it } from '@jest/globals';
import { dev, directory, npmRun, start, stop } from './npm-start.js';

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

  it('says that OpenSearch needs Java and Maven before it starts any processes', async () => {
    const env = { DATA_DIR: path.join(directory, 'no-java'), PATH: directory };
    await expect(start(['--search', 'opensearch'], env)).rejects.toThrow(
      'OpenSearch needs Java 17 and Maven, but java and mvn cannot be run.',
    );
    expect(existsSync(env.DATA_DIR)).toBe(false);
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
});
