import { Command } from 'commander';
import { Mirror } from '../../node.js';
import { wholeNumber } from '../arguments.js';
import { print } from '../output.js';
import { startProgress } from '../progress.js';
import { clientOf, type Settings } from '../settings.js';

interface MirrorSettings extends Settings {
  readonly once?: true;
  readonly poll: number;
}

/** `gcd mirror`: a copy of the totals of every card. */
export function mirrorCommand(): Command {
  return new Command('mirror')
    .description('Keeps a copy of the totals of every card in a directory, by the change feed.')
    .argument('<dir>', 'directory of the copy; made if it does not exist')
    .option('--once', 'ends when the copy is up to date, instead of waiting for changes')
    .option('--poll <seconds>', 'how often to request changes', wholeNumber(1, 86_400), 60)
    .addHelpText(
      'after',
      `
The first run downloads the populations of the catalog \`all\`, later ones only what changed. Needs the permission changes,
and for the first run the catalog all. DIR/cards.ndjson has a line of JSON for each card: card_id (universal, or the card's own),
total, gem_total, gem_rate, by_grader. DIR/changes.ndjson has what changed since cards.ndjson was written; after --once it is empty.

It can be stopped at any moment and goes on where it was. Run one at a time on a directory.

Examples:
  $ gcd mirror ./cards --once
  $ gcd mirror ./cards --poll 300`,
    )
    .action(async (directory: string, { once, poll, ...settings }: MirrorSettings) => {
      const progress = startProgress('bytes', settings.quiet ?? false);
      const mirror = await Mirror.open(clientOf(settings), directory, {
        onProgress: progress.report,
      }).finally(() => progress.stop());
      let changed = 0;
      for await (const update of mirror.follow({ once: once ?? false, poll })) {
        changed += update.changed.length;
        if (!settings.quiet) process.stderr.write(`${update.changed.length} cards changed\n`);
      }
      const result = { directory, cards: mirror.size, changed };
      print(settings.output, [result], result);
    });
}
