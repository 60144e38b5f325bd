// Notes when a token of the operators was last used: to the minute, so that reading stays cheap.
import { noteOperatorTokenUse } from '../../store/access/operator-tokens.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';

const EVERY_MS = 60_000;

/** One per process and API. `clock` is monotonic, in milliseconds. */
export function createTokenUses(
  app: App,
  clock: () => number = () => performance.now(),
): (caller: OperatorCaller) => void {
  const noted_at = new Map<string, number>();
  return ({ operator_token_id: id }) => {
    if (id === null) return;
    const now = clock();
    if (now - (noted_at.get(id) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
    noted_at.set(id, now);
    // Not awaited, so that no request waits for it.
    noteOperatorTokenUse(app.store.db, id, app.settings.now()).catch((err: unknown) => {
      app.log.warn({ err }, 'the use of a token could not be noted');
    });
  };
}
