// Expires pay-ins whose expiry was set by a clock that ran ahead: after it is set back they would
// stay open for too long. They end once they have been open as long as any pay-in may be.
import { isRefusal } from '../../domain/service/refusal.ts';
import { now } from '../../store/batch/store.ts';
import { readEndingAfter } from '../../store/trade/trades.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { SERVICE } from '../request/caller.ts';
import { plainAct } from './plain-act.ts';

const MOST_AT_ONCE = 256;

/**
 * Returns how many it expired. None ends at once when the clock is set back, because payers may be
 * paying.
 */
export function createOverlongExpiry(
  app: App,
  life_max_ms: number,
  steadyMs = () => performance.now(),
): () => Promise<number> {
  let seen = new Map<string, number>();
  return async () => {
    const at = await now(app.store);
    const overlong = await readEndingAfter(app.store.db, at + life_max_ms, MOST_AT_ONCE);
    const steady_ms = steadyMs();
    seen = new Map(overlong.map(({ trade_id }) => [trade_id, seen.get(trade_id) ?? steady_ms]));
    const over = overlong.filter(
      ({ trade_id }) => steady_ms - (seen.get(trade_id) ?? steady_ms) >= life_max_ms,
    );
    const answers = await Promise.all(
      over.map((key) =>
        app.writer.submit(plainAct('expire', { command_id: newId(), actor: SERVICE, ...key })),
      ),
    );
    return answers.filter((answer) => !isRefusal(answer)).length;
  };
}
