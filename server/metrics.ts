// Prometheus metrics of the process: what the use cases count, and what is asked of the database
// when somebody looks.
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';

export type Metrics = {
  count(name: string, labels?: Readonly<Record<string, string>>): void;
  /** Milliseconds of a request, by route pattern and status. */
  render(): Promise<{ content_type: string; body: string }>;
};

const PREFIX = 'payment_orders_';

/** Every counter with its labels; an unknown name is a bug. */
const COUNTERS = {
  receiving_account_misses: { help: 'Pay-ins that found no receiving account', labels: ['reason'] },
  callback_attempts: { help: 'Attempts to deliver callbacks', labels: ['outcome'] },
  http_requests: { help: 'Requests answered', labels: ['route', 'status'] },
} as const;

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map(
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
  return {
    count(name, labels = {}) {
      const counter = counters.get(name);
      if (counter === undefined) throw new Error(`No counter ${name}`);
      counter.inc({ ...labels });
    },
    async render() {
      return { content_type: registry.contentType, body: await registry.metrics() };
    },
  };
}
