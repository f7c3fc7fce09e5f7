export function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}
