/** The command line or its environment is wrong. The message is one line. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
