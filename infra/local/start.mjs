// Implements `npm start`: builds the packages that have changed, and then starts everything.
import { build } from '../build.mjs';

const HELP = `Starts the whole API and its site on this machine, with their own PostgreSQL, NATS and Redis.

  npm start
  npm start -- --port 3100 --demo-key-file demo.key
  npm start -- --without certs            and in another terminal: npm run dev -- certs
  SAMPLE=off DATA_DIR=/tmp/empty npm start

  --port N             port of the API (default: PORT or 3000)
  --site-port N        port of the site (default: SITE_PORT, or the API's port plus 1)
  --demo-key-file F    also write the demo key to this file
  --without APP,APP    do not start these apps, and print the environment for running them
                       yourself. The other apps' timeouts become one hour, for debugging
  --inspect            every app listens for a debugger; \`npm run dev -- --help\` lists the ports
  --search opensearch  also start OpenSearch, and search cards in it (needs Java and Maven)
  --watch              restart apps when their sources change, as \`npm run dev\` does
  --help

Apps: certs, cards, search, changes, catalogs, gateway, site.

Environment:
  DATABASE_URL, NATS_URL, REDIS_URL,
  SEARCH_URL (OpenSearch)             a server to use instead of starting one
  SITE_URL                            URL of another public site, for card_url
  API_PUBLIC_URL                      public URL of the API, for links and the OpenAPI document
  KEY_CONTACT_URL, TERMS_URL, PLANS   contact, terms and plans that the site and the document show
  LOG_LEVEL, OTEL_*                   log level and trace collector of the apps
  VISITOR_PAGES_PER_SECOND            limit of the site for one IP address (default: 5)
  IMAGE_ORIGINS                       origins of images that the site shows; others are links
  SAMPLE=off                          start with an empty database
  SAMPLE_DATA                         \`true\` or \`false\`: whether pages say that the numbers are
                                      generated (default: whether the sample was imported)
  DATA_DIR                            where the servers keep their state (default: .local)`;

if (process.argv.slice(2).includes('--help')) {
  console.log(HELP);
} else {
  const status = await build();
  if (status !== 0) process.exit(status);
  await import('./dist/start.js');
}
