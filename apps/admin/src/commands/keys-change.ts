import { createApiKey } from '@gcd/auth';
import { KEYS_CHANGED } from '@gcd/contracts';
import { ApiKeyEntity } from '@gcd/database';
import { Command } from 'commander';
import { jsonOption, wholeNumber } from '../arguments.js';
import { CliError } from '../cli-error.js';
import { withDatabase } from '../database.js';
import { keyView } from '../key.view.js';
import { print } from '../output.js';
import { publishEvent } from '../publish-event.js';

const HOUR_MS = 3_600_000;

interface ChangeOptions {
  grace?: number;
  json?: boolean;
}

export function disableKeyCommand(): Command {
  return changeCommand(
    'disable',
    'Disables a key. Every gateway rejects it within 5 seconds.',
  ).action(async (id: string, { json }: ChangeOptions) => {
    const key = await change(id, (found) => {
      found.disabledAt ??= new Date();
    });
    print(json, keyView(key), () => `Key ${id} is disabled.`);
  });
}

export function enableKeyCommand(): Command {
  return changeCommand('enable', 'Enables a disabled key again.').action(
    async (id: string, { json }: ChangeOptions) => {
      const key = await change(id, (found) => {
        found.disabledAt = null;
      });
      print(json, keyView(key), () => `Key ${id} is enabled.`);
    },
  );
}

export function rotateKeyCommand(): Command {
  return changeCommand('rotate', 'Replaces the secret of a key and prints the new key once.')
    .option('--grace <hours>', 'how long the old secret remains valid', wholeNumber(0, 8760), 0)
    .action(async (id: string, { grace = 0, json }: ChangeOptions) => {
      const renewed = createApiKey(id);
      const key = await change(id, (found) => {
        found.previousHash = grace ? found.hash : null;
        found.previousExpiresAt = grace ? new Date(Date.now() + grace * HOUR_MS) : null;
        found.hash = renewed.hash;
      });
      const { name, account, plan, expires } = keyView(key);
      const previousExpires = key.previousExpiresAt?.toISOString() ?? null;
      const result = { id, key: renewed.key, name, account, plan, expires };
      print(json, { ...result, previous_expires: previousExpires }, () => renewed.key);
      if (json) return;
      const old = previousExpires ? `valid until ${previousExpires}` : 'no longer valid';
      const disabled = key.disabledAt
        ? ` The key is disabled: run \`admin keys enable ${id}\`.`
        : '';
      process.stderr.write(
        `Store the new key now: it is not shown again. The old key is ${old}.${disabled}\n`,
      );
    });
}

function changeCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<id>', 'public id of the key, as listed by `admin keys list`')
    .addOption(jsonOption())
    .addHelpText('after', `\nExample:\n  $ admin keys ${name} 3fK9xQ2b`);
}

/** Changes a key and notifies all gateways. */
async function change(id: string, alter: (key: ApiKeyEntity) => void): Promise<ApiKeyEntity> {
  const changed = await withDatabase((database) =>
    database.transaction(async (manager) => {
      // Lock the row before reading it, so that a concurrent command cannot change it before this one writes it.
      await manager.query('select from api_keys where id = $1 for update', [id]);
      const keys = manager.getRepository(ApiKeyEntity);
      const key = await keys.findOne({ where: { id }, relations: { account: { plan: true } } });
      if (!key) throw new CliError(`There is no key ${id}. See \`admin keys list\`.`);
      alter(key);
      return keys.save(key);
    }),
  );
  await publishEvent(KEYS_CHANGED, { id });
  return changed;
}
