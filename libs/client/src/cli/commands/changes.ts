import { Command } from 'commander';
import { fileCursor } from '../../node.js';
import { wholeNumber } from '../arguments.js';
import { clientOf, type Settings } from '../settings.js';

interface ChangesSettings extends Settings {
  readonly store?: string;
  readonly since?: string;
  readonly once?: true;
  readonly poll: number;
}

/** `gcd changes`: the feed. */
export function changesCommand(): Command {
  return new Command('changes')
    .description('Prints the ids of cards whose population changed, as they change.')
    .option('--store <file>', 'keeps the place in the feed, and goes on there')
    .option('--since <date>', 'day to begin with, when there is no place yet (default: today)')
    .option('--once', 'ends when there are no more, instead of waiting')
    .option('--poll <seconds>', 'how often to ask', wholeNumber(1, 86_400), 60)
    .addHelpText(
      'after',
      `
A place is kept when all ids before it have been printed: whoever is stopped gets some twice, and misses none.

Examples:
  $ gcd changes --since 2026-03-01 --once
  $ gcd changes --store changes.cursor | while read id; do gcd population $id -o json; done`,
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
