/** An expected failure. Its message is one line for the operator. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
