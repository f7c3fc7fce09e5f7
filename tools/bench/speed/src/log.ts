/** Prints progress to standard error. */
export function log(line: string): void {
  console.error(line);
}
