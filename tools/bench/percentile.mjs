/** Returns the smallest of the numbers that is at least as large as a share of them. */
export function percentile(numbers, share) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export const median = (numbers) => percentile(numbers, 0.5);
