import { ROLES } from '@gcd/database/roles';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runInAdminProcess } from '@gcd/testing/admin-process.js';
import { createTestDatabase, type TestDatabase } from './admin.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const run = (env: Record<string, string>) =>
  runInAdminProcess(['roles', '--json'], { DATABASE_URL: database.url, ...env });

describe('admin roles', () => {
  it('sets passwords from environment variables, and accepts any printable ASCII character in them', async () => {
    const password = `p@'"\\\\$(x)/%20 &;|`;
    const { status, stdout, stderr } = await run({ CERTS_PASSWORD: password });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ passwords: [ROLES.certs] });
    expect(stdout).not.toContain(password);
    const [row] = await database.query<{ rolpassword: string }>(
      'select rolpassword from pg_authid where rolname = $1',
      [ROLES.certs],
    );
    expect(row?.rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/);
  });

  it('sets the role defaults that services need behind a connection pooler in transaction mode', async () => {
    await run({});
    const roles = await database.query<{ rolname: string; rolconfig: string[] }>(
      'select rolname, rolconfig from pg_roles where rolname = any($1)',
      [Object.values(ROLES)],
    );
    expect(roles).toHaveLength(Object.keys(ROLES).length);
    for (const { rolconfig } of roles) {
      expect(rolconfig).toEqual(
        expect.arrayContaining([
          'statement_timeout=1800ms',
          'plan_cache_mode=force_generic_plan',
          'jit=off',
        ]),
      );
    }
  });

  it('rejects a password that is not printable ASCII, without printing it', async () => {
    const { status, stderr, stdout } = await run({ CARDS_PASSWORD: 'sécret' });
    expect(status).toBe(1);
    expect(stderr).toContain('CARDS_PASSWORD must be printable ASCII');
    expect(stderr + stdout).not.toContain('cret');
  });
});
