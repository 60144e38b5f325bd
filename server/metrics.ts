// Prometheus metrics of the process: what the use cases count, and what is asked of the database
// when somebody looks.
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';

/** All values at one moment, as plain data that another process can add to its own. */
export type Snapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

export type Rendered = { content_type: string; body: string };

export type Metrics = {
  count(name: string, labels?: Readonly<Record<string, string>>): void;
  /** From now on, asked for its value when somebody looks. */
  watch(name: string, read: () => number): void;
  snapshot(): Promise<Snapshot>;
  /** Milliseconds of a request, by route pattern and status. */
  render(): Promise<Rendered>;
};

const PREFIX = 'payment_orders_';

/** Every counter with its labels; an unknown name is a bug. */
const COUNTERS = {
  receiving_account_misses: { help: 'Pay-ins that found no receiving account', labels: ['reason'] },
  callback_attempts: { help: 'Attempts to deliver callbacks', labels: ['outcome'] },
  http_requests: { help: 'Requests answered', labels: ['route', 'status'] },
  http_requests_shed: { help: 'Requests refused because of overload', labels: ['kind'] },
  worker_ends: { help: 'Worker processes that ended without being told to', labels: [] },
} as const;

/** Every gauge, likewise. */
const GAUGES: Readonly<Record<string, string>> = {
  http_requests_in_work: 'Requests that are being answered',
  http_requests_limit: 'Requests of merchants that may be in work at once, as of now',
  workers: 'Worker processes that answer requests',
};

function createCounters(registry: Registry): ReadonlyMap<string, Counter> {
  return new Map(
    Object.entries(COUNTERS).map(([name, { help, labels }]) => [
      name,
      new Counter({
        name: `${PREFIX}${name}_total`,
        help,
        labelNames: labels,
        registers: [registry],
      }),
    ]),
  );
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = createCounters(registry);
  return {
    count(name, labels = {}) {
      const counter = counters.get(name);
      if (counter === undefined) throw new Error(`No counter ${name}`);
      counter.inc({ ...labels });
    },
    watch(name, read) {
      const help = GAUGES[name];
      if (help === undefined) throw new Error(`No gauge ${name}`);
      new Gauge({
        name: `${PREFIX}${name}`,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    snapshot: () => registry.getMetricsAsJSON(),
    async render() {
      return { content_type: registry.contentType, body: await registry.metrics() };
    },
  };
}

/** Several processes as one: sums, except where a mean or the newest says more. */
function joined(snapshots: readonly Snapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots.map((snapshot) => [...snapshot]));
}

export async function renderSnapshots(snapshots: readonly Snapshot[]): Promise<Rendered> {
  const registry = joined(snapshots);
  return { content_type: registry.contentType, body: await registry.metrics() };
}

const NEVER_FALLS: readonly unknown[] = ['counter', 'histogram'];

/** What stays of processes that are gone: what they have counted. */
export async function keepCounts(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  const counts = snapshots.map((snapshot) =>
    snapshot.filter(({ type }) => NEVER_FALLS.includes(type)),
  );
  return await joined(counts).getMetricsAsJSON();
}
