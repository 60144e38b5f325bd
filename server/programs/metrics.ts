// Prometheus metrics of the process: counters and histograms of the use cases, and gauges that are
// set or read on request. Nothing here asks the database.
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { fullName, METRICS, type MetricRow } from './metric-table.ts';

/** All values at one moment, as plain data that another process can add to its own. */
export type Snapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

export type Rendered = { content_type: string; body: string };

export type Metrics = {
  count(name: string, labels?: Readonly<Record<string, string>>, by?: number): void;
  /** Sets a gauge that one process sets for all. */
  set(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
  /** Adds a value to a histogram. */
  observe(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
  /** Registers a gauge that is read whenever the metrics are requested. */
  /** A gauge with one label is read as its values by name. */
  watch(name: string, read: () => number | Readonly<Record<string, number>>): void;
  snapshot(): Promise<Snapshot>;
  render(): Promise<Rendered>;
};

const ROWS: Readonly<Record<string, MetricRow>> = METRICS;

function rowOf(name: string, type: MetricRow['type']): MetricRow {
  const row = ROWS[name];
  if (row?.type !== type) throw new Error(`No ${type} ${name}`);
  return row;
}

function describe(name: string, row: MetricRow, registry: Registry) {
  const { help, labels = [] } = row;
  return { name: fullName(name, row), help, labelNames: [...labels], registers: [registry] };
}

/** Those that are shown from the start, with 0; gauges appear once they are set. */
function madeOf<Metric>(
  registry: Registry,
  type: MetricRow['type'],
  make: (described: ReturnType<typeof describe>, row: MetricRow) => Metric,
): ReadonlyMap<string, Metric> {
  const rows = Object.entries(ROWS).filter(([, row]) => row.type === type);
  return new Map(rows.map(([name, row]) => [name, make(describe(name, row, registry), row)]));
}

function find<Metric>(made: ReadonlyMap<string, Metric>, type: string, name: string): Metric {
  const metric = made.get(name);
  if (metric === undefined) throw new Error(`No ${type} ${name}`);
  return metric;
}

/** `of_cell`: what a cell counts, without the figures of the process. */
export function createMetrics({ of_cell = false } = {}): Metrics {
  const registry = new Registry();
  if (!of_cell) collectDefaultMetrics({ register: registry });
  const counters = madeOf(registry, 'counter', (described) => new Counter(described));
  const histograms = madeOf(
    registry,
    'histogram',
    (described, { buckets = [] }) => new Histogram({ ...described, buckets: [...buckets] }),
  );
  const told = new Map<string, Gauge>();
  const gaugeOf = (name: string, collect?: (gauge: Gauge) => void): Gauge => {
    const described = describe(name, rowOf(name, 'gauge'), registry);
    return new Gauge({
      ...described,
      ...(collect === undefined
        ? {}
        : {
            collect() {
              collect(this);
            },
          }),
    });
  };
  return {
    count: (name, labels = {}, by = 1) => find(counters, 'counter', name).inc(labels, by),
    set(name, value, labels = {}) {
      const gauge = told.get(name) ?? gaugeOf(name);
      told.set(name, gauge);
      gauge.set(labels, value);
    },
    observe: (name, value, labels = {}) =>
      find(histograms, 'histogram', name).observe(labels, value),
    watch(name, read) {
      const [label = ''] = rowOf(name, 'gauge').labels ?? [];
      gaugeOf(name, (gauge) => {
        const value = read();
        if (typeof value === 'number') return gauge.set(value);
        for (const [one, count] of Object.entries(value)) gauge.set({ [label]: one }, count);
      });
    },
    snapshot: () => registry.getMetricsAsJSON(),
    async render() {
      return { content_type: registry.contentType, body: await registry.metrics() };
    },
  };
}

/** Combines several processes: sums, except if a mean or the newest value says more. */
function joined(snapshots: readonly Snapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots.map((snapshot) => [...snapshot]));
}

/** The same with the name of the cell that they are of. */
export const snapshotOfCell = (snapshot: Snapshot, cell: string): Snapshot =>
  snapshot.map((metric) => ({
    ...metric,
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, cell } })),
  }));

export async function renderSnapshots(snapshots: readonly Snapshot[]): Promise<Rendered> {
  const registry = joined(snapshots);
  return { content_type: registry.contentType, body: await registry.metrics() };
}

const NEVER_FALLS: readonly unknown[] = ['counter', 'histogram'];

/** What to keep of processes that have ended: their counters. */
export async function keepCounts(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  const counts = snapshots.map((snapshot) =>
    snapshot.filter(({ type }) => NEVER_FALLS.includes(type)),
  );
  return await joined(counts).getMetricsAsJSON();
}
