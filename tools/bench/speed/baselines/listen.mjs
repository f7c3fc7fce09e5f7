/** Listens on a free port, sends the port to the benchmark, and exits when the benchmark exits. */
export async function listen(app) {
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.on('disconnect', () => process.exit());
  process.send({ port: app.server.address().port });
}
