import type { Server, Socket } from 'node:net';

/** Closes new connections once the number of open connections, across all listeners, has reached a limit. */
export class ConnectionLimit {
  private open = 0;

  constructor(
    server: Server,
    public max: number,
  ) {
    server.prependListener('connection', (socket: Socket) => {
      if (this.open >= this.max) {
        socket.destroy();
        return;
      }
      this.open += 1;
      socket.once('close', () => {
        this.open -= 1;
      });
    });
  }
}
