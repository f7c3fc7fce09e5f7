import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canRun } from '@gcd/testing/programs.js';
import { expect } from '@jest/globals';
import { parse, stringify } from 'yaml';

/** A time series, with one value per minute in the notation of Prometheus' unit tests. */
export interface Series {
  readonly series: string;
  readonly values: string;
}

/** The labels of each alert that fires at a time, such as `1h`. */
export interface Firing {
  readonly at: string;
  readonly labels: readonly string[];
}

export const canTest = canRun(
  [['promtool', '--version']],
  'tests of the alerts need promtool',
  'https://prometheus.io/download',
);

/** Checks when an alert of a rule file fires, given the metrics of each minute. */
export function expectAlert(
  file: string,
  alert: string,
  metrics: readonly Series[],
  expected: readonly Firing[],
): void {
  const { spec } = parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
  // Evaluate only this alert, because evaluating all rules for every minute takes long.
  const rules = spec.groups
    .flatMap((group: { rules: { alert?: string }[] }) => group.rules)
    .filter((rule: { alert?: string }) => rule.alert === alert);
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-alerts-'));
  try {
    writeFileSync(
      path.join(directory, 'rules.yaml'),
      stringify({ groups: [{ name: alert, rules }] }),
    );
    const state = `alertname="${alert}",alertstate="firing"`;
    const test = {
      rule_files: ['rules.yaml'],
      tests: [
        {
          interval: '1m',
          input_series: metrics,
          promql_expr_test: expected.map(({ at, labels }) => ({
            expr: `ALERTS{${state}}`,
            eval_time: at,
            exp_samples: labels.map((each) => ({ labels: `ALERTS{${state},${each}}`, value: 1 })),
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
}
