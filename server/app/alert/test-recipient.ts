// Operators send a test to a recipient and learn what happened: it takes the same way as alerts.
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { readNoticeOutcome } from '../../store/alert/notices.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { writeTest } from './notices.ts';
import { findRecipient } from './recipients.ts';

/** Longer than an attempt may take; the request itself may last a minute. */
const WAIT_MS = 45_000;
const ASK_EVERY_MS = 200;

export type TestBody = {
  /** `waiting`: the job has not sent it in time. */
  outcome: 'delivered' | 'failed' | 'waiting';
  /** Of the answer, if there was one. */
  status: number | null;
  problem: string | null;
};

export async function testRecipient(
  app: App,
  operator: OperatorCaller,
  id: string,
  wait_ms = WAIT_MS,
): Promise<TestBody | Refusal> {
  const recipient = await findRecipient(app, id);
  if (isRefusal(recipient)) return recipient;
  const { alert_recipient_id, channel } = recipient;
  const { db } = app.store;
  const notice_id = await db.transaction(async (tx) => {
    const notice = await writeTest(tx, alert_recipient_id, serviceTime(app));
    const target = `alert_recipients/${alert_recipient_id}`;
    await auditIn(tx, operatorActor(operator), 'alert_recipient_tested', target, { channel });
    return notice;
  });
  const until_ms = performance.now() + wait_ms;
  while (performance.now() < until_ms) {
    const found = await readNoticeOutcome(db, notice_id);
    if (found !== null && found.status !== 'waiting') {
      const outcome = found.status === 'delivered' ? 'delivered' : 'failed';
      return { outcome, status: found.last_status, problem: found.last_problem };
    }
    await sleep(ASK_EVERY_MS);
  }
  return { outcome: 'waiting', status: null, problem: null };
}
