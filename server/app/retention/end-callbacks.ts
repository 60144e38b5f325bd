// The job that folds the attempts of old callbacks into one row, and later removes them: a page at
// a time, through all callbacks once a day.
import { agesFrom, endOfDelivery } from '../../domain/retention/end-of-delivery.ts';
import { endedBefore } from '../../domain/service/retention-kinds.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { uuidV7 } from '../../lib/uuid.ts';
import { foldAttempts, removeDeliveries } from '../../store/retention/fold-attempts.ts';
import type { SweptKind } from '../../store/retention/retention-progress.ts';
import {
  type DeliverySeen,
  lockWalk,
  type OldPage,
  readOldPage,
  readWalk,
  saveWalk,
  type Walk,
} from '../../store/retention/sweep-deliveries.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';

/** When the round at work began; null: nothing is to be done now. */
function roundOf({ started_at, looked_at, changed_at }: Walk, now: number): number | null {
  if (started_at !== null) return started_at;
  const is_new = looked_at === null || (changed_at ?? 0) > looked_at;
  return is_new || now - looked_at >= DAY_MS ? now : null;
}

const ageing = ({
  status,
  finished_at,
  is_folded,
  direction,
  state,
  changed_at,
}: DeliverySeen) => ({
  status,
  finished_at,
  is_folded,
  trade:
    direction === null || state === null || changed_at === null
      ? null
      : { direction, state, changed_at },
});

/** The oldest that stays as it is. */
function oldestOf(seen: readonly DeliverySeen[]): number | null {
  const ages = seen.flatMap((one) => agesFrom(ageing(one)) ?? []);
  return ages.length === 0 ? null : Math.min(...ages);
}

/** Clocks of machines differ by less. */
const CLOCKS_MS = DAY_MS;
const NO_RANDOM = new Uint8Array(10);

/** Ids of trades begin with their time: later ones are too young for either end. */
function firstYounger(ends: readonly (number | null)[]): string | null {
  const set = ends.filter((end) => end !== null);
  return set.length === 0 ? null : uuidV7(Math.max(...set) + CLOCKS_MS, NO_RANDOM);
}

/** Does one page; returns how many callbacks it looked at. */
export async function endCallbacks(app: App): Promise<number> {
  const { retention } = await app.settings.current();
  const now = serviceTime(app);
  // Most of the time no round is due: then nothing is locked.
  const known = await readWalk(app.store.db);
  if (known !== null && roundOf(known, now) === null) return 0;
  const end = (kind: SweptKind) => endedBefore(retention, kind, now);
  const ends = { fold_before: end('callback_attempts'), remove_before: end('deliveries') };
  const younger = firstYounger([ends.fold_before, ends.remove_before]);
  return await app.store.db.transaction(async (tx) => {
    const walk = await lockWalk(tx);
    const started_at = walk === null ? null : roundOf(walk, now);
    if (walk === null || started_at === null) return 0;
    const page: OldPage =
      younger === null ? { seen: [], next: null } : await readOldPage(tx, walk.after, younger);
    const of = Object.groupBy(page.seen, (one) => endOfDelivery(ageing(one), ends));
    const folded = await foldAttempts(tx, of.folded ?? []);
    const removed = await removeDeliveries(tx, of.removed ?? []);
    const kept = of.kept ?? [];
    await saveWalk(tx, {
      started_at,
      next: page.next,
      now,
      ended: {
        callback_attempts: folded + removed.attempts,
        deliveries: removed.deliveries,
      },
      oldest: {
        callback_attempts: oldestOf(kept.filter(({ is_folded }) => !is_folded)),
        deliveries: oldestOf([...kept, ...(of.folded ?? [])]),
      },
      removed_before: removed.deliveries > 0 ? ends.remove_before : null,
    });
    return page.seen.length;
  });
}
