import { withCredentials } from '@gcd/process/config';
import { describe, expect, it } from '@jest/globals';
import { cardsConfig } from '../../../apps/cards/dist/config.js';
import { catalogsConfig } from '../../../apps/catalogs/dist/config.js';
import { certsConfig } from '../../../apps/certs/dist/config.js';
import { changesConfig } from '../../../apps/changes/dist/config.js';
import { gatewayConfig } from '../../../apps/gateway/dist/config.js';
import { searchConfig } from '../../../apps/search/dist/config.js';
import { siteConfig } from '../../../apps/site/dist/config.js';
import { variablesInCompose } from './compose.ts';
import {
  build,
  describeOverlays,
  environmentValue,
  type Manifest,
  OVERLAYS,
  podsOf,
} from './manifests.ts';

/** The properties of a Zod object that these tests use. */
interface Config {
  readonly shape: object;
  safeParse(environment: object): { error?: { issues: { path: PropertyKey[] }[] } | undefined };
}

const CONFIGS: Record<string, Config> = {
  gateway: gatewayConfig,
  certs: certsConfig,
  cards: cardsConfig,
  search: searchConfig,
  changes: changesConfig,
  catalogs: catalogsConfig,
  site: siteConfig,
};
// Variables that Node itself reads.
const NODE = ['NODE_OPTIONS', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS'];
// Variables with credentials, which are added to the URLs of servers before the configuration is parsed.
const CREDENTIALS = /^(DATABASE|NATS|REDIS)_(USER|PASSWORD)$/;

const requiredOf = (config: Config): string[] =>
  config.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? [];

const variablesOf = ({ env }: Manifest): string[] => env.map(({ name }: Manifest) => name);

function expectToFit(app: string, variables: readonly string[]): void {
  const config = CONFIGS[app] as Config;
  const known = [...Object.keys(config.shape), ...NODE];
  const unknown = variables.filter((name) => !known.includes(name) && !CREDENTIALS.test(name));
  expect([app, unknown]).toEqual([app, []]);
  expect([app, requiredOf(config).filter((name) => !variables.includes(name))]).toEqual([app, []]);
}

describeOverlays(OVERLAYS, (overlay) => {
  const objects = build(overlay);
  const pods = podsOf(objects);

  it.each(Object.keys(CONFIGS))(
    '%s gets every environment variable that it requires, and none that it does not read',
    (app) => {
      const [container] = pods.find(({ owner }) => owner === `Deployment/${app}`)?.containers ?? [];
      expectToFit(app, variablesOf(container));
    },
  );

  it.each(Object.keys(CONFIGS))(
    'the configuration of %s is valid, regardless of the passwords',
    (app) => {
      const [container] = pods.find(({ owner }) => owner === `Deployment/${app}`)?.containers ?? [];
      const env = Object.fromEntries(
        container.env.map(({ name }: Manifest) => [
          name,
          environmentValue(objects, container, name) ?? `p@'"/\\$(x)%:?#`,
        ]),
      );
      const { error } = (CONFIGS[app] as Config).safeParse(withCredentials(env));
      // Ignore paths of files, because the files are in volumes and cannot be checked.
      const wrong = error?.issues.filter((issue) => !/_FILE$/.test(String(issue.path[0])));
      expect(wrong ?? []).toEqual([]);
    },
  );
});

describe('docker-compose.yml', () => {
  it.each(Object.keys(CONFIGS))(
    '%s gets every environment variable that it requires, and none that it does not read',
    (app) => {
      expectToFit(app, variablesInCompose(app));
    },
  );
});
