import { parseArgs } from 'node:util';

/**
 * Reads the command line of a benchmark. Prints the help text and exits for `--help`, and exits with status 2 if an
 * option is invalid.
 * @param help text for `--help`
 * @param defaults default value by option: a number (a whole number is expected), a string or a boolean
 */
export function readOptions(help, defaults) {
  const options = { help: { type: 'boolean' } };
  for (const [name, value] of Object.entries(defaults)) {
    options[name] = { type: typeof value === 'boolean' ? 'boolean' : 'string' };
  }
  try {
    const { values } = parseArgs({ options });
    if (values.help) {
      console.log(help);
      process.exit();
    }
    for (const [name, value] of Object.entries(values)) {
      if (typeof defaults[name] !== 'number') continue;
      if (!/^\d+$/.test(value))
        throw new Error(`--${name} must be a whole number, not "${value}".`);
      values[name] = Number(value);
    }
    return { ...defaults, ...values };
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    process.exit(2);
  }
}
