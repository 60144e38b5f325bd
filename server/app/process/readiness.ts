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

type Reached = Readiness['checks']['database'];

/** Calls `reached` once the database has answered. */
async function prove(
  { log, store, settings }: Parts,
  slot: number,
  reached: () => void,
): Promise<Readiness | null> {
  try {
    await proveWrite(store.db, slot, reached, PROVE_WITHIN_MS);
    const { copy } = await settings.current();
    return copy === null ? READY : { ok: true, checks: { ...READY.checks, copy: copy.text } };
  } catch (error) {
    log.warn({ err: error }, 'not ready: a test write failed');
    return null;
  }
}

type Proving = {
  readonly since_ms: number;
  readonly result: Promise<Readiness>;
  /** What is known if nobody waits for the result any more. */
  readonly unready: () => Readiness;
};

/** At most one write is under way, and its result is valid for a second. */
export function createReadiness(app: Parts, within_ms = PROVE_WITHIN_MS): () => Promise<Readiness> {
  const slot = randomInt(PROBE_SLOTS);
  let last: { readonly at_ms: number; readonly readiness: Readiness } | null = null;
  let proving: Proving | null = null;

  const begin = (): Proving => {
    let database: Reached = 'away';
    const reached = () => {
      database = 'ok';
    };
    const unready = (): Readiness => ({ ok: false, checks: { database, writes: 'not confirmed' } });
    const result = prove(app, slot, reached).then((proved) => {
      const readiness = proved ?? unready();
      last = { at_ms: performance.now(), readiness };
      proving = null;
      return readiness;
    });
    return { since_ms: performance.now(), result, unready };
  };

  return async () => {
    if (last !== null && performance.now() - last.at_ms < HOLDS_FOR_MS) return last.readiness;
    proving ??= begin();
    const { since_ms, result, unready } = proving;
    const left_ms = Math.max(0, since_ms + within_ms - performance.now());
    return await Promise.race([result, sleep(left_ms, undefined, { ref: false }).then(unready)]);
  };
}
