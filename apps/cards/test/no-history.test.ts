import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  asRole,
  environmentOf,
  type RunningApp,
  type Stack,
  startApp,
  startStack,
} from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiResponse, fixtureCard } from '@gcd/testing/api.js';
import { createMigratedDatabase } from '@gcd/testing/migrated-database.js';
import { importDirectory } from '@gcd/testing/import-directory.js';
import { type OwnNats, startOwnNats } from '@gcd/testing/own-nats.js';
import { openServices, type Services } from '@gcd/testing/service.js';

const CARD = fixtureCard('7a');

let directory: string;
let databaseUrl: string;
let nats: OwnNats;
let stack: Stack;
let second: RunningApp;
let services: Services;
let send: (target: string) => Promise<ApiResponse>;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-no-history-'));
  databaseUrl = await createMigratedDatabase('gcd_no_history');
  await load('cards.csv', `card_id,grader,description\n${CARD},psa,ONE CARD\n`);
  nats = await startOwnNats({ databaseAs: asRole(databaseUrl), apps: ['cards'] });
  const { options } = nats;
  stack = await startStack(options);
  second = await startApp('cards', environmentOf('cards', options), options.logDir);
  services = await openServices(options.natsUrl);
  send = services.get;
});

afterAll(async () => {
  await services?.close();
  await stack?.stop();
  await second?.stop();
  await nats?.stop();
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
