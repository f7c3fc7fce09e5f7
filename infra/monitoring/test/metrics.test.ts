import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { environmentOf, type RunningApp, SERVING_APPS, startApp } from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { type OwnNats, startOwnNats } from '@gcd/testing/own-nats.js';
import { queries, readsOf, recordings } from './queries.ts';

// Names and labels of metrics that Prometheus itself and the cluster's exporters provide.
const ELSEWHERE: Record<string, string[]> = {
  up: [],
  kube_job_status_failed: ['job_name'],
  kube_job_status_start_time: ['job_name'],
  kube_cronjob_created: ['cronjob'],
  kube_cronjob_status_last_successful_time: ['cronjob'],
  kube_horizontalpodautoscaler_status_current_replicas: ['horizontalpodautoscaler'],
  kube_horizontalpodautoscaler_spec_max_replicas: ['horizontalpodautoscaler'],
  kubelet_volume_stats_available_bytes: ['persistentvolumeclaim'],
  kubelet_volume_stats_capacity_bytes: ['persistentvolumeclaim'],
  certmanager_certificate_expiration_timestamp_seconds: ['name', 'exported_namespace'],
  cnpg_pg_stat_archiver_seconds_since_last_archival: [],
  cnpg_pg_stat_archiver_last_failed_time: [],
  cnpg_pg_stat_archiver_last_archived_time: [],
  barman_cloud_cloudnative_pg_io_last_available_backup_timestamp: [],
  cnpg_pg_replication_in_recovery: ['slot_name'],
  // Exported only while a lever is set.
  gcd_lever: ['lever'],
  // Exported only by a search service with SEARCH_URL.
  gcd_opensearch_available: [],
  cnpg_pg_replication_slots_pg_wal_lsn_diff: ['slot_name'],
  cnpg_backends_total: ['usename'],
  cnpg_backends_max_tx_duration_seconds: ['usename'],
  cnpg_pg_settings_setting: ['name'],
  cnpg_gcd_statement_seconds_total: ['rolname', 'queryid', 'query'],
  node_cpu_seconds_total: ['mode'],
  probe_success: [],
  cnpg_pg_replication_lag: [],
  pg_replication_is_replica: [],
  pg_replication_slot_safe_wal_size_bytes: ['slot_name'],
  nats_varz_jetstream_stats_storage: [],
  nats_varz_jetstream_config_max_storage: [],
  redis_memory_used_bytes: [],
  redis_memory_max_bytes: [],
  nats_varz_mem: [],
  nats_varz_slow_consumers: [],
  ...Object.fromEntries(
    recordings.map(({ record, labels }) => [record, Object.keys(labels ?? {})]),
  ),
};
const LABELS_ADDED = ['app', 'pod', 'service', 'namespace', 'job', 'instance'];

let nats: OwnNats;
const running: RunningApp[] = [];
const labelsOf = new Map(
  Object.entries(ELSEWHERE).map(([name, labels]) => [name, new Set(labels)]),
);

beforeAll(async () => {
  nats = await startOwnNats();
  const { options } = nats;
  const { logDir } = options;
  for (const app of SERVING_APPS) {
    running.push(await startApp(app, environmentOf(app, options), logDir));
  }
  const gateway = `http://127.0.0.1:${running.at(-1)?.port}`;
  const site = await startPublicSite(gateway, logDir);
  const key = { 'x-api-key': testEnvironment('TEST_API_KEY') };
  await getFrom(gateway, '/v1/certs/psa/10000001', key);
  await fetch(`http://127.0.0.1:${site.port}/cert/psa/10000001`);
  for (const { healthPort } of running)
    note(await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text());
});

afterAll(async () => {
  await Promise.all(running.map((app) => app.stop()));
  await nats?.stop();
});

async function startPublicSite(gateway: string, logDir: string): Promise<RunningApp> {
  const keyFile = path.join(logDir, 'site-key');
  writeFileSync(keyFile, testEnvironment('TEST_API_KEY'));
  const env = { PORT: '0', HEALTH_PORT: '0', API_URL: gateway, API_KEY_FILE: keyFile };
  const site = await startApp('site', env, logDir);
  running.push(site);
  return site;
}

function note(metrics: string): void {
  for (const line of metrics.split('\n')) {
    const sample = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line);
    if (!sample) continue;
    const [, name = '', labels = ''] = sample;
    const known = labelsOf.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    labelsOf.set(name, known);
  }
}

describe('every query in the alerts and the dashboard', () => {
  it.each(queries.map(({ place, text }) => [place, text]))(
    'reads only exported metrics: %s',
    (_place, text) => {
      const reads = readsOf(text);
      expect(reads).not.toEqual([]);
      for (const { metric, labels } of reads) {
        const known = labelsOf.get(metric);
        expect([
          metric,
          known && labels.filter((label) => !known.has(label) && !LABELS_ADDED.includes(label)),
        ]).toEqual([metric, []]);
      }
    },
  );
});
