// Counts attempts for the health of their endpoints, and notes which of them now fail or answer
// again.
import { isFailing, nextProbeAt } from '../../domain/callback/endpoint-health.ts';
import { isEndpoint } from '../../domain/merchant/merchant-endpoints.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import {
  type AttemptCounts,
  countAttempts,
  type EndpointHealth,
  type EndpointKey,
  type ProbeState,
  setProbes,
} from '../../store/callback/endpoint-health.ts';
import type { Transaction } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import type { Ended } from './deliver.ts';

/** An endpoint that now fails, or that answers again. */
export type EndpointTurn = EndpointKey & { is_failing: boolean };

const keyOf = ({ merchant_id, number }: EndpointKey) => `${merchant_id} ${number}`;

/** Attempts at an address that a trade gave say nothing about an endpoint. */
function countsOf(ended: readonly Ended[]): AttemptCounts[] {
  const of_endpoints = ended.filter(
    ({ delivery, result }) => isEndpoint(delivery.endpoint) && result.error !== 'no_address',
  );
  const groups = Map.groupBy(of_endpoints, ({ delivery: { merchant_id, endpoint_number } }) =>
    keyOf({ merchant_id, number: endpoint_number }),
  );
  return [...groups.values()].flatMap((group) => {
    const in_order = group.toSorted((a, b) => a.ended_at - b.ended_at);
    const [first] = in_order;
    if (first === undefined) return [];
    const last_success = in_order.findLastIndex(({ result }) => result.error === null);
    const failed = in_order.slice(last_success + 1);
    const last = in_order.findLast(({ result }) => result.error !== null);
    return {
      merchant_id: first.delivery.merchant_id,
      number: first.delivery.endpoint_number,
      success_at: in_order[last_success]?.ended_at ?? null,
      failures: failed.length,
      failures_since: failed[0]?.ended_at ?? null,
      failure_at: last?.ended_at ?? null,
      status: last?.result.status ?? null,
      error: last?.result.error ?? null,
    };
  });
}

type Told = { health: EndpointHealth; has_succeeded: boolean; probe: Ended | undefined };

/** The state after these attempts, if it changes; one that now fails is probed a minute later. */
function stateAfter(app: App, { health, has_succeeded, probe }: Told): ProbeState | null {
  const now = serviceTime(app);
  const { merchant_id, number, failing_since, recovered_at, probes } = health;
  const next = (failed: number, retry_after_ms: number | null) =>
    nextProbeAt({ probes: failed, now, jitter: Math.random(), retry_after_ms });
  const key = { merchant_id, number };
  if (failing_since === null) {
    if (!isFailing(health)) return null;
    return { ...key, failing_since: now, recovered_at, probes: 0, next_probe_at: next(0, null) };
  }
  if (has_succeeded) {
    return { ...key, failing_since: null, recovered_at: now, probes: 0, next_probe_at: null };
  }
  if (probe === undefined) return null;
  const next_probe_at = next(probes + 1, probe.result.retry_after_ms);
  return { ...key, failing_since, recovered_at, probes: probes + 1, next_probe_at };
}

/**
 * To be called with the attempts' transaction, after it has written them. Once it has committed,
 * `tellTurns` tells of the result.
 */
export async function countTurnsIn(
  tx: Transaction,
  app: App,
  ended: readonly Ended[],
): Promise<EndpointTurn[]> {
  const counts = countsOf(ended);
  const succeeded = new Set(counts.filter((one) => one.success_at !== null).map(keyOf));
  const after = await countAttempts(tx, counts);
  const states = after.flatMap((health) => {
    const probe = ended.find(
      ({ delivery, result }) =>
        delivery.queue === 'probe' &&
        result.error !== null &&
        delivery.merchant_id === health.merchant_id &&
        delivery.endpoint_number === health.number,
    );
    return stateAfter(app, { health, has_succeeded: succeeded.has(keyOf(health)), probe }) ?? [];
  });
  await setProbes(tx, states);
  const was_failing = new Map(after.map((one) => [keyOf(one), one.failing_since !== null]));
  const turns = states
    .map((one) => ({ ...one, is_failing: one.failing_since !== null }))
    .filter((one) => one.is_failing !== was_failing.get(keyOf(one)))
    .map(({ merchant_id, number, is_failing }) => ({ merchant_id, number, is_failing }));
  // Every process then holds back what goes there, or sends it again.
  if (turns.length > 0) await bumpSettingsVersion(tx);
  return turns;
}

export async function tellTurns(app: App, turns: readonly EndpointTurn[]): Promise<void> {
  if (turns.length === 0) return;
  await app.settings.refresh();
  for (const { merchant_id, number, is_failing } of turns) {
    const fields = { merchant_id, endpoint: number };
    if (is_failing) app.log.warn(fields, 'a callback endpoint is failing: its callbacks wait');
    else app.log.info(fields, 'a callback endpoint answers again');
  }
}
