// Implements `npm run dev`: builds the packages that have changed, starts apps from source, and restarts them on
// changes.
import { build } from '../build.mjs';

const HELP = `Runs the apps from source. Saving a file rebuilds its package and restarts the apps that use it.

  npm run dev                       everything: servers, services, gateway, site
  npm run dev -- --inspect          the same, and every app listens for a debugger
  npm run dev -- certs              one app; the rest runs in \`npm start -- --without certs\`
  npm run dev -- certs cards --inspect
  npm run dev -- certs --compose    one app instead of its container; the rest runs in Compose

Apps: certs, cards, search, changes, catalogs, gateway, site.

  --inspect    listen for a debugger on 127.0.0.1: gateway 9229, certs 9230, cards 9231, search 9232,
               changes 9233, catalogs 9234, site 9235. Timeouts become one hour
  --compose    use the servers that compose.dev.yaml publishes; the container is restarted at the end
  --help

LOG_LEVEL and OTEL_* set the log level and the trace collector of the apps.
Without app names, the options and environment variables of \`npm start\` also apply; see \`npm start -- --help\`.`;

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(HELP);
} else {
  const status = await build();
  if (status !== 0) process.exit(status);
  const hasApps = /^[a-z]/.test(args[0] ?? '');
  if (!hasApps) process.argv.push('--watch');
  await import(hasApps ? './dist/dev.js' : './dist/start.js');
}
