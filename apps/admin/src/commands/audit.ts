import { Command } from 'commander';
import { jsonOption, wholeNumber } from '../arguments.js';
import { withDatabase } from '../database.js';
import { print, table } from '../output.js';

const HELP = `
Changes by SQL statements are listed too. The actor is \`GCD_ACTOR\` or the user and host that ran \`admin\`, otherwise
the database role. The log never contains keys or their hashes.
Example:
  $ admin audit --last 20`;

interface Change {
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

export function auditCommand(): Command {
  return new Command('audit')
    .description('Lists changes of keys, accounts, plans and levers, latest first.')
    .option('--last <n>', 'number of changes', wholeNumber(1, 10_000), 50)
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action(async ({ last, json }: { last: number; json?: boolean }) => {
      const changes: Change[] = await withDatabase((database) =>
        database.query(
          'select at, actor, action, subject, before, after from audit_log order by id desc limit $1',
          [last],
        ),
      );
      print(json, { changes }, () =>
        table(
          ['at', 'actor', 'action', 'subject', 'changed'],
          changes.map((change) => [
            change.at.toISOString(),
            change.actor,
            change.action,
            change.subject,
            changedFields(change),
          ]),
        ),
      );
    });
}

function changedFields({ before, after }: Change): string {
  const [was, became] = [before ?? {}, after ?? {}];
  return Object.keys({ ...was, ...became })
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(became[name]))
    .map((name) => {
      const [from, to] = [was[name], became[name]].map((value) => JSON.stringify(value) ?? '');
      return `${name}: ${before && after ? `${from} → ${to}` : from || to}`;
    })
    .join(', ');
}
