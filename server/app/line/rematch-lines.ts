// Matches lines and claims that crossed: each was written before the other was visible.
import { isRefusal } from '../../domain/service/refusal.ts';
import { readCrossedLines } from '../../store/line/bank-lines.ts';
import { readCrossedRecalls } from '../../store/line/related-lines.ts';
import { readCrossedPayoutLines } from '../../store/payout/payout-attempts.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { SERVICE } from '../request/caller.ts';

const MOST_AT_ONCE = 256;

/** Returns how many lines found their trade. */
export async function rematchLines(app: App): Promise<number> {
  const { db } = app.store;
  const now = serviceTime(app);
  const crossed = await Promise.all([
    readCrossedLines(db, now, MOST_AT_ONCE),
    readCrossedPayoutLines(db, now, MOST_AT_ONCE),
    readCrossedRecalls(db, now, MOST_AT_ONCE),
  ]);
  const ids = [...new Set(crossed.flat())];
  const { merchants } = await app.settings.current();
  const answers = await Promise.all(
    ids.map((bank_line_id) =>
      app.writer.submit({
        kind: 'rematch_line',
        command_id: newId(),
        actor: SERVICE,
        bank_line_id,
        merchants,
      }),
    ),
  );
  return answers.filter((answer) => !isRefusal(answer) && answer.kind === 'line' && !answer.found)
    .length;
}
