import { runAdminInForeground } from './admin-process.js';
import { dataDir, findRunning } from './running.js';

// Implements `npm run -s admin -- COMMAND`: runs an admin command on the servers of a running `npm start`, unless the
// environment specifies other servers.
const running = findRunning(dataDir());
process.exitCode = await runAdminInForeground(process.argv.slice(2), {
  ...(running && {
    DATABASE_URL: running.databaseUrl,
    NATS_URL: running.natsUrl,
    SEARCH_URL: running.searchUrl,
    SITE_URL: running.siteUrl,
  }),
  ...process.env,
});
if (process.exitCode === 1 && !running && !process.env.DATABASE_URL) {
  console.error(
    `Nothing is running on ${dataDir()}. Run \`npm start\`, set DATA_DIR to the DATA_DIR of \`npm start\`, or set DATABASE_URL.`,
  );
}
