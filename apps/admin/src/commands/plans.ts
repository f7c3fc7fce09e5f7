import { KEYS_CHANGED, type Permission } from '@gcd/contracts';
import { PlanEntity } from '@gcd/database';
import { Command } from 'commander';
import { jsonOption, listOf, period, planName, wholeNumber } from '../arguments.js';
import { withDatabase } from '../database.js';
import { print, table } from '../output.js';
import { publishEvent } from '../publish-event.js';

interface SetOptions {
  rate: number;
  period: string;
  base?: number;
  images?: number;
  history?: number;
  changes?: number;
  permit?: Permission[];
  json?: boolean;
}

export function plansCommand(): Command {
  return new Command('plans')
    .description('Manages plans: the rate and quotas of accounts.')
    .addCommand(setCommand())
    .addCommand(listCommand());
}

function setCommand(): Command {
  const limit = wholeNumber(0);
  return new Command('set')
    .description('Creates a plan, or replaces all its settings.')
    .argument('<name>', 'name of the plan', planName)
    .requiredOption('--rate <n>', 'requests per second', wholeNumber(1, 1_000_000))
    .requiredOption(
      '--period <period>',
      'period of the quotas, in UTC: day, month, or seconds such as 30s',
      period,
    )
    .option('--base <n>', 'requests per period (default: unlimited)', limit)
    .option('--images <n>', 'image requests per period (default: counted in base)', limit)
    .option('--history <n>', 'history requests per period (default: counted in base)', limit)
    .option('--changes <n>', 'change feed requests per period (default: counted in base)', limit)
    .option('--permit <list>', 'images, history, changes', listOf('images', 'history', 'changes'))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ admin plans set pro --rate 20 --period month --base 100000 --permit images,history',
    )
    .action(setPlan);
}

async function setPlan(name: string, options: SetOptions): Promise<void> {
  const limit = (value?: number): string | null => value?.toString() ?? null;
  const plan = await withDatabase((database) =>
    database.getRepository(PlanEntity).save({
      name,
      ratePerSecond: options.rate,
      period: options.period,
      baseLimit: limit(options.base),
      imagesLimit: limit(options.images),
      historyLimit: limit(options.history),
      changesLimit: limit(options.changes),
      permissions: options.permit ?? [],
    }),
  );
  await publishEvent(KEYS_CHANGED, { id: null });
  print(options.json, view(plan), () => `Saved plan ${name}.`);
}

function listCommand(): Command {
  return new Command('list')
    .description('Lists plans.')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ admin plans list --json')
    .action(async ({ json }: { json?: boolean }) => {
      const plans = await withDatabase((database) =>
        database.getRepository(PlanEntity).find({ order: { name: 'ASC' } }),
      );
      const views = plans.map(view);
      print(json, { plans: views }, () =>
        table(
          ['name', 'rate', 'period', 'base', 'images', 'history', 'changes', 'permits'],
          views.map((plan) => [
            plan.name,
            plan.rate,
            plan.period,
            ...[plan.base, plan.images, plan.history, plan.changes].map((limit) => limit ?? '-'),
            plan.permit.join(', '),
          ]),
        ),
      );
    });
}

function view(plan: PlanEntity) {
  const number = (limit: string | null): number | null => (limit === null ? null : Number(limit));
  return {
    name: plan.name,
    rate: plan.ratePerSecond,
    period: plan.period,
    base: number(plan.baseLimit),
    images: number(plan.imagesLimit),
    history: number(plan.historyLimit),
    changes: number(plan.changesLimit),
    permit: plan.permissions,
  };
}
