// Whether the service is ready: a write succeeds within some seconds. A read would prove too
// little: without its standby a database blocks every write, but no read.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROBE_SLOTS, proveWrite } from '../../store/schema/write-probe.ts';
import type { App } from './app.ts';

export type Readiness = {
  readonly ok: boolean;
  readonly checks: {
    readonly database: 'ok' | 'away';
    readonly writes: 'ok' | 'not confirmed';
    /** Only on a copy that nobody has adopted: it is ready for requests that read. */
    readonly copy?: string;
  };
};

const READY: Readiness = { ok: true, checks: { database: 'ok', writes: 'ok' } };
const PROVE_WITHIN_MS = 5_000;
/** So that frequent checks cost nothing. */
const HOLDS_FOR_MS = 1_000;

type Parts = Pick<App, 'log' | 'store' | 'settings'>;

async function prove({ log, store, settings }: Parts, slot: number): Promise<Readiness> {
  let database: 'ok' | 'away' = 'away';
  const reached = () => {
    database = 'ok';
  };
  try {
    await proveWrite(store.db, slot, reached, PROVE_WITHIN_MS);
    const { copy } = await settings.current();
    return copy === null ? READY : { ok: true, checks: { ...READY.checks, copy: copy.text } };
  } catch (error) {
    log.warn({ err: error }, 'not ready: a test write failed');
    return { ok: false, checks: { database, writes: 'not confirmed' } };
  }
}

/** At most one write is under way, and its result is valid for a second. */
export function createReadiness(app: Parts, within_ms = PROVE_WITHIN_MS): () => Promise<Readiness> {
  const slot = randomInt(PROBE_SLOTS);
  let last: { readonly at_ms: number; readonly readiness: Readiness } | null = null;
  let proving: { readonly since_ms: number; readonly result: Promise<Readiness> } | null = null;

  const begin = () => {
    const result = prove(app, slot).then((readiness) => {
      last = { at_ms: performance.now(), readiness };
      proving = null;
      return readiness;
    });
    return { since_ms: performance.now(), result };
  };

  return async () => {
    if (last !== null && performance.now() - last.at_ms < HOLDS_FOR_MS) return last.readiness;
    proving ??= begin();
    const left_ms = Math.max(0, proving.since_ms + within_ms - performance.now());
    const checks = { database: 'away', writes: 'not confirmed' } as const;
    const late = sleep(left_ms, { ok: false, checks } as const, { ref: false });
    return await Promise.race([proving.result, late]);
  };
}
