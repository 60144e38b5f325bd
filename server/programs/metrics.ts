// Prometheus metrics of the process: counters of the use cases, and gauges that are read on
// request.
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
  /** Sets a gauge that one process sets for all. */
  set(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
  /** Registers a gauge that is read whenever the metrics are requested. */
  watch(name: string, read: () => number): void;
  snapshot(): Promise<Snapshot>;
  /** `http_ms`: the milliseconds of a request, by route pattern and status. */
  render(): Promise<Rendered>;
};

const PREFIX = 'payment_orders_';

/** Every counter with its labels; an unknown name is a bug. */
const COUNTERS = {
  receiving_account_misses: { help: 'Pay-ins that found no receiving account', labels: ['reason'] },
  callback_attempts: { help: 'Attempts to deliver callbacks', labels: ['outcome'] },
  alert_notices: { help: 'Attempts to send notices of alerts', labels: ['channel', 'outcome'] },
  http_requests: { help: 'Requests answered', labels: ['route', 'status'] },
  http_connections_dropped: { help: 'Connections dropped because too many were open', labels: [] },
  http_requests_shed: { help: 'Requests refused because of overload', labels: ['kind'] },
  proofs: { help: 'Daily proofs that were due', labels: ['outcome'] },
  paid_notices: { help: 'Payers who said that they have paid', labels: [] },
  receipts: { help: 'Receipts that payers sent, by what became of them', labels: ['result'] },
  worker_ends: { help: 'Worker processes that ended unexpectedly', labels: [] },
} as const;

/** Every gauge; an unknown name is a bug. */
const GAUGES: Readonly<Record<string, string>> = {
  http_requests_in_work: 'Requests that are being answered',
  http_requests_limit: 'Requests of merchants that may be in work at once, at present',
  page_streams: 'Open payment pages that are notified of changes by a stream',
  event_followers: 'Requests that wait for the next events of a merchant',
  workers: 'Worker processes that answer requests',
  suspense_lines: 'Bank lines that wait for somebody to decide about them',
  suspense_lines_over_1_day: 'Of these, booked a day ago or longer',
  suspense_lines_over_7_days: 'Of these, booked 7 days ago or longer',
  suspense_oldest_age_seconds: 'How long ago the oldest of these was booked',
  owed_lines: 'Of these, money beyond a credit, of a reversed pay-in, or taken beyond a credit',
  owed_accounts_unequal:
    'Accounts whose lines in suspense differ from the ledger: 0 if all is right',
  negative_balances: 'Merchants whose spendable balance is below zero',
  settlements_draft: 'Settlements that wait for a decision',
  settlements_draft_oldest_age_seconds: 'How long ago the oldest of these was drafted',
  settlements_approved: 'Settlements whose pay-out nobody has taken',
  settlements_approved_oldest_age_seconds: 'How long ago the oldest of these was approved',
  settlements_sent: 'Settlements whose pay-out is under way',
  settlements_sent_oldest_age_seconds: 'How long ago the oldest of these was taken',
};

/** Gauges with a value for each label. */
const LABELLED_GAUGES: Readonly<Record<string, { help: string; labels: readonly string[] }>> = {
  attention_items: { help: 'What needs a decision, at most 1000 of a kind', labels: ['kind'] },
  attention_oldest_age_seconds: { help: 'How long the oldest of these waits', labels: ['kind'] },
  alerts_raised: { help: 'Alerts that are raised and have not recovered', labels: ['kind'] },
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

function gaugeOf(registry: Registry, name: string): Gauge {
  const labelled = LABELLED_GAUGES[name];
  const help = labelled?.help ?? GAUGES[name];
  if (help === undefined) throw new Error(`No gauge ${name}`);
  const labelNames = labelled?.labels ?? [];
  return new Gauge({ name: `${PREFIX}${name}`, help, labelNames, registers: [registry] });
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = createCounters(registry);
  const told = new Map<string, Gauge>();
  return {
    count(name, labels = {}) {
      const counter = counters.get(name);
      if (counter === undefined) throw new Error(`No counter ${name}`);
      counter.inc({ ...labels });
    },
    set(name, value, labels = {}) {
      const gauge = told.get(name) ?? gaugeOf(registry, name);
      told.set(name, gauge);
      gauge.set({ ...labels }, value);
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

/** Combines several processes: sums, except if a mean or the newest value says more. */
function joined(snapshots: readonly Snapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots.map((snapshot) => [...snapshot]));
}

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
