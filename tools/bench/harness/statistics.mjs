/** Returns the smallest of the numbers that is at least as large as a share of them; NaN if there are none. */
export function percentile(numbers, share) {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (numbers) => percentile(numbers, 0.5);

export function rounded(number, digits = 1) {
  return Number(number.toFixed(digits));
}
