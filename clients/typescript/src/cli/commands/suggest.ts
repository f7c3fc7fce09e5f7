import { Command } from 'commander';
import { examples } from '../help.js';
import { print } from '../output.js';
import { clientOf, type Settings } from '../settings.js';

export function suggestCommand(): Command {
  return new Command('suggest')
    .description('Suggest completions of a search text, best first.')
    .argument('<words...>', 'incomplete search text')
    .addHelpText('after', examples('gcd suggest 1999 chariz'))
    .action(async (words: string[], settings: Settings) => {
      const { suggestions } = await clientOf(settings).suggestSearch({ query: words.join(' ') });
      print(settings.output, suggestions, suggestions);
    });
}
