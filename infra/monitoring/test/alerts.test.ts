import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { canRun } from '@gcd/testing/programs.js';
import { describe, expect, it } from '@jest/globals';
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
    'fires if fewer than two instances of an app respond, in staging as a ticket',
    [...instances('gcd', { 'certs-1': '0x60' }), ...instances('gcd-staging', { 'site-1': '0x60' })],
    [
      'namespace="gcd",app="certs",severity="page"',
      'namespace="gcd-staging",app="site",severity="ticket"',
    ],
  ],
  [
    'fires if an app has no instance',
    instances('gcd').filter(({ series }) => !series.includes('cards')),
    ['namespace="gcd",severity="page"'],
  ],
  [
    'fires if a namespace no longer has any instance, even if another namespace has',
    [...instances('gcd', { '*': '1x10 stale' }), ...instances('gcd-blue')],
    ['namespace="gcd",severity="page"'],
  ],
])('AppDown %s', (_, metrics, labels) => {
  expectAlert('alerts.yaml', 'AppDown', metrics, [{ at: '30m', labels }]);
});

test.each([
  ['fires if a third of many searches are slow', 1200, ['severity="page"']],
  ['does not fire because of a slow search at night', 6, []],
])('LatencyBudgetBurn %s', (_, perHour, severities) => {
  const ratio = (window: string): Series => ({
    series: `gcd:http_slow:ratio_rate${window}{namespace="gcd",class="search"}`,
    values: '0.33x120',
  });
  const requests = {
    series: 'gcd:http_requests:increase1h{namespace="gcd",class="search"}',
    values: `${perHour}x120`,
  };
  expectAlert(
    'slo.yaml',
    'LatencyBudgetBurn',
    [ratio('1h'), ratio('5m'), requests],
    [
      {
        at: '1h',
        labels: severities.map((severity) => `namespace="gcd",class="search",${severity}`),
      },
    ],
  );
});

test('PrimaryUnavailable fires if all instances of a cluster are standbys, or none responds', () => {
  const instance = (cluster: string, pod: number, values: string): Series => ({
    series: `${
      cluster === 'own' ? 'pg_replication_is_replica' : 'cnpg_pg_replication_in_recovery'
    }{namespace="gcd-servers",job="${cluster}",pod="${pod}"}`,
    values,
  });
  const metrics = [
    ...[instance('healthy', 1, '0x60'), instance('healthy', 2, '1x60')],
    ...[instance('standbys', 1, '0x10 stale'), instance('standbys', 2, '1x60')],
    instance('gone', 1, '0x10 stale'),
    ...[instance('own', 1, '0x10 stale'), instance('own', 2, '1x60')],
  ];
  expectAlert('servers.yaml', 'PrimaryUnavailable', metrics, [
    { at: '5m', labels: [] },
    {
      at: '30m',
      labels: ['standbys', 'gone', 'own'].map(
        (job) => `namespace="gcd-servers",job="${job}",severity="page"`,
      ),
    },
  ]);
});

test('ReplicationSlotBehind fires for slots of the primary only', () => {
  const metrics = [1, 2].flatMap((pod) => [
    {
      series: `cnpg_pg_replication_slots_pg_wal_lsn_diff{namespace="gcd-servers",pod="${pod}",slot_name="s${pod}"}`,
      values: '9e9x60',
    },
    {
      series: `cnpg_pg_replication_in_recovery{namespace="gcd-servers",pod="${pod}"}`,
      values: `${pod - 1}x60`,
    },
  ]);
  // Without CloudNativePG, PostgreSQL reports how much more WAL than now the slot may retain.
  const own = ['4e9', '8e9'].map((values, slot) => ({
    series: `pg_replication_slot_safe_wal_size_bytes{namespace="gcd",slot_name="own${slot}"}`,
    values: `${values}x60`,
  }));
  const labels = [
    'namespace="gcd-servers",slot_name="s1",severity="ticket"',
    'namespace="gcd",slot_name="own0",severity="ticket"',
  ];
  expectAlert(
    'servers.yaml',
    'ReplicationSlotBehind',
    [...metrics, ...own],
    [{ at: '30m', labels }],
  );
});

