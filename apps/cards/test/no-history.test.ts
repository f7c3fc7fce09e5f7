import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  asRole,
  environmentOf,
  type RunningApp,
  type Server,
  type Stack,
  type StackOptions,
  startApp,
  startNats,
  startStack,
} from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiResponse, fixtureCard, testEnvironment } from '@gcd/testing/api.js';
import { createDatabase, MIGRATED_TEMPLATE } from '@gcd/testing/database.js';
import { importDirectory } from '@gcd/testing/import-directory.js';
import { openServices, type Services } from '@gcd/testing/service.js';

const CARD = fixtureCard('7a');

let directory: string;
let databaseUrl: string;
let natsServer: Server;
let stack: Stack;
let second: RunningApp;
let services: Services;
let send: (target: string) => Promise<ApiResponse>;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-no-history-'));
  databaseUrl = await createDatabase(
    testEnvironment('TEST_DATABASE_URL'),
    'gcd_no_history',
    MIGRATED_TEMPLATE,
  );
  natsServer = await startNats({
    dir: path.join(directory, 'nats'),
    keep: false,
    log: () => undefined,
  });
  await load('cards.csv', `card_id,grader,description\n${CARD},psa,ONE CARD\n`);
  const options: StackOptions = {
    databaseAs: asRole(databaseUrl),
    natsUrl: natsServer.url,
    redisUrl: testEnvironment('TEST_REDIS_URL'),
    logDir: path.join(directory, 'logs'),
    apps: ['cards'],
  };
  stack = await startStack(options);
  second = await startApp('cards', environmentOf('cards', options), options.logDir);
  services = await openServices(natsServer.url);
  send = services.get;
});

afterAll(async () => {
  await services?.close();
  await stack?.stop();
  await second?.stop();
  await natsServer?.stop();
});

async function load(file: string, text: string): Promise<void> {
  writeFileSync(path.join(directory, file), text);
  await importDirectory(databaseUrl, directory);
}

describe('card history before and after imports', () => {
  it('returns 503 before any date is recorded [S185 S255]', async () => {
    const { status, body } = await send(`/v1/cards/${CARD}/population/history`);
    expect([status, body.error.code]).toEqual([503, 'as_of_unavailable']);
    const { body: card } = await send(`/v1/cards/${CARD}?include=growth`);
    expect(card.data.growth).toEqual({
      as_of: null,
      ...{ week: null, month: null, quarter: null, year: null },
    });
    const unknown = await send(`/v1/cards/${fixtureCard('7b')}/population/history`);
    expect(unknown.body.error.code).toBe('card_not_found');
  });

  it('includes imported counts as soon as the import ends, whichever instance replies', async () => {
    await load('populations.csv', `card_id,date,grades\n${CARD},2026-02-28,"{""psa_10"":3}"\n`);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => send(`/v1/cards/${CARD}/population/history`)),
    );
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(body.data.population.window).toMatchObject({
        as_of: '2026-02-28',
        start: '2023-03-04',
        points: 79,
      });
      expect(body.data.population.population_data.total).toBe(3);
    }
  });

  it('is available under both ids after a card is matched [S37]', async () => {
    const other = fixtureCard('7c');
    await load(
      'cards.csv',
      `card_id,grader,description\n${CARD},psa,ONE CARD\n${other},cgc,One card\n`,
    );
    await load('matches.csv', `card_id,universal_card_id\n${other},${CARD}\n`);
    const { body } = await send(`/v1/cards/${other}/population`);
    expect(body.data).toMatchObject({ card_id: other, universal_card_id: CARD, grader: 'cgc' });
    expect(body.data.population.graders_included).toEqual(['psa', 'cgc']);
  });
});
