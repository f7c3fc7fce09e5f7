/** The exit statuses of all commands. */
export const STATUS = {
  failed: 1,
  usage: 2,
  notFound: 3,
  denied: 4,
  mismatch: 5,
} as const;
