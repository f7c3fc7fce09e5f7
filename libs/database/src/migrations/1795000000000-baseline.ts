import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ACCOUNTS } from '../schema/accounts.js';
import { CARDS } from '../schema/cards.js';
import { CHANGE_FEED } from '../schema/change-feed.js';
import { DATASET } from '../schema/dataset.js';
import { POPULATIONS } from '../schema/populations.js';
import { roles } from '../schema/roles.js';
import { SEARCH } from '../schema/search.js';
import { SETS } from '../schema/sets.js';

/** Creates the schema of version 1.0. It can be read top to bottom in the order of this list. */
export class Baseline1795000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [DATASET, CARDS, POPULATIONS, CHANGE_FEED, SETS, SEARCH, ACCOUNTS, roles()]) {
      await runner.query(sql);
    }
  }

  async down(): Promise<void> {
    throw new Error('The first migration cannot be reverted. Drop the database instead.');
  }
}
