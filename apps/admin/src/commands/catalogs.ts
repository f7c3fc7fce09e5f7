import { type CatalogStore, type StoredVersion, storedName } from '@gcd/catalog-store';
import { CATALOG_FILES, CATALOGS, type Catalog } from '@gcd/contracts';
import { acquireCatalogLock } from '@gcd/database';
import { Argument, Command } from 'commander';
import { jsonOption } from '../arguments.js';
import { type Built, buildCatalog } from '../catalogs/build.js';
import { withCatalogStore } from '../catalogs/with-store.js';
import { CliError } from '../cli-error.js';
import { withClient, withDatabase } from '../database.js';
import { print, table } from '../output.js';
import { startProgress } from '../progress.js';

interface BuildOptions {
  missing?: boolean;
  json?: boolean;
}

export function catalogsCommand(): Command {
  return new Command('catalogs')
    .description('Manages the CSV catalogs that the API serves.')
    .addCommand(buildCommand())
    .addCommand(listCommand());
}

function buildCommand(): Command {
  return new Command('build')
    .description(
      'Builds catalogs. Downloads in progress continue with the previous build. If no row has changed, the newest build stays current.',
    )
    .addArgument(new Argument('[name...]', 'catalogs to build (default: all)').choices(CATALOGS))
    .option('--missing', 'build only catalogs that have never been built')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Environment:
DATABASE_URL  URL of the database
NATS_URL      URL of NATS, which stores the catalogs unless CATALOGS_S3_URL is set
SITE_URL      URL of the public site, for card_url (default: http://localhost:3001)
CATALOG_REPLICAS
              number of NATS servers that store each catalog, 1 to 5 (default: 1)
CATALOGS_S3_URL
              URL of an S3-compatible bucket for the catalogs, such as https://s3.example.com/catalogs
AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION
              credentials of the bucket, by default those of the workload's identity, and its region (default: us-east-1)
Examples:
$ admin catalogs build
$ admin catalogs build pokemon`,
    )
    .action(build);
}

async function build(names: Catalog[], { missing, json }: BuildOptions): Promise<void> {
  const catalogs = CATALOGS.filter((each) => names.length === 0 || names.includes(each));
  const siteUrl = readSiteUrl();
  const progress = startProgress();
  const built = await withCatalogStore((store) =>
    withDatabase((database) =>
      withClient(database, async (client) => {
        await acquireCatalogLock(client, () => progress.report('waiting for another build'));
        const finished: Built[] = [];
        for (const catalog of catalogs) {
          if (missing && !(await isMissing(store, catalog))) continue;
          const report = (done: number): void => progress.report(`catalog ${catalog}`, done);
          finished.push(await buildCatalog({ client, store, siteUrl }, catalog, report));
        }
        return finished;
      }),
    ),
  ).finally(() => progress.stop());
  print(json, { catalogs: built.map(viewBuilt) }, () => describe(built));
}

async function isMissing(store: CatalogStore, catalog: Catalog): Promise<boolean> {
  const kept = CATALOG_FILES.map((file) => store.versions(storedName(catalog, file)));
  return (await Promise.all(kept)).some((versions) => versions.length === 0);
}

function listCommand(): Command {
  return new Command('list')
    .description('Lists the stored builds of each catalog. The API serves the newest one.')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ admin catalogs list')
    .action(async ({ json }: { json?: boolean }) => {
      const kept = await withCatalogStore(async (store) => {
        const each = CATALOGS.map(async (catalog) =>
          (await store.versions(catalog)).map((stored) => ({ catalog, stored })),
        );
        return (await Promise.all(each)).flat();
      });
      const catalogs = kept.map(({ catalog, stored }) => ({ catalog, ...view(stored) }));
      print(json, { catalogs }, () => tableOf(kept));
    });
}

function view({ version, rows, csvBytes, gzipBytes, sha256 }: StoredVersion) {
  return { version, rows, sha256, csv_bytes: csvBytes, gzip_bytes: gzipBytes };
}

function viewBuilt({ catalog, cards, populations, seconds }: Built) {
  return {
    catalog,
    ...view(cards),
    unchanged: cards.unchanged,
    populations: { ...view(populations), unchanged: populations.unchanged },
    seconds: Number(seconds.toFixed(3)),
  };
}

function tableOf(shown: readonly { catalog: Catalog; stored: StoredVersion }[]): string {
  const rows = shown.map(({ catalog, stored }) => [
    catalog,
    stored.version,
    stored.rows,
    stored.csvBytes,
    stored.gzipBytes,
  ]);
  return table(['catalog', 'built', 'rows', 'bytes', 'compressed bytes'], rows);
}

function describe(built: readonly Built[]): string {
  if (built.length === 0) return 'Nothing to build.';
  const lines = built.map(({ catalog, seconds, cards, populations }) => {
    const unchanged = cards.unchanged && populations.unchanged;
    return [`${catalog}: ${seconds.toFixed(1)} s`, ...(unchanged ? ['unchanged'] : [])].join(', ');
  });
  return [tableOf(built.map(({ catalog, cards }) => ({ catalog, stored: cards }))), ...lines].join(
    '\n',
  );
}

/** Reads the public URL of the site from `SITE_URL`, and validates it as the services do. */
function readSiteUrl(): string {
  const text = process.env.SITE_URL || 'http://localhost:3001';
  if (!URL.canParse(text)) throw new CliError('SITE_URL must be a URL such as https://example.com');
  return text.replace(/\/+$/, '');
}
