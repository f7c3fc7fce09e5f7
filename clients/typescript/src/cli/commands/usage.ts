import { Command } from 'commander';
import { examples } from '../help.js';
import { print } from '../output.js';
import { clientOf, type Settings } from '../settings.js';

export function usageCommand(): Command {
  return new Command('usage')
    .description("Show your plan's limits and the remaining quota. Not charged.")
    .addHelpText('after', examples('gcd usage'))
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
        const lines = [
          `Plan: ${plan}, ${rate} requests per second`,
          `Permissions: ${permissions.join(', ') || 'none'}`,
          `Catalogs: ${catalogs.join(', ') || 'none'}`,
        ];
        process.stdout.write(`${lines.join('\n')}\n\n`);
      }
      print(settings.output, rows, usage);
    });
}
