import { Command } from 'commander';
import { print } from '../output.js';
import { clientOf, type Settings } from '../settings.js';

/** `gcd suggest`: completions of a text. */
export function suggestCommand(): Command {
  return new Command('suggest')
    .description('Completes a search text, likeliest completion first.')
    .argument('<words...>', 'what was typed so far, for example: 1999 chariz')
    .addHelpText('after', '\nExample:\n  $ gcd suggest 1999 chariz')
    .action(async (words: string[], settings: Settings) => {
      const { suggestions } = await clientOf(settings).suggestSearch({ query: words.join(' ') });
      print(settings.output, suggestions, suggestions);
    });
}
