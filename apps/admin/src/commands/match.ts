import { DATASET_CHANGED } from '@gcd/contracts';
import { Command } from 'commander';
import { publishEvent } from '../publish-event.js';
import { cardIdText, jsonOption } from '../arguments.js';
import { withDatabase } from '../database.js';
import { describeExplanation, explain } from '../match/explain.js';
import { type MatchReport, match } from '../match/match.js';
import { print } from '../output.js';
import { startProgress } from '../progress.js';

interface Options {
  dryRun?: boolean;
  explain?: string;
  wait: boolean;
  json?: boolean;
}

/** `admin match` */
export function matchCommand(): Command {
  return new Command('match')
    .description(
      'Matches grader cards of different graders that are the same card. Manual decisions from matches.csv and universal_card_id ' +
        'always take precedence. Uncertain pairs stay unmatched. A second run changes nothing.',
    )
    .option('--dry-run', 'show the result without changing anything')
    .option(
      '--explain <card_id>',
      'show how this grader card compares with others, and why, without changing anything',
      cardIdText,
    )
    .option('--no-wait', 'fail if an import is running, instead of waiting for it')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ admin match --dry-run
  $ admin match --explain 85c82c158cac20785082526b3bb6248031db6a66`,
    )
    .action(runMatch);
}

async function runMatch(options: Options): Promise<void> {
  const { explain: cardId, json } = options;
  const progress = startProgress();
  if (cardId !== undefined) {
    const explanation = await withDatabase((database) =>
      explain(database, cardId, progress),
    ).finally(() => progress.stop());
    print(json, explanation, () => describeExplanation(explanation));
    return;
  }
  const dryRun = options.dryRun ?? false;
  const report = await withDatabase((database) =>
    match(database, { dryRun, wait: options.wait, progress }),
  ).finally(() => progress.stop());
  if (report.changedSomething) await publishEvent(DATASET_CHANGED, { version: report.version });
  print(json, view(report, dryRun), () => describe(report, dryRun));
}

function view(report: MatchReport, dryRun: boolean) {
  return {
    load: report.load,
    dry_run: dryRun,
    version: report.version,
    entries: report.entries,
    groups_made: report.groupsMade,
    groups_extended: report.groupsExtended,
    matched: report.matched,
    unmatched: report.unmatched,
    in_doubt: report.inDoubt,
    doubts: report.doubts,
    without_year_or_number: report.unreadable,
    seconds: Number(report.seconds.toFixed(3)),
  };
}

function describe(report: MatchReport, dryRun: boolean): string {
  const count = (number: number) => number.toLocaleString('en');
  return [
    `${count(report.entries)} grader cards compared in ${report.seconds.toFixed(1)} s${dryRun ? '; nothing was changed (--dry-run)' : ''}`,
    `Universal cards created: ${count(report.groupsMade)}, extended: ${count(report.groupsExtended)}`,
    `Grader cards matched: ${count(report.matched)}, unmatched: ${count(report.unmatched)}`,
    `Left in doubt: ${count(report.inDoubt)} entries, for pairs where`,
    ...Object.entries(report.doubts)
      .sort(([, a], [, b]) => b - a)
      .map(([reason, pairs]) => `  ${reason}: ${count(pairs)}`),
    `Without a readable year or number: ${count(report.unreadable)}`,
  ].join('\n');
}
