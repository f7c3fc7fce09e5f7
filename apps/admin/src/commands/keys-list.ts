import { ApiKeyEntity } from '@gcd/database';
import { Command } from 'commander';
import type { DataSource } from 'typeorm';
import { jsonOption } from '../arguments.js';
import { withDatabase } from '../database.js';
import { keyView } from '../key.view.js';
import { print, table } from '../output.js';

export function listKeysCommand(): Command {
  return new Command('list')
    .description('Lists keys, oldest first.')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ admin keys list')
    .action(async ({ json }: { json?: boolean }) => {
      const keys = await withDatabase(listKeys);
      print(json, { keys }, () => keysTable(keys));
    });
}

export async function listKeys(database: DataSource): Promise<ReturnType<typeof keyView>[]> {
  const keys = await database.getRepository(ApiKeyEntity).find({
    relations: { account: { plan: true } },
    order: { createdAt: 'ASC', id: 'ASC' },
  });
  return keys.map(keyView);
}

export function keysTable(keys: ReturnType<typeof keyView>[]): string {
  return table(
    ['id', 'name', 'account', 'plan', 'catalogs', 'expires', 'status'],
    keys.map((key) => [
      key.id,
      key.name,
      key.account,
      key.plan,
      key.catalogs.join(', '),
      key.expires,
      key.status,
    ]),
  );
}
