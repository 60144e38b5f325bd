// The metrics of several processes as one answer: sums that never fall, whoever is silent or gone.
import { equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMetrics, type Metrics } from '../../server/programs/metrics.ts';
import { createGathering } from '../../server/workers/gather-metrics.ts';

const SHED = 'payment_orders_http_requests_shed_total{kind="create"}';

function countShed(metrics: Metrics, times: number): void {
  for (let index = 0; index < times; index += 1) {
    metrics.count('http_requests_shed', { kind: 'create' });
  }
}

function readValue(body: string, name: string): number {
  const line = body.split('\n').find((one) => one.startsWith(`${name} `)) ?? '';
  return Number(line.slice(name.length));
}

/** A primary and two workers in one process; `silent` ones do not answer. */
function service(silent: ReadonlySet<number> = new Set()) {
  const own = createMetrics();
  const gathering = createGathering(own.snapshot, silent.size === 0 ? 60_000 : 1);
  const workers = new Map([1, 2].map((id) => [id, createMetrics()]));
  const answer = async (id: number, question: number): Promise<void> => {
    const snapshot = await workers.get(id)?.snapshot();
    if (snapshot !== undefined) gathering.answered(id, question, snapshot);
  };
  const asked = () =>
    [...workers.keys()].map((id) => ({
      id,
      ask: (question: number) => {
        if (!silent.has(id)) void answer(id, question);
      },
    }));
  return { own, workers, gathering, render: () => gathering.render(asked()) };
}

describe('the metrics of a service', () => {
  it('are those of all its processes', async () => {
    const { own, workers, render } = service();
    const [first, second] = [...workers.values()];
    if (first === undefined || second === undefined) throw new Error('No workers');
    countShed(first, 3);
    countShed(second, 4);
    own.watch('workers', () => 2);
    first.watch('http_requests_in_work', () => 5);
    second.watch('http_requests_in_work', () => 6);
    const { body, content_type } = await render();
    match(content_type, /^text\/plain/);
    equal(readValue(body, SHED), 7);
    equal(readValue(body, 'payment_orders_workers'), 2);
    equal(readValue(body, 'payment_orders_http_requests_in_work'), 11);
  });

  it('keep what a worker had counted that is gone, and not what it was doing', async () => {
    const { workers, gathering, render } = service();
    const first = workers.get(1);
    if (first === undefined) throw new Error('No worker');
    countShed(first, 3);
    first.watch('http_requests_in_work', () => 5);
    equal(readValue((await render()).body, SHED), 3);
    workers.delete(1);
    gathering.gone(1);
    workers.set(3, createMetrics());
    const { body } = await render();
    equal(readValue(body, SHED), 3);
    equal(body.includes('in_work 5'), false);
    gathering.gone(2);
    gathering.gone(3);
    workers.clear();
    equal(readValue((await render()).body, SHED), 3);
  });

  it('have the last known counts of a worker that is silent', async () => {
    const { workers, gathering, render } = service(new Set([1, 2]));
    const second = workers.get(2);
    if (second === undefined) throw new Error('No worker');
    countShed(second, 4);
    // As it is when it comes from another process.
    gathering.answered(2, 0, structuredClone(await second.snapshot()));
    countShed(second, 4);
    equal(readValue((await render()).body, SHED), 4);
  });
});
