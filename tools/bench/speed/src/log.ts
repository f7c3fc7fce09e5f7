export function log(line: string): void {
  console.error(line);
}
