/** An expected failure, such as invalid input, with a one-line message for the operator. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
