// The timer: expires pay-ins whose time has run out, through the writer like every other change.
import { isRefusal } from '../../domain/service/refusal.ts';
import { now } from '../../store/batch/store.ts';
import { readDue } from '../../store/trade/trades.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { SERVICE } from '../request/caller.ts';
import { plainAct } from './plain-act.ts';

const MOST_AT_ONCE = 256;

/**
 * Returns how many it expired; another process or a UTR may have been faster, which is no error.
 */
export async function expireDue(app: App): Promise<number> {
  const due = await readDue(app.store.db, await now(app.store), MOST_AT_ONCE);
  const answers = await Promise.all(
    due.map((key) =>
      app.writer.submit(plainAct('expire', { command_id: newId(), actor: SERVICE, ...key })),
    ),
  );
  return answers.filter((answer) => !isRefusal(answer)).length;
}
