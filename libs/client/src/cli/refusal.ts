/** Something on the command line or around it that cannot be. Its message is one line. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
