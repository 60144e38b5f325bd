// Asks one of several cells with a limit of time, so that one that is away or late is named in the
// answer and keeps nobody from the others.
import type { App } from '../process/app.ts';
import { isOutage, withinLimit } from '../process/outage.ts';
import { endedApart } from '../request/reads-apart.ts';

/** Null if the cell is away or does not answer in time. */
export async function askCell<Value>(
  app: App | null,
  ask: (app: App) => Promise<Value>,
): Promise<Value | null> {
  if (app === null) return null;
  try {
    return await withinLimit(ask(app));
  } catch (error) {
    if (isOutage(error) || endedApart(error) !== null) return null;
    throw error;
  }
}
