import { setTimeout as pause } from 'node:timers/promises';

/** Repeats a check until it passes. @param withinMs timeout in milliseconds, after which the last failure is thrown */
export async function eventually(check: () => Promise<void>, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (failure) {
      if (Date.now() > deadline) throw failure;
    }
    await pause(20);
  }
}
