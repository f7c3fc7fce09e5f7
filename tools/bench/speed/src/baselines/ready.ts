import type { AddressInfo, Server } from 'node:net';

/** Tells the bench where a peer listens, and ends the peer with the bench. */
export function ready(server?: Server): void {
  process.on('disconnect', () => process.exit());
  process.send?.({ port: server ? (server.address() as AddressInfo).port : 0 });
}
