import { it } from '@jest/globals';
import { canTest, expectAlert, type Series } from './promtool.ts';

/** A job, with the times of its start and its end in minutes. */
interface Job {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly succeeds: boolean;
}

/** Returns the series that kube-state-metrics exports for these jobs in the first `MINUTES` minutes. */
function seriesOf(jobs: readonly Job[]): Series[] {
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
  expectAlert(
    'servers.yaml',
    'DailyJobFailed',
    seriesOf(jobs),
    expected.map(([minute, firing]) => ({
      at: `${minute}m`,
      labels: firing.map((job) => `namespace="gcd",job_name="${job}",severity="ticket"`),
    })),
  );
});

(canTest ? it : it.skip)(
  'DailyJobMissed fires 30 hours after the last success, or the creation',
  () => {
    const series = (name: string, namespace: string, hour: number): Series => ({
      series: `${name}{namespace="${namespace}",cronjob="daily"}`,
      values: `${hour * 3600}x400`,
    });
    expectAlert(
      'servers.yaml',
      'DailyJobMissed',
      [
        series('kube_cronjob_created', 'gcd', -29),
        series('kube_cronjob_created', 'gcd-staging', -100),
        series('kube_cronjob_status_last_successful_time', 'gcd-staging', -26),
        series('kube_cronjob_created', 'another', -100),
      ],
      [
        { at: '50m', labels: [] },
        { at: '2h', labels: ['namespace="gcd",severity="ticket"'] },
        {
          at: '5h',
          labels: ['gcd', 'gcd-staging'].map((name) => `namespace="${name}",severity="ticket"`),
        },
      ],
    );
  },
);
