import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';

const COPIES = 31;
const COPY_TIMEOUT_MS = 10_000;

/** A program that receives a socket and sends back copies of it. Each copy has a new file descriptor. */
const DUPLICATOR = `process.on('message', (copies, handle) => {
  for (let copy = 0; copy < copies; copy += 1) process.send(copy, handle);
});`;

/**
 * Lets a listening server accept up to 32 connections in each iteration of the event loop instead of one.
 *
 * Since Node 20, libuv accepts a single connection per listening socket and iteration. Under high load, iterations are
 * long, so new clients would wait for seconds before the overload protection sees their requests. This function adds
 * servers that listen on duplicates of the socket. Node cannot duplicate a file descriptor itself, so a child process
 * receives the socket, sends back copies, and exits.
 * @param server the server whose `connection` event handles all connections
 * @returns the additional servers, which must be closed together with the first one
 * @throws Error if the child process fails; the server itself keeps listening
 */
export async function acceptInParallel(server: Server): Promise<Server[]> {
  const handles = await duplicate(handleOf(server));
  return handles.map((handle) =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit('connection', socket);
    }).listen(handle),
  );
}

type Handle = NonNullable<Parameters<Server['listen']>[0]> & object;

function handleOf(server: Server): Handle {
  return (server as unknown as { readonly _handle: Handle })._handle;
}

function duplicate(handle: Handle): Promise<Handle[]> {
  // Use an empty environment, because the variables of this process may contain passwords that the child does not need.
  const child = spawn(process.execPath, ['-e', DUPLICATOR], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: COPY_TIMEOUT_MS,
  });
  const handles: Handle[] = [];
  return new Promise<Handle[]>((resolve, reject) => {
    child.on('message', (_copy, received) => {
      handles.push(received as unknown as Handle);
      if (handles.length === COPIES) resolve(handles);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error('the process that duplicates the socket exited')));
    child.send(COPIES, handle as unknown as Server);
  }).finally(() => child.kill());
}
