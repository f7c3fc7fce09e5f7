import { Command } from 'commander';
import { fileCursor } from '../../node.js';
import { wholeNumber } from '../arguments.js';
import { examples } from '../help.js';
import { clientOf, type Settings } from '../settings.js';

interface ChangesSettings extends Settings {
  readonly store?: string;
  readonly since?: string;
  readonly once?: true;
  readonly poll: number;
}

export function changesCommand(): Command {
  return new Command('changes')
    .description('Print the ids of cards whose population or matching changed.')
    .option('--store <file>', 'file in which to store the position in the feed between runs')
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
The position is stored after the ids of a page have been printed. If the command is interrupted, the next run may repeat
some ids but misses none. Your key needs the permission "changes".
${examples(
  'gcd changes --since 2026-03-01 --once',
  'gcd changes --store changes.cursor | while read id; do gcd population $id -o json; done',
)}`,
    )
    .action(async ({ store, since, once, poll, output, ...settings }: ChangesSettings) => {
      const pages = clientOf({ output, ...settings }).followChanges({
        ...(store !== undefined && { store: fileCursor(store) }),
        ...(since !== undefined && { since }),
        once: once ?? false,
        poll,
      });
      if (output === 'csv') process.stdout.write('card_id\r\n');
      for await (const { card_ids } of pages) {
        const lines = card_ids.map((id) => {
          if (output === 'json') return `${JSON.stringify({ card_id: id })}\n`;
          return output === 'csv' ? `${id}\r\n` : `${id}\n`;
        });
        await new Promise<void>((resolve) => {
          process.stdout.write(lines.join(''), () => resolve());
        });
      }
    });
}
