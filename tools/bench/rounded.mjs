export function rounded(number, digits = 1) {
  return Number(number.toFixed(digits));
}
