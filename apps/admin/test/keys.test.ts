import { createApiKey, hashApiKey, readApiKeyId } from '@gcd/auth';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from './admin.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.admin('plans', 'set', 'basic', '--rate', '5', '--period', 'day');
});
afterAll(() => database.drop());

interface StoredKey {
  hash: Buffer;
  previous_hash: Buffer | null;
  previous_expires_at: Date | null;
  disabled_at: Date | null;
  expires_at: Date | null;
  catalogs: string[];
}

async function stored(id: string): Promise<StoredKey> {
  const [key] = await database.query<StoredKey>('select * from api_keys where id = $1', [id]);
  return key as StoredKey;
}

describe('admin plans', () => {
  it('creates a plan with all its limits, and replaces all limits when run again', async () => {
    const limits = ['--base', '1000', '--images', '10', '--history', '0', '--changes', '5'];
    const { status, result } = await database.json(
      ...['plans', 'set', 'pro', '--rate', '20', '--period', '30s', '--permit', 'images,changes'],
      ...limits,
    );
    expect(status).toBe(0);
    const plan = {
      name: 'pro',
      rate: 20,
      period: '30s',
      base: 1000,
      images: 10,
      history: 0,
      changes: 5,
      permit: ['images', 'changes'],
    };
    expect(result).toEqual(plan);
    await database.admin('plans', 'set', 'pro', '--rate', '30', '--period', 'month');
    const { plans } = (await database.json('plans', 'list')).result;
    const nothing = { base: null, images: null, history: null, changes: null, permit: [] };
    expect(plans).toEqual([
      { name: 'basic', rate: 5, period: 'day', ...nothing },
      { name: 'pro', rate: 30, period: 'month', ...nothing },
    ]);
  });
});

describe('admin keys create', () => {
  it('prints the key once and stores only its hash', async () => {
    const { status, result } = await database.json(
      ...['keys', 'create', '--plan', 'basic', '--name', 'Ann', '--catalogs', 'psa,pokemon'],
      ...['--expires', '2099-12-31'],
    );
    expect(status).toBe(0);
    expect(result).toEqual({
      id: readApiKeyId(result.key),
      key: result.key,
      name: 'Ann',
      account: expect.any(Number),
      plan: 'basic',
      expires: '2099-12-31T00:00:00.000Z',
    });
    const key = await stored(result.id);
    expect(key.hash).toEqual(hashApiKey(result.key));
    expect(key.catalogs).toEqual(['psa', 'pokemon']);
    expect(JSON.stringify((await database.json('keys', 'list')).result)).not.toContain(result.key);
  });

  it("adds a key to an account, on the account's plan", async () => {
    const first = (await database.json('keys', 'create', '--plan', 'basic')).result;
    const second = (await database.json('keys', 'create', '--account', `${first.account}`)).result;
    expect(second).toMatchObject({ account: first.account, plan: 'basic' });
    expect(second.id).not.toBe(first.id);
  });

  it("rejects an unknown plan, an unknown account, and a plan other than the account's", async () => {
    const unknown = await database.admin('keys', 'create', '--plan', 'gold');
    expect(unknown).toMatchObject({ status: 1, stdout: '' });
    expect(unknown.stderr).toContain('--plan: there is no plan gold');
    const noAccount = await database.admin('keys', 'create', '--account', '999');
    expect(noAccount.status).toBe(1);
    expect(noAccount.stderr).toContain('--account');
    const { account } = (await database.json('keys', 'create', '--plan', 'basic')).result;
    const other = await database.admin(
      ...['keys', 'create', '--account', `${account}`, '--plan', 'pro'],
    );
    expect(other.status).toBe(1);
    expect(other.stderr).toContain('is on the plan basic');
  });
});

describe('admin keys', () => {
  it('disable and enable change the status of a key', async () => {
    const { id } = (await database.json('keys', 'create', '--plan', 'basic')).result;
    const disabled = await database.json('keys', 'disable', id);
    expect(disabled).toMatchObject({ status: 0, result: { id, status: 'disabled' } });
    const since = (await stored(id)).disabled_at;
    expect(since).toBeInstanceOf(Date);
    await database.admin('keys', 'disable', id);
    expect((await stored(id)).disabled_at).toEqual(since);
    expect((await database.json('keys', 'enable', id)).result.status).toBe('active');
    expect((await stored(id)).disabled_at).toBeNull();
  });

  it('rotate replaces the secret immediately, or with --grace after the hours that it prints', async () => {
    const { id, key } = (await database.json('keys', 'create', '--plan', 'basic')).result;
    const immediate = await database.admin('keys', 'rotate', id);
    expect(immediate.stderr).toContain('The old key is no longer valid.');
    expect(immediate.stderr).not.toContain('disabled');
    const rotated = immediate.stdout.trim();
    expect(readApiKeyId(rotated)).toBe(id);
    expect(rotated).not.toBe(key);
    expect(await stored(id)).toMatchObject({ hash: hashApiKey(rotated), previous_hash: null });
    await database.admin('keys', 'disable', id);
    const { stderr } = await database.admin('keys', 'rotate', id, '--grace', '2');
    const { previous_hash, previous_expires_at: until } = await stored(id);
    expect(previous_hash).toEqual(hashApiKey(rotated));
    const hours = ((until as Date).getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(1.9);
    expect(hours).toBeLessThanOrEqual(2);
    expect(stderr).toContain((until as Date).toISOString());
    expect(stderr).toContain(`admin keys enable ${id}`);
  });

  it('rotate keeps the changes of another command that is changing the key', async () => {
    const { id } = (await database.json('keys', 'create', '--plan', 'basic')).result;
    const other = createApiKey(id);
    const client = await database.connect();
    await client.query('begin');
    await client.query('update api_keys set hash = $2, disabled_at = now() where id = $1', [
      id,
      other.hash,
    ]);
    const { ended } = database.start('keys', 'rotate', id, '--grace', '2');
    await database.untilBlocked();
    await client.query('commit');
    await client.end();
    const { status, stdout } = await ended;
    expect(status).toBe(0);
    expect(await stored(id)).toMatchObject({
      hash: hashApiKey(stdout.trim()),
      previous_hash: other.hash,
      disabled_at: expect.any(Date),
    });
  });

  it.each(['disable', 'enable', 'rotate'])('%s rejects an unknown id', async (command) => {
    const { status, stderr } = await database.admin('keys', command, 'nosuchid');
    expect(status).toBe(1);
    expect(stderr).toContain('nosuchid');
  });
});
