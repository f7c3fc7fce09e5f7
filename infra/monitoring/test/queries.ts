import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** A PromQL query, and the place where it is used. */
export interface Query {
  readonly place: string;
  readonly text: string;
}

/** A metric that a query reads, with the labels that the query uses. */
export interface Read {
  readonly metric: string;
  readonly labels: readonly string[];
}

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

export interface Recording {
  readonly record: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
}

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

const rules: (Alert | Recording)[] = ['alerts.yaml', 'servers.yaml', 'slo.yaml'].flatMap((file) =>
  parse(read(file)).spec.groups.flatMap((group: { rules: (Alert | Recording)[] }) => group.rules),
);

export const alerts = rules.filter((rule) => 'alert' in rule);

export const recordings = rules.filter((rule) => 'record' in rule);

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

/** Name of the metric that the component `in-flight` uses to scale services. */
const scaling: string = parse(
  parse(read('../k8s/components/in-flight/kustomization.yaml')).patches[0].patch,
)[0].value.pods.metric.name;

/** Every PromQL query in alerts, the dashboard and autoscalers. */
export const queries: Query[] = [
  { place: 'component in-flight', text: scaling },
  ...alerts.map(({ alert, expr }) => ({ place: `alert ${alert}`, text: expr })),
  ...recordings.map(({ record, expr }) => ({ place: `recording ${record}`, text: expr })),
  ...JSON.parse(read('dashboard.json')).panels.flatMap(({ title, targets = [] }: Panel) =>
    targets.map(({ expr }) => ({
      place: `panel ${title}`,
      text: expr.replaceAll('$__rate_interval', '5m'),
    })),
  ),
];

/** Lists the metrics that a query reads. @throws Error if `text` is not valid PromQL */
export function readsOf(text: string): Read[] {
  const reads: { at: number; metric: string; labels: string[] }[] = [];
  const grouped: { expression: SyntaxNode; label: string }[] = [];
  parser.parse(text).iterate({
    enter: ({ name, from, to, type, node }) => {
      if (type.isError) throw new Error(`not PromQL at ${from}: ${text}`);
      const word = text.slice(from, to);
      if (name === 'VectorSelector') reads.push({ at: from, metric: '', labels: [] });
      const last = reads.at(-1);
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector' && last)
        last.metric = word;
      if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') {
        grouped.push({ expression: expressionOf(node), label: word });
      } else if (name === 'LabelName' && last) last.labels.push(word);
    },
  });
  return reads.map(({ at, metric, labels }) => {
    const within = grouped.filter(({ expression }) => expression.from <= at && at < expression.to);
    return { metric, labels: [...labels, ...within.map(({ label }) => label)] };
  });
}

/** Returns the aggregation or the operation that the labels of a grouping belong to. */
function expressionOf(node: SyntaxNode): SyntaxNode {
  if (/^(Aggregate|Binary)Expr$/.test(node.name) || !node.parent) return node;
  return expressionOf(node.parent);
}
