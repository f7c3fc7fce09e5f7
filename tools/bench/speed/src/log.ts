/** Prints progress. */
export function say(line: string): void {
  console.error(line);
}
