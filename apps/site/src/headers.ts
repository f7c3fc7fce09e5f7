/** Of every answer: a browser loads and runs what comes from here in files, and nothing else. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
};

// Pages may be kept for a moment by whoever stands in front; after that they are asked for by their ETag.
const KEPT = 'public, max-age=10, stale-while-revalidate=60';

/** How long a page may be kept: one that is not whole, not at all. */
export const cacheControl = (isWhole: boolean): string => (isWhole ? KEPT : 'no-store');
