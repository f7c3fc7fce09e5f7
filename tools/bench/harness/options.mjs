import { parseArgs } from 'node:util';

/**
 * Reads the command line of a benchmark. Prints the help text and exits for `--help`, and exits with status 2 if an
 * option is invalid.
 * @param help text for `--help`
 * @param defaults default value by option: a number (a whole number is expected), a string or a boolean
 * @param words positional arguments that are valid
 * @returns the values of the options, and the positional arguments
 */
export function readOptions(help, defaults = {}, words = []) {
  try {
    return parse(help, defaults, words);
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    process.exit(2);
  }
}

function parse(help, defaults, words) {
  const options = { help: { type: 'boolean' } };
  for (const [name, value] of Object.entries(defaults)) {
    options[name] = { type: typeof value === 'boolean' ? 'boolean' : 'string' };
  }
  const { values, positionals } = parseArgs({
    options,
    allowNegative: true,
    allowPositionals: true,
  });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  for (const word of positionals) {
    if (!words.includes(word)) throw new Error(`Unexpected argument "${word}".`);
  }
  for (const [name, value] of Object.entries(values)) {
    if (typeof defaults[name] === 'number') values[name] = wholeNumber(`--${name}`, value);
  }
  return { values: { ...defaults, ...values }, positionals };
}

function wholeNumber(option, text) {
  if (!/^\d+$/.test(text)) throw new Error(`${option} must be a whole number, not "${text}".`);
  return Number(text);
}
