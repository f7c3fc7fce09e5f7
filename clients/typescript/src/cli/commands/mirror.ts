import { Command } from 'commander';
import { Mirror } from '../../node.js';
import { wholeNumber } from '../arguments.js';
import { examples } from '../help.js';
import { print } from '../output.js';
import { startProgress } from '../progress.js';
import { clientOf, type Settings } from '../settings.js';

interface MirrorSettings extends Settings {
  readonly once?: true;
  readonly poll: number;
}

export function mirrorCommand(): Command {
  return new Command('mirror')
    .description('Keep a local copy of the totals of every card.')
    .argument('<dir>', 'directory of the copy, created if it does not exist')
    .option('--once', 'exit when the copy is up to date, instead of waiting')
    .option('--poll <seconds>', 'seconds between requests for changes', wholeNumber(1, 86_400), 60)
    .addHelpText(
      'after',
      `
The first run downloads the populations of the catalog "all". Later runs read only the change feed. Your key needs the
permission "changes" and, for the first run, access to the catalog "all".

DIR/cards.ndjson has one JSON object per line: card_id (the universal id, or the id of an unmatched card), total,
gem_total, gem_rate and by_grader. DIR/changes.ndjson has later changes; after a run with --once, only the cursor.

You can stop the command at any time; the next run resumes. Only one process at a time can use a directory.
DIR/mirror.pid has its process id.
${examples('gcd mirror ./cards --once', 'gcd mirror ./cards --poll 300')}`,
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
