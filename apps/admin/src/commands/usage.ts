import { Command } from 'commander';
import { day, jsonOption } from '../arguments.js';
import { withDatabase } from '../database.js';
import { csv, print } from '../output.js';

const HELP = `
Prints one row per account, day (UTC) and bucket as CSV. Requests count on the day on which their quota was leased, and
unused parts of leases count too, so \`requests\` may be too high by up to one lease. Buckets without a limit are not
counted; give the plan a very high limit instead.
Example:
  $ admin usage export --from 2026-11-01 --to 2026-11-30 >usage.csv`;

interface ExportOptions {
  from: string;
  to: string;
  json?: boolean;
}

export function usageCommand(): Command {
  return new Command('usage')
    .description('Exports the usage of accounts, for invoices.')
    .addCommand(
      new Command('export')
        .description('Prints the requests of each account and day.')
        .requiredOption('--from <date>', 'first day, in UTC', day)
        .requiredOption('--to <date>', 'last day, in UTC', day)
        .addOption(jsonOption())
        .addHelpText('after', HELP)
        .action(exportUsage),
    );
}

async function exportUsage({ from, to, json }: ExportOptions): Promise<void> {
  const rows: object[] = await withDatabase((database) =>
    database.query(
      `select u.account, a.name, a.plan, u.day::text, u.bucket, u.requests::float8 as requests
       from usage_days u join accounts a on a.id = u.account
       where u.day between $1::date and $2::date order by u.account, u.day, u.bucket`,
      [from, to],
    ),
  );
  const head = ['account', 'name', 'plan', 'day', 'bucket', 'requests'];
  print(json, { usage: rows }, () => csv([head, ...rows.map((row) => Object.values(row))]));
}
