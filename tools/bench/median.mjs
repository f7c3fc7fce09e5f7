/** Returns the median of at least one number. */
export function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}
