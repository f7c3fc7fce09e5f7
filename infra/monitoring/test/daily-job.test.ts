import { it } from '@jest/globals';
import { canTest, expectAlert, type Series } from './promtool.ts';

const MINUTES = 60;
const minutes = Array.from({ length: MINUTES + 1 }, (_, minute) => minute);
const CRON_JOB = '{namespace="gcd",cronjob="daily"}';

/** Returns the series that kube-state-metrics exports if one job fails and, possibly, a later one succeeds. */
function seriesOf(failed: string, succeedsAt = Number.POSITIVE_INFINITY): Series[] {
  const series = (name: string, valueAt: (minute: number) => number | undefined) => ({
    series: name,
    values: minutes.map((minute) => valueAt(minute) ?? '_').join(' '),
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

(canTest ? it : it.skip).each<[string, Series[], [minute: number, firing: string[]][]]>([
  [
    'fires while no later job has succeeded, even if no job ever has',
    seriesOf('daily-1'),
    [
      [19, []],
      [60, ['daily-1']],
    ],
  ],
  [
    'is resolved once a later job has succeeded, also one that an operator created',
    seriesOf('daily-1', 40),
    [
      [39, ['daily-1']],
      [41, []],
    ],
  ],
  ['never fires for another job', seriesOf('shell'), [[60, []]]],
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
