/** Something that cannot be done as asked. Its message is one line for the operator. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
