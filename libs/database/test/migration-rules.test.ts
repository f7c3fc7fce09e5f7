import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testEnvironment } from '@gcd/testing/api.js';
import { createDatabase } from '@gcd/testing/database.js';
import { canRun } from '@gcd/testing/programs.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource, QueryRunner } from 'typeorm';
import { createDataSource } from '../src/data-source.js';

const SQUAWK = 'squawk';
const NOT_OURS = [
  // These two rules are off, because `admin migrate` sets a lock timeout and retries.
  'require-lock-timeout',
  'require-statement-timeout',
  // This rule is off, because only one `admin` process at a time writes, and readers can continue while it builds an
  // index.
  'require-concurrent-index-creation',
  // These two rules are off, because only small tables have integer ids.
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
];

/** Returns the names of the rules that the SQL breaks. */
function findingsIn(sql: string): string[] {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'gcd-migration-')), 'migration.sql');
  writeFileSync(file, sql);
  const options = ['--reporter=json', '--assume-in-transaction', '--pg-version=15.0'];
  const { stdout } = spawnSync(SQUAWK, [...options, `--exclude=${NOT_OURS.join(',')}`, file], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout).map(({ rule_name }: { rule_name: string }) => rule_name);
}

const isThere = canRun(
  [[SQUAWK, '--version']],
  'migration rules',
  'npm install --global squawk-cli',
);

(isThere ? describe : describe.skip)('migrations, each checked against the previous schema', () => {
  let dataSource: DataSource;
  const statements = new Map<string, string>();

  beforeAll(async () => {
    const url = await createDatabase(testEnvironment('TEST_DATABASE_URL'), 'migration_rules');
    dataSource = await createDataSource(url).initialize();
    const runner = dataSource.createQueryRunner();
    for (const migration of dataSource.migrations) {
      const recorded: string[] = [];
      const recording = new Proxy(runner, {
        get(target, name: keyof QueryRunner) {
          if (name !== 'query') return Reflect.get(target, name, target);
          return (sql: string, ...rest: never[]) => {
            recorded.push(`${sql.trim().replace(/;$/, '')};`);
            return target.query(sql, ...rest);
          };
        },
      });
      await migration.up(recording);
      statements.set(migration.name ?? migration.constructor.name, recorded.join('\n'));
    }
    await runner.release();
  });

  afterAll(() => dataSource?.destroy());

  it("all migrations comply with the linter's rules", () => {
    expect(statements.size).toBeGreaterThan(0);
    for (const [name, sql] of statements) expect([name, findingsIn(sql)]).toEqual([name, []]);
  });
});
