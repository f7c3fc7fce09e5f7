import { describe, it } from '@jest/globals';
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

describe('DiskFull', () => {
  const GB = 1e9;
  const CAPACITY = 100;
  const DAY = 24 * 60;

  /** Checks at which hours the alert fires. @param available gigabytes that are available at a minute */
  function expectAt(
    available: (minute: number) => number,
    days: number,
    expected: readonly [hour: number, isFiring: boolean][],
  ): void {
    const labels = 'namespace="gcd-servers",persistentvolumeclaim="gcd-1"';
    const minutes = Array.from({ length: days * DAY }, (_, minute) => minute);
    const metrics = [
      {
        series: `kubelet_volume_stats_available_bytes{${labels}}`,
        values: minutes.map((minute) => Math.round(available(minute) * GB)).join(' '),
      },
      {
        series: `kubelet_volume_stats_capacity_bytes{${labels}}`,
        values: `${CAPACITY * GB}x${minutes.length}`,
      },
    ];
    expectAlert(
      'servers.yaml',
      'DiskFull',
      metrics,
      expected.map(([hour, isFiring]) => ({
        at: `${hour}h`,
        labels: isFiring ? [`${labels},severity="page"`] : [],
      })),
    );
  }

  const everyHour = (days: number): number[] =>
    Array.from({ length: days * 24 }, (_, hour) => hour);

  test('does not fire because of a nightly import, whose WAL is removed within hours', () => {
    // At two o'clock, an import writes 25 GB in half an hour. Within four hours, all but 0.5 GB is removed.
    const available = (minute: number): number => {
      const sinceImport = (minute - 120 + DAY) % DAY;
      const imports = Math.floor((minute - 120 + DAY) / DAY);
      const used =
        sinceImport < 30
          ? 25 * (sinceImport / 30)
          : Math.max(0, 25 * (1 - (sinceImport - 30) / 240));
      return 60 - 0.5 * imports - used;
    };
    expectAt(
      available,
      4,
      everyHour(4).map((hour) => [hour, false]),
    );
  });

  test('fires a day before steady growth fills the volume', () => {
    // The volume is full after 72 hours.
    expectAt((minute) => 60 - (20 * minute) / DAY, 3, [
      [47, false],
      [49, true],
    ]);
  });

  test('fires when the volume is 85 % full', () => {
    expectAt(() => 14, 1, [[1, true]]);
  });
});

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
