// The clock of disputes: marks those that are overdue, and closes those that took effect and can no
// longer be appealed. It moves no money.
import { isBinding } from '../../domain/record/dispute-record.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { now } from '../../store/batch/store.ts';
import { readDueDisputes } from '../../store/dispute/disputes.ts';
import type { App } from '../process/app.ts';
import { SERVICE } from '../request/caller.ts';
import { stepCommand, submitDispute } from './submit-dispute.ts';

const MOST_AT_ONCE = 256;

/** Returns how many it marked or closed. */
export async function followDeadlines(app: App): Promise<number> {
  const due = await readDueDisputes(app.store.db, await now(app.store), MOST_AT_ONCE);
  const answers = await Promise.all(
    due.map((dispute) => {
      const act = isBinding(dispute) ? 'mark_overdue' : 'close';
      return submitDispute(app, stepCommand(dispute, { act }, { actor: SERVICE, note: null }));
    }),
  );
  return answers.filter((answer) => !isRefusal(answer) && !answer.found).length;
}
