import type { AddressInfo, Server } from 'node:net';

/** Sends the port of the baseline to the benchmark, and exits when the benchmark exits. */
export function ready(server?: Server): void {
  process.on('disconnect', () => process.exit());
  process.send?.({ port: server ? (server.address() as AddressInfo).port : 0 });
}
