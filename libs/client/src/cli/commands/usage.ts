import { Command } from 'commander';
import { print } from '../output.js';
import { clientOf, type Settings } from '../settings.js';

/** `gcd usage`: what the plan allows. */
export function usageCommand(): Command {
  return new Command('usage')
    .description('Tells what the plan of the key allows and what is left of it; not charged.')
    .addHelpText('after', '\nExample:\n  $ gcd usage')
    .action(async (settings: Settings) => {
      const usage = await clientOf(settings).getUsage();
      const rows = usage.buckets.map(({ bucket, limit, used, remaining, reset }) => ({
        bucket,
        limit,
        used,
        remaining,
        until: new Date(reset * 1000).toISOString(),
      }));
      if (settings.output === 'table') {
        const { plan, rate_limit_per_second: rate, permissions, catalogs } = usage;
        const may = [...permissions, ...catalogs.map((catalog) => `catalog ${catalog}`)];
        process.stdout.write(
          `plan ${plan}, ${rate} calls a second, may: ${may.join(', ') || 'the common operations'}\n`,
        );
      }
      print(settings.output, rows, usage);
    });
}
