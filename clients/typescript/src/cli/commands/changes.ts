import { spawn } from 'node:child_process';
import { once as onceEmitted } from 'node:events';
import { Command } from 'commander';
import { fileCursor } from '../../node.js';
import { wholeNumber } from '../arguments.js';
import { CliError } from '../cli-error.js';
import { examples } from '../help.js';
import { clientOf, type Settings } from '../settings.js';

interface ChangesSettings extends Settings {
  readonly store?: string;
  readonly exec?: string;
  readonly since?: string;
  readonly once?: true;
  readonly poll: number;
}

export function changesCommand(): Command {
  return new Command('changes')
    .description('Print or process the ids of cards whose population or matching changed.')
    .option('--exec <command>', 'shell command that reads the ids of a page from standard input')
    .option('--store <file>', 'file for the position in the feed between runs; requires --exec')
    .option('--since <date>', 'first day (UTC) if there is no stored position (default: today)')
    .option('--once', 'exit when there are no more changes, instead of waiting')
    .option(
      '--poll <seconds>',
      'seconds between requests when there are no more changes',
      wholeNumber(1, 86_400),
      60,
    )
    .addHelpText(
      'after',
      `
With --exec, the command runs once for each page of at most 1000 ids. The position is stored after the command has exited
with status 0. If the command fails, gcd exits with status 1. After a failure or an interruption, the next run repeats the
page, and misses no ids. Your key needs the permission "changes".
${examples(
  'gcd changes --since 2026-03-01 --once',
  "gcd changes --store changes.cursor --exec 'cat >> changed.txt'",
)}`,
    )
    .action(async ({ store, exec, since, once, poll, output, ...settings }: ChangesSettings) => {
      if (store !== undefined && exec === undefined) {
        throw new CliError(
          '--store requires --exec, because only then does gcd know which ids have been processed. To print the ids, use --exec cat.',
        );
      }
      const pages = clientOf({ output, ...settings }).followChanges({
        ...(store !== undefined && { store: fileCursor(store) }),
        ...(since !== undefined && { since }),
        once: once ?? false,
        poll,
      });
      const head = output === 'csv' ? 'card_id\r\n' : '';
      if (exec === undefined) process.stdout.write(head);
      for await (const { card_ids } of pages) {
        const lines = card_ids.map((id) => {
          if (output === 'json') return `${JSON.stringify({ card_id: id })}\n`;
          return output === 'csv' ? `${id}\r\n` : `${id}\n`;
        });
        if (exec !== undefined) await run(exec, head + lines.join(''));
        else await new Promise((resolve) => process.stdout.write(lines.join(''), resolve));
      }
    });
}

/** Runs a shell command. @throws Error if its exit status is not 0 */
async function run(command: string, input: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] });
  // A command may exit before it has read all of its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [status, signal] = await onceEmitted(child, 'close');
  if (status !== 0) throw new Error(`The command failed (${signal ?? `status ${status}`}).`);
}
