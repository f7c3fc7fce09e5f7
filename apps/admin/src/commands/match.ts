import { Command, Option } from 'commander';
import { cardIdText, jsonOption, matchText, wholeNumber } from '../arguments.js';
import { CliError } from '../cli-error.js';
import { withDatabase } from '../database.js';
import { addDecision, readDecided } from '../match/decision-file.js';
import { describeExplanation, explain } from '../match/explain.js';
import { type MatchReport, match } from '../match/match.js';
import { describeUncertainPairs, findUncertainPairs } from '../match/uncertain-pairs.js';
import { print } from '../output.js';
import { startProgress } from '../progress.js';
import { publishDatasetChanged } from '../publish-event.js';
import { updateEngine } from '../search/engine.js';
import { NO_WAIT } from '../writer.js';

const PAIRS = 20;
const MAX_PAIRS = 10_000;

interface Options {
  dryRun?: boolean;
  explain?: string;
  review?: boolean;
  limit: number;
  accept?: { cardId: string; universalCardId: string };
  reject?: string;
  decisions: string;
  wait: boolean;
  json?: boolean;
}

export function matchCommand(): Command {
  return new Command('match')
    .description(
      'Matches grader cards from different graders that represent the same card. Manual decisions from matches.csv and universal_card_id ' +
        'always take precedence. Uncertain pairs stay unmatched. Running the command again changes nothing.',
    )
    .option('--dry-run', 'show the result without changing anything')
    .option(
      '--explain <card_id>',
      'explain how this grader card compares with others, without changing anything',
      cardIdText,
    )
    .option('--review', 'list uncertain pairs for an operator to decide, without changing anything')
    .addOption(
      new Option('--limit <pairs>', 'list at most this many pairs with --review')
        .argParser(wholeNumber(1, MAX_PAIRS))
        .default(PAIRS),
    )
    .option(
      '--accept <card_id=universal_card_id>',
      'record that the grader card belongs to the universal card',
      matchText,
    )
    .option(
      '--reject <card_id>',
      'record that the grader card belongs to no universal card',
      cardIdText,
    )
    .option(
      '--decisions <file>',
      'matches.csv file in which to record the decision for the next import',
      'matches.csv',
    )
    .option('--no-wait', NO_WAIT)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ admin match --dry-run
  $ admin match --explain 85c82c158cac20785082526b3bb6248031db6a66
  $ admin match --review --limit 20 --decisions dataset/matches.csv`,
    )
    .action(runMatch);
}

async function runMatch(options: Options): Promise<void> {
  const { explain: cardId, json } = options;
  if (options.accept || options.reject) return recordDecision(options);
  const progress = startProgress();
  if (options.review) {
    const decided = await readDecided(options.decisions);
    const pairs = await withDatabase((database) =>
      findUncertainPairs(database, options.limit, decided, progress),
    ).finally(() => progress.stop());
    print(json, { pairs }, () => describeUncertainPairs(pairs, options.decisions));
    return;
  }
  if (cardId !== undefined) {
    const explanation = await withDatabase((database) =>
      explain(database, cardId, progress),
    ).finally(() => progress.stop());
    print(json, explanation, () => describeExplanation(explanation));
    return;
  }
  const dryRun = options.dryRun ?? false;
  const report = await withDatabase(async (database) => {
    const matched = await match(database, { dryRun, wait: options.wait, progress });
    if (matched.changedSomething) await publishDatasetChanged(database);
    await updateEngine(database, progress, (message) =>
      process.stderr.write(`warning: ${message}\n`),
    );
    return matched;
  }).finally(() => progress.stop());
  print(json, view(report, dryRun), () => describe(report, dryRun));
}

async function recordDecision({ accept, reject, decisions, json }: Options): Promise<void> {
  if (accept && reject) throw new CliError('Use either --accept or --reject.');
  const decision = accept ?? { cardId: reject ?? '', universalCardId: null };
  await addDecision(decisions, decision);
  const recorded = {
    file: decisions,
    card_id: decision.cardId,
    universal_card_id: decision.universalCardId,
  };
  print(json, recorded, () => `Recorded in ${decisions}. The next import of this file applies it.`);
}

function view(report: MatchReport, dryRun: boolean) {
  return {
    import: report.import,
    dry_run: dryRun,
    version: report.version,
    grader_cards: report.graderCards,
    universal_cards_created: report.universalCardsCreated,
    universal_cards_extended: report.universalCardsExtended,
    matched: report.matched,
    unmatched: report.unmatched,
    uncertain_cards: report.uncertainCards,
    uncertain_pairs: report.uncertainPairs,
    without_year: report.withoutYear,
    seconds: Number(report.seconds.toFixed(3)),
  };
}

function describe(report: MatchReport, dryRun: boolean): string {
  const count = (number: number) => number.toLocaleString('en');
  const pairs = Object.entries(report.uncertainPairs).sort(([, a], [, b]) => b - a);
  return [
    `${count(report.graderCards)} grader cards compared in ${report.seconds.toFixed(1)} s${dryRun ? '; nothing was changed (--dry-run)' : ''}`,
    `Universal cards created: ${count(report.universalCardsCreated)}, extended: ${count(report.universalCardsExtended)}`,
    `Grader cards matched: ${count(report.matched)}, unmatched: ${count(report.unmatched)}`,
    `Left unmatched because of uncertain pairs: ${count(report.uncertainCards)}${pairs.length > 0 ? '. Pairs by reason:' : ''}`,
    ...pairs.map(([reason, number]) => `  ${reason}: ${count(number)}`),
    `Skipped because no year was recognized: ${count(report.withoutYear)}`,
  ].join('\n');
}
