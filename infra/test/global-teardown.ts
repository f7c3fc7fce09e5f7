/** Stops what the set-up started. */
export default async function globalTeardown(): Promise<void> {
  const { stopTestServers } = globalThis as unknown as { stopTestServers: () => Promise<void> };
  await stopTestServers();
}
