import { it } from '@jest/globals';
import { canTest, expectAlert, type Series } from './promtool.ts';

const test = canTest ? it : it.skip;
const APPS = ['gateway', 'certs', 'cards', 'search', 'changes', 'catalogs', 'site'];

/** Returns the metric `up` of two instances of each app. */
const instances = (namespace: string, values: Record<string, string> = {}): Series[] =>
  APPS.flatMap((app) =>
    [1, 2].map((pod) => ({
      series: `up{namespace="${namespace}",service="metrics",app="${app}",pod="${app}-${pod}"}`,
      values: values[`${app}-${pod}`] ?? values['*'] ?? '1x60',
    })),
  );

test.each<[string, Series[], string[]]>([
  ['does not fire while two instances of each app respond', instances('gcd'), []],
  [
    'fires if fewer than two instances of an app respond',
    instances('gcd', { 'certs-1': '0x60', 'site-1': '0x60', 'site-2': '0x60' }),
    ['namespace="gcd",app="certs",', 'namespace="gcd",app="site",'],
  ],
  [
    'fires if an app has no instance',
    instances('gcd').filter(({ series }) => !series.includes('cards')),
    ['namespace="gcd",'],
  ],
  [
    'fires if a namespace no longer has any instance, even if another namespace has',
    [...instances('gcd', { '*': '1x10 stale' }), ...instances('gcd-staging')],
    ['namespace="gcd",'],
  ],
  [
    'ignores other services with the name `metrics`',
    [...instances('gcd'), { series: 'up{namespace="another",service="metrics"}', values: '1x60' }],
    [],
  ],
])('AppDown %s', (_, metrics, expected) => {
  expectAlert('alerts.yaml', 'AppDown', metrics, [
    { at: '30m', labels: expected.map((labels) => `${labels}severity="page"`) },
  ]);
});

test.each([
  ['is cert-manager', 'namespace="cert-manager",exported_namespace'],
  ['is kept from the metric', 'namespace'],
])(
  'CertificateExpires fires two weeks before the expiry if the label `namespace` %s',
  (_, label) => {
    const series = (namespace: string): Series => ({
      series: `certmanager_certificate_expiration_timestamp_seconds{${label}="${namespace}",name="tls"}`,
      values: `${14 * 86_400 + 2 * 3600}x300`,
    });
    const kept = label === 'namespace' ? '' : 'exported_namespace="gcd",';
    expectAlert(
      'servers.yaml',
      'CertificateExpires',
      [series('gcd'), series('other')],
      [
        { at: '1h', labels: [] },
        { at: '4h', labels: [`${kept}namespace="gcd",name="tls",severity="ticket"`] },
      ],
    );
  },
);

test('BackupOld fires for each cluster whose latest backup is old', () => {
  const series = (cluster: string, hour: number): Series => ({
    series: `cnpg_collector_last_available_backup_timestamp{namespace="gcd-servers",job="gcd-servers/${cluster}",pod="${cluster}-1"}`,
    values: `${hour * 3600}x300`,
  });
  expectAlert(
    'servers.yaml',
    'BackupOld',
    [series('gcd', -29), series('gcd-restored', -2)],
    [
      { at: '50m', labels: [] },
      { at: '2h', labels: ['namespace="gcd-servers",job="gcd-servers/gcd",severity="ticket"'] },
    ],
  );
});
