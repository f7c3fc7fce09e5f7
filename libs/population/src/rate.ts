/** Returns `part / whole` rounded half up to 4 decimals; 0 if `whole` is 0. */
export function rateOf(part: number, whole: number): number {
  // Use integers, because a fraction multiplied by 10,000 can be slightly less than a half, and would then be rounded
  // down.
  return whole === 0 ? 0 : Math.floor((part * 20_000 + whole) / (2 * whole)) / 10_000;
}
