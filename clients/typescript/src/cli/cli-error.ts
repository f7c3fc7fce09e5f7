/** Thrown if the command line or its environment is invalid. The message is one line long. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
