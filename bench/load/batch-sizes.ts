// Reads from the service's metrics how many commands went into each batch of orders.
import type { RunningService } from '../scenario/scenario.ts';

type Batches = { readonly commands: number; readonly batches: number };

const METRIC = 'payment_orders_writer_batch_commands';

function metricOf(metrics: string, name: string): number {
  const line = metrics.split('\n').find((one) => one.startsWith(`${name}{writer="orders"} `));
  if (line === undefined) throw new Error(`The metrics have no ${name}`);
  return Number(line.slice(line.lastIndexOf(' ') + 1));
}

/** Of all processes of the service since its start. */
async function batchesOf({ url }: RunningService): Promise<Batches> {
  const answer = await fetch(`${url}/metrics`);
  const metrics = await answer.text();
  if (!answer.ok) throw new Error(`The service has no metrics: ${metrics}`);
  return {
    commands: metricOf(metrics, `${METRIC}_sum`),
    batches: metricOf(metrics, `${METRIC}_count`),
  };
}

/** How many commands each batch had while the work ran. */
export async function withBatchSize<Result>(
  service: RunningService,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly batch_size: number }> {
  const before = await batchesOf(service);
  const result = await work();
  const after = await batchesOf(service);
  const batches = after.batches - before.batches;
  if (batches === 0) throw new Error('The service has written no batch');
  return { result, batch_size: (after.commands - before.commands) / batches };
}
