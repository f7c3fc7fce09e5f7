/** Something on the command line or around it that cannot be. Its message is one line. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
