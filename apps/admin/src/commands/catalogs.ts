import { CatalogStore } from '@gcd/catalog-store';
import { CATALOGS, type Catalog } from '@gcd/contracts';
import { Argument, Command } from 'commander';
import type { ClientBase } from 'pg';
import { jsonOption } from '../arguments.js';
import { type Built, becomeOnlyBuilder, buildCatalog } from '../catalogs/build.js';
import { withDatabase } from '../database.js';
import { withNats } from '../nats.js';
import { print, table } from '../output.js';
import { type Progress, startProgress } from '../progress.js';
import { Refusal } from '../refusal.js';

interface BuildOptions {
  missing?: boolean;
  json?: boolean;
}

/** `admin catalogs build`, `admin catalogs list` */
export function catalogsCommand(): Command {
  return new Command('catalogs')
    .description('Writes the CSV catalogs that the API hands out.')
    .addCommand(buildCommand())
    .addCommand(listCommand());
}

function buildCommand(): Command {
  return new Command('build')
    .description(
      'Writes catalogs anew; downloads under way go on with the old one. One without new rows stays as it is.',
    )
    .addArgument(new Argument('[name...]', 'which; all when none is named').choices(CATALOGS))
    .option('--missing', 'only those that have never been built')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Environment:
  DATABASE_URL  the database
  NATS_URL      where catalogs are kept
  SITE_URL      address of the public site, for card_url (default: http://localhost:3001)
  CATALOG_REPLICAS
                how many NATS servers keep each catalog, 1 to 5 (default: 1)

Examples:
  $ admin catalogs build
  $ admin catalogs build pokemon`,
    )
    .action(build);
}

async function build(names: Catalog[], { missing, json }: BuildOptions): Promise<void> {
  const catalogs = CATALOGS.filter((each) => names.length === 0 || names.includes(each));
  const siteUrl = readSiteUrl();
  const replicas = readReplicas();
  const progress = startProgress();
  const built = await withNats(async (nats) => {
    const store = new CatalogStore(nats, replicas);
    const wanted: Catalog[] = [];
    for (const catalog of catalogs) {
      if (!missing || (await store.versions(catalog)).length === 0) wanted.push(catalog);
    }
    return buildAll(store, wanted, siteUrl, progress);
  }).finally(() => progress.stop());
  print(json, { catalogs: built.map(view) }, () => describe(built));
}

function buildAll(
  store: CatalogStore,
  catalogs: readonly Catalog[],
  siteUrl: string,
  progress: Progress,
): Promise<Built[]> {
  return withDatabase(async (database) => {
    const runner = database.createQueryRunner();
    const client = (await runner.connect()) as ClientBase;
    try {
      await becomeOnlyBuilder(client, () => progress.report('waiting for another build'));
      const built: Built[] = [];
      for (const catalog of catalogs) {
        const report = (done: number): void => progress.report(`catalog ${catalog}`, done);
        built.push(await buildCatalog(client, store, catalog, siteUrl, report));
      }
      return built;
    } finally {
      await runner.release();
    }
  });
}

function listCommand(): Command {
  return new Command('list')
    .description('The builds that are kept of each catalog; the newest is handed out.')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ admin catalogs list')
    .action(async ({ json }: { json?: boolean }) => {
      const kept = await withNats(async (nats) => {
        const store = new CatalogStore(nats);
        const each = CATALOGS.map(async (catalog) =>
          (await store.versions(catalog)).map((stored) => ({ ...stored, catalog })),
        );
        return (await Promise.all(each)).flat();
      });
      print(json, { catalogs: kept.map(view) }, () => tableOf(kept));
    });
}

type Shown = Omit<Built, 'unchanged' | 'seconds'> & Partial<Built>;

function view({ catalog, version, rows, csvBytes, gzipBytes, sha256, ...rest }: Shown) {
  const { unchanged, seconds } = rest;
  return {
    ...{ catalog, version, rows, sha256 },
    csv_bytes: csvBytes,
    gzip_bytes: gzipBytes,
    ...(seconds !== undefined && { unchanged, seconds: Number(seconds.toFixed(3)) }),
  };
}

function tableOf(shown: readonly Shown[]): string {
  const rows = shown.map((each) => [
    each.catalog,
    each.version,
    each.rows,
    each.csvBytes,
    each.gzipBytes,
  ]);
  return table(['catalog', 'built', 'rows', 'bytes', 'bytes compressed'], rows);
}

function describe(built: readonly Built[]): string {
  if (built.length === 0) return 'Nothing to build.';
  const lines = built.map(({ catalog, seconds, unchanged }) =>
    [`${catalog}: ${seconds.toFixed(1)} s`, ...(unchanged ? ['nothing new'] : [])].join(', '),
  );
  return [tableOf(built), ...lines].join('\n');
}

/** As the services read it. */
function readSiteUrl(): string {
  const text = process.env.SITE_URL || 'http://localhost:3001';
  if (!URL.canParse(text)) throw new Refusal('SITE_URL is not an address like https://example.com');
  return text.replace(/\/+$/, '');
}

function readReplicas(): number {
  const text = process.env.CATALOG_REPLICAS || '1';
  if (!/^[1-5]$/.test(text))
    throw new Refusal('CATALOG_REPLICAS must be a whole number from 1 to 5.');
  return Number(text);
}
