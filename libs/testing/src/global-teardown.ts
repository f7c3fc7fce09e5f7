/** Stops everything that the global setup started. */
export default async function globalTeardown(): Promise<void> {
  const { stopTestServers } = globalThis as { stopTestServers?: () => Promise<void> };
  await stopTestServers?.();
}
