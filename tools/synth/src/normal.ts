// Use local constants, because access to global objects is slow in the VM contexts of tests.
const { abs, exp } = Math;
const DENSITY_DIVISOR = Math.sqrt(2 * Math.PI);

/**
 * Returns the standard normal cumulative distribution function at `z` (Zelen and Severo's approximation, error below
 * 1e-7).
 */
export function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * abs(z));
  const tail =
    (exp((-z * z) / 2) / DENSITY_DIVISOR) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z > 0 ? 1 - tail : tail;
}

/** Returns the inverse of {@link normalShare}, found by bisection. */
export function normalAt(share: number): number {
  let low = -6;
  let high = 6;
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