test('CertificateExpires has the namespace of the certificate, not that of cert-manager', () => {
  const labels = 'namespace="cert-manager",exported_namespace="gcd",name="tls"';
  const series = `certmanager_certificate_expiration_timestamp_seconds{${labels}}`;
  expectAlert(
    'servers.yaml',
    'CertificateExpires',
    [{ series, values: `${13 * 86_400}x300` }],
    [
      {
        at: '2h',
        labels: ['exported_namespace="gcd",namespace="gcd",name="tls",severity="ticket"'],
      },
    ],
  );
});

const CRON_JOB = '{namespace="gcd",cronjob="daily"}';

/** Returns the series that kube-state-metrics exports if one job fails and, possibly, a later one succeeds. */
function dailyJob(failed: string, succeedsAt = Number.POSITIVE_INFINITY): Series[] {
  const series = (name: string, valueAt: (minute: number) => number | undefined) => ({
    series: name,
    values: Array.from({ length: 61 }, (_, minute) => minute)
      .map((minute) => valueAt(minute) ?? '_')
      .join(' '),
  });
  const labels = `namespace="gcd",job_name="${failed}"`;
  const whenStarted = (value: (minute: number) => number) => (minute: number) =>
    minute >= 10 ? value(minute) : undefined;
  return [
    series(`kube_cronjob_created${CRON_JOB}`, () => 0),
    series(`kube_cronjob_status_last_successful_time${CRON_JOB}`, (minute) =>
      minute >= succeedsAt ? succeedsAt * 60 : undefined,
    ),
    series(
      `kube_job_status_start_time{${labels}}`,
      whenStarted(() => 600),
    ),
    series(
      `kube_job_status_failed{${labels},reason="BackoffLimitExceeded"}`,
      whenStarted((minute) => Number(minute >= 20)),
    ),
  ];
}

test.each<[string, Series[], [minute: number, firing: string[]][]]>([
  [
    'fires while no later job has succeeded, even if no job ever has',
    dailyJob('daily-1'),
    [
      [19, []],
      [60, ['daily-1']],
    ],
  ],
  [
    'is resolved once a later job has succeeded, also one that an operator created',
    dailyJob('daily-1', 40),
    [
      [39, ['daily-1']],
      [41, []],
    ],
  ],
  ['never fires for another job', dailyJob('shell'), [[60, []]]],
])('DailyJobFailed %s', (_, metrics, expected) => {
  expectAlert(
    'servers.yaml',
    'DailyJobFailed',
    metrics,
    expected.map(([minute, firing]) => ({
      at: `${minute}m`,
      labels: firing.map((job) => `namespace="gcd",job_name="${job}",severity="ticket"`),
    })),
  );
});

describe('DiskFull', () => {
  const DAY = 24 * 60;

  /** Checks at which hours the alert fires. @param available percent that is available at a minute */
  function expectAt(
    available: (minute: number) => number,
    expected: readonly [hour: number, isFiring: boolean][],
  ): void {
    const labels = 'namespace="gcd-servers",persistentvolumeclaim="gcd-1"';
    const minutes = Array.from({ length: 3 * DAY }, (_, minute) => minute);
    const values = minutes.map((minute) => Math.round(available(minute) * 1e9)).join(' ');
    const metrics = [
      { series: `kubelet_volume_stats_available_bytes{${labels}}`, values },
      { series: `kubelet_volume_stats_capacity_bytes{${labels}}`, values: `1e11x${3 * DAY}` },
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

  test('does not fire because of a nightly import, whose WAL is removed within hours', () => {
    // Each import writes 25 GB in half an hour. Within four hours, all but 0.5 GB is removed.
    const available = (minute: number): number => {
      const since = minute % DAY;
      const used = since < 30 ? (25 * since) / 30 : Math.max(0, 25 * (1 - (since - 30) / 240));
      return 60 - 0.5 * Math.floor(minute / DAY) - used;
    };
    expectAt(
      available,
      Array.from({ length: 72 }, (_, hour) => [hour, false]),
    );
  });

  test('fires a day before steady growth fills the volume', () => {
    expectAt(
      (minute) => 60 - (20 * minute) / DAY,
      [
        [47, false],
        [49, true],
      ],
    );
  });
});

(canRun([['amtool', '--version']], 'the test of alertmanager.yaml needs amtool', '')
  ? it
  : it.skip)('Alertmanager accepts the example configuration', () => {
  const file = fileURLToPath(new URL('../alertmanager.yaml', import.meta.url));
  expect(spawnSync('amtool', ['check-config', file], { encoding: 'utf8' })).toMatchObject({
    status: 0,
  });
});
