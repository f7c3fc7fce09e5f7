import { collectDefaultMetrics, Gauge, type OpenMetricsContentType, Registry } from 'prom-client';

/** The metrics of this process. Each is declared where it is measured. */
export const registry = new Registry<OpenMetricsContentType>();
// Only this format includes exemplars.
registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);

collectDefaultMetrics({
  register: registry,
  prefix: 'gcd_',
  // With the default of 10 ms, an idle process would wake up 100 times per second.
  eventLoopMonitoringPrecision: 50,
});

/**
 * Upper bounds of the buckets of durations in seconds, from a cache hit to the longest timeout. Metric labels contain
 * operations and routes, but never ids.
 */
export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Registers a gauge whose value is read on each scrape.
 * @param read returns the value, or null to omit the gauge
 */
export function registerGauge(
  name: string,
  help: string,
  read: () => Promise<number | null> | number,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await Promise.resolve()
        .then(read)
        .catch(() => null);
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}

/** Registers a gauge with one label. The values are read on each scrape. */
export function registerGauges(
  name: string,
  help: string,
  label: string,
  read: () => Readonly<Record<string, number>>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number);
    },
  });
}
