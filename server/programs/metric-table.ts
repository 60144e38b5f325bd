// Every metric of the service: its type, labels and one sentence. The page of metrics is made from
// it, and a name that is not here is a bug.

const METRIC_PREFIX = 'payment_orders_';

export type MetricRow = {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Their values come from fixed lists: route patterns, states, kinds; never ids. */
  readonly labels?: readonly string[];
  /** Upper bounds of a histogram. */
  readonly buckets?: readonly number[];
};

const counter = (help: string, ...labels: string[]): MetricRow => ({
  type: 'counter',
  help,
  labels,
});
const gauge = (help: string, ...labels: string[]): MetricRow => ({ type: 'gauge', help, labels });
const histogram = (help: string, buckets: readonly number[], ...labels: string[]): MetricRow => ({
  type: 'histogram',
  help,
  labels,
  buckets,
});

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DATABASE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const CALLBACK_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];

/** Counters end with `_total` on the page; the names here leave it out. */
export const METRICS = {
  cell_up: gauge('Whether a cell answers, with CELLS: 1 or 0', 'cell'),
  // Requests.
  http_requests: counter('Requests answered', 'method', 'route', 'status'),
  http_request_duration_seconds: histogram(
    'Time from a request to the end of its answer; streams last as long as their page is open',
    REQUEST_SECONDS,
    ...['method', 'route', 'status_class'],
  ),
  http_connections_dropped: counter('Connections dropped because too many were open'),
  http_requests_shed: counter('Requests refused because of overload', 'kind'),
  http_requests_in_work: gauge('Requests that are being answered'),
  http_requests_limit: gauge('Requests of merchants that may be in work at once, at present'),
  page_streams: gauge('Open payment pages that are notified of changes by a stream'),
  event_followers: gauge('Requests that wait for the next events of a merchant'),
  receiving_account_misses: counter('Pay-ins that found no receiving account', 'reason'),
  paid_notices: counter('Payers who said that they have paid'),
  receipts: counter('Receipts that payers sent, by what became of them', 'result'),

  // The writer and the database.
  writer_batch_commands: histogram('Commands of a batch', BATCH_SIZES, 'writer'),
  writer_batch_duration_seconds: histogram(
    'Time of a batch from reading to its commit',
    DATABASE_SECONDS,
    'writer',
  ),
  writer_batch_conflicts: counter(
    'Batches that met another one in the database, and were decided again or given up',
    'writer',
  ),
  database_group_duration_seconds: histogram(
    'Time from sending statements together to the last answer',
    DATABASE_SECONDS,
  ),
  database_connection_wait_seconds: histogram(
    'Time until the pool gave a connection',
    DATABASE_SECONDS,
  ),
  database_connections: gauge('Connections of the pool', 'state'),
  database_connections_limit: gauge('Connections that the pool may open'),
  database_connection_waiters: gauge('Pieces of work that wait for a connection of the pool'),
  database_lock_waiters: gauge('Sessions of the database that wait for a lock'),
  database_size_bytes: gauge('Size of the database'),
  database_wal_written_bytes: gauge('WAL written since the database was made'),
  database_wal_size_bytes: gauge('Size of the folder of WAL, if the role may read it'),
  database_replicas: gauge('Standbys that are connected, if the role may see them'),
  database_replication_lag_bytes: gauge('WAL that the slowest standby has not applied'),
  database_replication_lag_seconds: gauge(
    'How far the slowest standby is behind; only while something is written',
  ),

  // Callbacks, notices, traces.
  callback_attempts: counter('Attempts to deliver callbacks', 'outcome'),
  callback_delay_seconds: histogram(
    'Time from an event to the end of the first attempt to deliver it',
    CALLBACK_SECONDS,
  ),
  callback_queue_deliveries: gauge('Callbacks that are due, at most 10000 are counted'),
  callback_queue_oldest_age_seconds: gauge('How long the oldest of these has been due'),
  trace_spans_dropped: counter('Spans of traces that nobody received', 'reason'),
  alert_notices: counter('Attempts to send notices of alerts', 'channel', 'outcome'),

  // Jobs, workers, proofs.
  job_failures: counter('Rounds of jobs that failed, also for an outage', 'job_name'),
  measured_timestamp_seconds: gauge('When the gauges that come from the database were last read'),
  workers: gauge('Worker processes that answer requests'),
  worker_ends: counter('Worker processes that ended unexpectedly'),
  proofs: counter('Daily proofs that were due', 'outcome'),
  proof_last_age_seconds: gauge('How long ago the newest daily proof was signed'),

  // Orders and money.
  trades: gauge('Orders by state, as the counters of the reports have them', 'direction', 'state'),
  suspense_lines: gauge('Bank lines that wait for somebody to decide about them'),
  suspense_lines_over_1_day: gauge('Of these, booked a day ago or longer'),
  suspense_lines_over_7_days: gauge('Of these, booked 7 days ago or longer'),
  suspense_oldest_age_seconds: gauge('How long ago the oldest of these was booked'),
  owed_lines: gauge(
    'Of these, money beyond a credit, of a reversed pay-in, or taken beyond a credit',
  ),
  owed_accounts_unequal: gauge(
    'Accounts whose lines in suspense differ from the ledger: 0 if all is right',
  ),
  negative_balances: gauge('Merchants whose spendable balance is below zero'),
  settlements_draft: gauge('Settlements that wait for a decision'),
  settlements_draft_oldest_age_seconds: gauge('How long ago the oldest of these was drafted'),
  settlements_approved: gauge('Settlements whose pay-out nobody has taken'),
  settlements_approved_oldest_age_seconds: gauge('How long ago the oldest of these was approved'),
  settlements_sent: gauge('Settlements whose pay-out is under way'),
  settlements_sent_oldest_age_seconds: gauge('How long ago the oldest of these was taken'),
  attention_items: gauge('What needs a decision, at most 1000 of a kind', 'kind'),
  attention_oldest_age_seconds: gauge('How long the oldest of these waits', 'kind'),
  alerts_raised: gauge('Alerts that are raised and have not recovered', 'kind'),
} as const satisfies Readonly<Record<string, MetricRow>>;

/** The name as Prometheus reads it. */
export function fullName(name: string, { type }: Pick<MetricRow, 'type'>): string {
  return `${METRIC_PREFIX}${name}${type === 'counter' ? '_total' : ''}`;
}
