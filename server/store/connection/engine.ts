// Which kind of PostgreSQL answers, found out once for each pool, and how its statements are
// planned.
import type { Sender } from './grouping.ts';

export type Engine = {
  name: 'postgresql' | 'citus';
  /**
   * Whether a statement is prepared once and its plan may be kept. Citus finds the machine of a
   * row while it plans, and plans a statement of unknown values only if the machine is known
   * without them: "could not create distributed plan", after five times without an error.
   */
  keeps_plans: boolean;
  /**
   * Whether a transaction can see what another one sees. Citus exports the snapshot of the machine
   * that was asked, which says nothing of the rows on another one.
   */
  shares_snapshots: boolean;
};

const ENGINES: Readonly<Record<Engine['name'], Engine>> = {
  postgresql: { name: 'postgresql', keeps_plans: true, shares_snapshots: true },
  citus: { name: 'citus', keeps_plans: false, shares_snapshots: false },
};

const READ = `select exists (select from pg_extension where extname = 'citus') as is_citus`;

export type KnownEngine = {
  /** Asks the server if it was not asked yet. */
  read(): Promise<Engine>;
};

export function createEngine(query: Sender['query']): KnownEngine {
  let reading: Promise<Engine> | null = null;
  const ask = async () => {
    const [row] = await query<{ is_citus: boolean }>('', READ, []);
    return ENGINES[row?.is_citus === true ? 'citus' : 'postgresql'];
  };
  return {
    read() {
      reading ??= ask().catch((error: unknown) => {
        reading = null;
        throw error;
      });
      return reading;
    },
  };
}

/**
 * For new orders one generic plan serves any number of rows, because each row is found by a whole
 * key. By itself PostgreSQL would plan small batches anew, which costs more than running them.
 * Look-ups for bank lines do need plans for their number of rows: with a generic plan they took
 * three times as long.
 */
export function planOnce(tx: Sender, { keeps_plans }: Engine): void {
  if (!keeps_plans) return;
  void tx.query('plan-once', 'set local plan_cache_mode = force_generic_plan', []);
}
