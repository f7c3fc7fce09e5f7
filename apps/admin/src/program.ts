import { Command, CommanderError } from 'commander';
import { auditCommand } from './commands/audit.js';
import { catalogsCommand } from './commands/catalogs.js';
import { columnsCommand } from './commands/columns.js';
import { feedCommand } from './commands/feed.js';
import { importCommand } from './commands/import.js';
import { keysCommand } from './commands/keys.js';
import { leversCommand } from './commands/levers.js';
import { matchCommand } from './commands/match.js';
import { migrateCommand } from './commands/migrate.js';
import { plansCommand } from './commands/plans.js';
import { pruneCommand } from './commands/prune.js';
import { rolesCommand } from './commands/roles.js';
import { searchCommand } from './commands/search.js';
import { sqlCommand } from './commands/sql.js';
import { statusCommand } from './commands/status.js';
import { usageCommand } from './commands/usage.js';
import { CliError } from './cli-error.js';

const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * Runs one command line.
 * @returns the exit status: 0 for success, 1 for failure, 2 for invalid usage
 */
export async function run(args: string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      printFailure(args, error.message);
      return WRONG_USAGE;
    }
    const message = messageOf(error);
    process.stderr.write(`error: ${message}\n`);
    if (process.env.DEBUG) process.stderr.write(`${(error as Error).stack}\n`);
    printFailure(args, message);
    return FAILED;
  }
}

function createProgram(): Command {
  const program = new Command('admin')
    .description('Administers the database: imports, plans, keys, catalogs and maintenance.')
    .showHelpAfterError('Run with --help for usage.')
    .exitOverride();
  const commands = [
    migrateCommand(),
    rolesCommand(),
    importCommand(),
    columnsCommand(),
    feedCommand(),
    matchCommand(),
    plansCommand(),
    keysCommand(),
    searchCommand(),
    catalogsCommand(),
    statusCommand(),
    leversCommand(),
    sqlCommand(),
    usageCommand(),
    auditCommand(),
    pruneCommand(),
  ];
  for (const command of commands) {
    program.addCommand(command);
    inheritSettings(command, program);
  }
  return program;
}

// Copy the settings of the parent command, because subcommands that are created separately do not inherit them.
function inheritSettings(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inheritSettings(child, command);
}

/** Prints an error message. With `--json`, the message is in a JSON object on standard output. */
function printFailure(args: string[], message: string): void {
  if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
}

function messageOf(error: unknown): string {
  if (error instanceof CliError) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  if (code === '42P01') return 'The database has no tables yet. Run `admin migrate` first.';
  return (message || String(error)).split('\n', 1)[0] ?? '';
}
