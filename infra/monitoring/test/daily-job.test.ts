import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canRun } from '@gcd/testing/programs.js';
import { expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';

const canTest = canRun(
  [['promtool', '--version']],
  'tests of the alerts on the daily job need promtool',
  'https://prometheus.io/download',
);

const { spec } = parse(readFileSync(new URL('../servers.yaml', import.meta.url), 'utf8'));

/** A job, with the times of its start and its end in minutes. */
interface Job {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly succeeds: boolean;
}

/** Returns the series that kube-state-metrics exports for these jobs in the first `MINUTES` minutes. */
function seriesOf(jobs: readonly Job[]) {
  const minutes = Array.from({ length: MINUTES + 1 }, (_, minute) => minute);
  const series = (name: string, valueAt: (minute: number) => number | undefined) => ({
    series: name,
    values: minutes.map((minute) => valueAt(minute) ?? '_').join(' '),
  });
  const cronJob = '{namespace="gcd",cronjob="daily"}';
  return [
    series(`kube_cronjob_created${cronJob}`, () => 0),
    series(`kube_cronjob_status_last_successful_time${cronJob}`, (minute) => {
      const ends = jobs.flatMap((job) => (job.succeeds && job.end <= minute ? [job.end * 60] : []));
      return ends.length > 0 ? Math.max(...ends) : undefined;
    }),
    ...jobs.flatMap(({ name, start, end, succeeds }) => {
      const labels = `namespace="gcd",job_name="${name}"`;
      return [
        series(`kube_job_status_start_time{${labels}}`, (minute) =>
          minute >= start ? start * 60 : undefined,
        ),
        series(`kube_job_status_failed{${labels},reason="BackoffLimitExceeded"}`, (minute) =>
          minute >= start ? Number(minute >= end && !succeeds) : undefined,
        ),
      ];
    }),
  ];
}

const MINUTES = 60;
const FAILED: Job = { name: 'daily-1', start: 10, end: 20, succeeds: false };

(canTest ? it : it.skip).each<[string, Job[], [minute: number, firing: string[]][]]>([
  [
    'fires while no later job has succeeded, even if no job ever has',
    [FAILED],
    [
      [19, []],
      [22, ['daily-1']],
      [60, ['daily-1']],
    ],
  ],
  [
    'is resolved once a later job has succeeded, also one that an operator created',
    [FAILED, { name: 'daily-again', start: 30, end: 40, succeeds: true }],
    [
      [39, ['daily-1']],
      [41, []],
    ],
  ],
  [
    'fires for the failed job only, if an earlier job succeeded',
    [{ name: 'daily-0', start: 1, end: 5, succeeds: true }, FAILED],
    [[60, ['daily-1']]],
  ],
  ['never fires for another job', [{ ...FAILED, name: 'shell' }], [[60, []]]],
])('DailyJobFailed %s', (_, jobs, expected) => {
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-alerts-'));
  try {
    writeFileSync(path.join(directory, 'rules.yaml'), stringify(spec));
    const test = {
      rule_files: ['rules.yaml'],
      tests: [
        {
          interval: '1m',
          input_series: seriesOf(jobs),
          promql_expr_test: expected.map(([minute, firing]) => ({
            expr: 'ALERTS{alertname="DailyJobFailed",alertstate="firing"}',
            eval_time: `${minute}m`,
            exp_samples: firing.map((job) => ({
              labels: `ALERTS{alertname="DailyJobFailed",alertstate="firing",namespace="gcd",job_name="${job}",severity="ticket"}`,
              value: 1,
            })),
          })),
        },
      ],
    };
    writeFileSync(path.join(directory, 'test.yaml'), stringify(test));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'test.yaml'], {
      cwd: directory,
      encoding: 'utf8',
    });
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({
      status: 0,
      output: '',
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
});
