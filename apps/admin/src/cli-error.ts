/** An expected failure, such as invalid input. The message is one line for the operator. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
