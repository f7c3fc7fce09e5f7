import { createApiKey } from '@gcd/auth';
import { CATALOGS } from '@gcd/contracts';
import { AccountEntity, ApiKeyEntity, PlanEntity } from '@gcd/database';
import { Command } from 'commander';
import type { EntityManager } from 'typeorm';
import { futureDate, jsonOption, listOf, wholeNumber } from '../arguments.js';
import { withDatabase } from '../database.js';
import { print } from '../output.js';
import { CliError } from '../cli-error.js';

interface CreateOptions {
  plan?: string;
  name: string;
  catalogs?: string[];
  expires?: Date;
  account?: number;
  json?: boolean;
}

export function createKeyCommand(): Command {
  const command = new Command('create')
    .description('Creates a key, in a new account unless --account is given.')
    .option('--plan <name>', 'plan of the account (required without --account)')
    .option('--name <text>', 'owner of the key', 'unnamed')
    .option('--catalogs <list>', 'catalogs that the key may download', listOf(...CATALOGS))
    .option('--expires <date>', 'expiry of the key: a date or a time, in UTC', futureDate)
    .option('--account <id>', 'add the key to this existing account', wholeNumber(1, 2 ** 31 - 1))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ admin keys create --plan pro --name "Ann" --catalogs psa',
    );
  return command.action(async (options: CreateOptions) => {
    if (!options.plan && !options.account) {
      command.error("error: required option '--plan <name>' not specified");
    }
    await createKey(options);
  });
}

async function createKey(options: CreateOptions): Promise<void> {
  const { id, key, hash } = createApiKey();
  const account = await withDatabase((database) =>
    database.transaction(async (manager) => {
      const owner = await (options.account
        ? findAccount(manager, options.account, options.plan)
        : addAccount(manager, options.name, options.plan ?? ''));
      await manager.insert(ApiKeyEntity, {
        id,
        hash,
        account: owner,
        name: options.name,
        catalogs: options.catalogs ?? [],
        expiresAt: options.expires ?? null,
      });
      return owner;
    }),
  );
  const created = {
    id,
    key,
    name: options.name,
    account: account.id,
    plan: account.plan.name,
    expires: options.expires?.toISOString() ?? null,
  };
  print(options.json, created, () => key);
  if (!options.json) {
    process.stderr.write(
      `Created key ${id} for account ${created.account}, plan ${created.plan}. Store it now: it is not shown again.\n`,
    );
  }
}

async function addAccount(
  manager: EntityManager,
  name: string,
  planName: string,
): Promise<AccountEntity> {
  const plan = await manager.findOneBy(PlanEntity, { name: planName });
  if (!plan) throw new CliError(`--plan: there is no plan ${planName}. See \`admin plans list\`.`);
  return manager.save(AccountEntity, { name, plan });
}

async function findAccount(
  manager: EntityManager,
  id: number,
  planName?: string,
): Promise<AccountEntity> {
  const account = await manager.findOne(AccountEntity, {
    where: { id },
    relations: { plan: true },
  });
  if (!account)
    throw new CliError(`--account: there is no account ${id}. See \`admin keys list\`.`);
  if (planName && planName !== account.plan.name) {
    throw new CliError(`--plan: account ${id} is on the plan ${account.plan.name}.`);
  }
  return account;
}
