import { LEVERS_CHANGED, POOLS } from '@gcd/contracts';
import { Command, InvalidArgumentError } from 'commander';
import type { DataSource } from 'typeorm';
import { jsonOption } from '../arguments.js';
import { CliError } from '../cli-error.js';
import { withDatabase } from '../database.js';
import { print, table } from '../output.js';
import { publishEvent } from '../publish-event.js';

const FEATURES = ['suggestions', 'corrections'];
const NAMES = [...FEATURES, ...POOLS];
const MAX_SLOTS = 4096;
const HELP = `
A lever takes effect on all instances at once, without a rollout, and stays set until it is cleared:
  suggestions off     \`/v1/cards/search/suggest\` responds with 503
  corrections off     searches that no card matches exactly respond with 503 instead of being corrected
  POOL N              each gateway has at most N requests of a pool in flight. With 0, all operations of the pool
                      respond with 503. Pools: ${POOLS.join(', ')}.
Responses with 503 have a Retry-After header and are not charged. Cached responses are still served.
Examples:
  $ admin levers set search 8
  $ admin levers set history 0
  $ admin levers clear history`;

/** A lever that is set. */
export interface Lever {
  readonly name: string;
  readonly value: string;
  readonly set_at: string;
}

export function leversCommand(): Command {
  return new Command('levers')
    .description(
      'Reduces load without a rollout: switches features off, or limits a class of operations.',
    )
    .addHelpText('after', HELP)
    .addCommand(
      command('list', 'Lists the levers that are set.').action(({ json }) =>
        change(json, async () => undefined),
      ),
    )
    .addCommand(
      command('set', 'Sets a lever.')
        .argument('<name>', NAMES.join(', '), leverName)
        .argument('<value>', 'off, or a number of slots')
        .action((name: string, value: string, { json }) => {
          const isValid = FEATURES.includes(name)
            ? value === 'off'
            : /^\d{1,4}$/.test(value) && Number(value) <= MAX_SLOTS;
          if (!isValid) {
            const valid = FEATURES.includes(name) ? 'off' : `a number from 0 to ${MAX_SLOTS}`;
            throw new CliError(`The value of ${name} must be ${valid}.`);
          }
          return change(json, (database) =>
            database.query(
              `insert into levers (name, value) values ($1, $2)
               on conflict on constraint levers_pkey do update set value = $2, set_at = now()`,
              [name, value],
            ),
          );
        }),
    )
    .addCommand(
      command('clear', 'Clears a lever, or all levers.')
        .argument('[name]', 'lever to clear; all if absent', leverName)
        .action((name: string | undefined, { json }) =>
          change(json, (database) =>
            database.query('delete from levers where name = coalesce($1, name)', [name]),
          ),
        ),
    );
}

export function listLevers(database: DataSource): Promise<Lever[]> {
  return database.query('select name, value, set_at from levers order by name');
}

export function leversTable(levers: readonly Lever[]): string {
  if (levers.length === 0) return 'No lever is set.';
  return table(
    ['lever', 'value', 'set at'],
    levers.map(({ name, value, set_at }) => [name, value, new Date(set_at).toISOString()]),
  );
}

function command(name: string, description: string): Command {
  return new Command(name).description(description).addOption(jsonOption());
}

function leverName(text: string): string {
  if (NAMES.includes(text)) return text;
  throw new InvalidArgumentError(`It must be one of: ${NAMES.join(', ')}.`);
}

/** Changes levers, tells all instances, and prints the levers that are set. Listing them also tells the instances. */
async function change(
  json: boolean | undefined,
  alter: (database: DataSource) => Promise<unknown>,
): Promise<void> {
  const levers = await withDatabase(async (database) => {
    await alter(database);
    return listLevers(database);
  });
  const values = Object.fromEntries(levers.map(({ name, value }) => [name, value]));
  await publishEvent(LEVERS_CHANGED, values);
  print(json, { levers }, () => leversTable(levers));
}
