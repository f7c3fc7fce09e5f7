import { READER } from '@gcd/database/roles';
import { Command, Option } from 'commander';
import { type QueryConfig, types } from 'pg';
import { jsonOption, wholeNumber } from '../arguments.js';
import { CliError } from '../cli-error.js';
import { withClient, withDatabase } from '../database.js';
import { csv, print, table } from '../output.js';

const HELP = `
The statement runs with the role ${READER}, which can read everything except the hashes of keys, in a read-only
transaction. The role sees the statements of all other roles if it has \`pg_monitor\` (\`admin migrate\`).
Examples:
  Statements that take the most time:
  $ admin sql "select userid::regrole::text role, calls, mean_exec_time::int ms, left(regexp_replace(query, '\\s+', ' ', 'g'), 80) query from pg_stat_statements order by total_exec_time desc limit 10"
  What runs now, and who blocks whom:
  $ admin sql "select pid, application_name, now() - query_start since, wait_event, pg_blocking_pids(pid) blocked_by, left(query, 60) query from pg_stat_activity where state <> 'idle' order by query_start"`;

/** Intervals stay text, which is easier to read than an object. */
const PARSERS: Record<number, (text: string) => string> = {
  [types.builtins.INTERVAL]: (text) => text,
};

interface SqlOptions {
  limit: number;
  timeout: number;
  format: 'table' | 'csv';
  json?: boolean;
}

export function sqlCommand(): Command {
  return new Command('sql')
    .description('Runs one read-only SQL statement.')
    .argument('<statement>', 'SQL statement')
    .option('--limit <rows>', 'maximum number of rows to print', wholeNumber(1, 100_000), 100)
    .option('--timeout <seconds>', 'cancels the statement after this time', wholeNumber(1, 600), 10)
    .addOption(
      new Option('--format <format>', 'format of the rows')
        .choices(['table', 'csv'])
        .default('table'),
    )
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action(runSql);
}

async function runSql(statement: string, options: SqlOptions): Promise<void> {
  const { columns, rows } = await query(statement.replace(/[\s;]+$/, ''), options);
  const shown = rows.slice(0, options.limit);
  const isCut = rows.length > shown.length;
  print(options.json, { columns, rows: shown, is_complete: !isCut }, () =>
    options.format === 'csv'
      ? csv([columns, ...shown.map((row) => row.map(cell))])
      : table(
          columns,
          shown.map((row) => row.map(cell)),
        ),
  );
  if (isCut && !options.json) {
    process.stderr.write(`There are more rows than --limit ${options.limit}.\n`);
  }
}

/** Runs a statement, of which one row more than the limit is read. */
function query(
  statement: string,
  { limit, timeout }: SqlOptions,
): Promise<{ columns: string[]; rows: unknown[][] }> {
  // The line break ends a comment at the end of the statement.
  const text = /^\s*(select|with|values|table)\b/i.test(statement)
    ? `select * from (${statement}\n) as statement limit ${limit + 1}`
    : statement;
  return withDatabase((database) =>
    withClient(database, async (client) => {
      await client.query(
        `begin read only; set local role ${READER};
         set local statement_timeout = '${timeout}s'; set local lock_timeout = '2s'`,
      );
      try {
        // In the extended protocol, the text may contain only one statement, so it cannot end the transaction and go on.
        const config: QueryConfig & { rowMode: 'array'; queryMode: 'extended' } = {
          text,
          rowMode: 'array',
          queryMode: 'extended',
          types: { getTypeParser: (oid) => PARSERS[oid] ?? types.getTypeParser(oid) },
        };
        const { fields, rows } = await client.query(config);
        return { columns: fields.map(({ name }) => name), rows: rows as unknown[][] };
      } catch (error) {
        throw new CliError((error as Error).message);
      } finally {
        await client.query('rollback');
      }
    }),
  );
}

function cell(value: unknown): string | number | null {
  if (value === null || typeof value === 'number') return value as number | null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
