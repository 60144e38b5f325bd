// Applies a bank's answers through the writer: each to its attempt, those about a whole file to all
// attempts of the file.

import { exportedOf } from '../../domain/payout/payout-batch.ts';
import { type AnswerEffect, answerKind } from '../../domain/record/payout-answer-kind.ts';
import type { PayoutAttempt } from '../../domain/record/payout-attempt.ts';
import type { Actor } from '../../domain/record/trade.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import type { BankAnswer } from '../../formats/payout-file/pain002.ts';
import {
  readAllOfBatches,
  readPayoutAttemptsByEndToEndId,
} from '../../store/payout/payout-attempts.ts';
import { readPayoutBatchesByMessage } from '../../store/payout/payout-batches.ts';
import { mayReturn } from '../merchant/house-merchant.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';

/** What an answer did to one payment. */
export type AppliedAnswer = {
  line: number;
  end_to_end_id: string;
  merchant_id: string | null;
  trade_id: string | null;
  /** The trade's state afterwards. */
  state: string | null;
  status: string;
  reason: string | null;
  effect: AnswerEffect;
};

type Aimed = { answer: BankAnswer; attempt: PayoutAttempt; of: 'payment' | 'file' };
type Sure = Aimed & { may_return: boolean };

const unknown = (answer: BankAnswer, id: string): AppliedAnswer => ({
  line: answer.line,
  end_to_end_id: id,
  merchant_id: null,
  trade_id: null,
  state: null,
  status: answer.status,
  reason: answer.reason,
  effect: 'unknown_id',
});

async function applyOne(app: App, actor: Actor, aimed: Sure): Promise<AppliedAnswer> {
  const { answer, attempt, of, may_return } = aimed;
  const { status, reason, text, utr, line } = answer;
  const { merchant_id, trade_id, payout_attempt_id, end_to_end_id } = attempt;
  const result = expectKind(
    await app.writer.submit({
      kind: 'answer_payout',
      command_id: newId(),
      actor,
      merchant_id,
      trade_id,
      may_return,
      payout_attempt_id,
      answer: {
        kind: answerKind(status, reason, of),
        status,
        reason,
        text,
        utr,
        of_file: of === 'file',
      },
    }),
    'payout_answer',
  );
  if (isRefusal(result)) throw new Error(`A bank's answer was refused: ${result.detail}`);
  const { trade, effect } = result;
  return { line, end_to_end_id, merchant_id, trade_id, state: trade.state, status, reason, effect };
}

/** The attempts that were sent in each of the files with these message ids. */
async function attemptsOfMessages(app: App, message_ids: readonly string[]) {
  if (message_ids.length === 0) return new Map<string, PayoutAttempt[]>();
  const { db, cipher } = app.store;
  const batches = await readPayoutBatchesByMessage(db, cipher, message_ids);
  const all = await readAllOfBatches(
    db,
    batches.map((batch) => batch.payout_batch_id),
  );
  const by_batch = Map.groupBy(all, (attempt) => attempt.payout_batch_id);
  return new Map(
    batches.map((batch) => [
      batch.message_id,
      exportedOf(by_batch.get(batch.payout_batch_id) ?? []),
    ]),
  );
}

/**
 * What the file says of a payment overrides what it says of the whole; of two answers about a whole
 * the later one counts, because it is more specific.
 */
async function aim(app: App, answers: readonly BankAnswer[]) {
  const ids = answers.flatMap(({ about }) => ('end_to_end_id' in about ? about.end_to_end_id : []));
  const found = await readPayoutAttemptsByEndToEndId(app.store.db, [...new Set(ids)]);
  const by_id = new Map(found.map((attempt) => [attempt.end_to_end_id, attempt]));
  const aimed: Aimed[] = [];
  const lost: AppliedAnswer[] = [];
  const wholes = new Map<string, BankAnswer>();
  for (const answer of answers) {
    const { about } = answer;
    if ('message_id' in about) {
      wholes.set(about.message_id, answer);
      continue;
    }
    const attempt = by_id.get(about.end_to_end_id);
    if (attempt === undefined) lost.push(unknown(answer, about.end_to_end_id));
    else aimed.push({ answer, attempt, of: 'payment' });
  }
  const of_wholes = await attemptsOfMessages(app, [...wholes.keys()]);
  for (const [message_id, answer] of wholes) {
    const attempts = of_wholes.get(message_id) ?? [];
    if (attempts.length === 0) lost.push(unknown(answer, message_id));
    const rest = attempts.filter((attempt) => !by_id.has(attempt.end_to_end_id));
    aimed.push(...rest.map((attempt) => ({ answer, attempt, of: 'file' as const })));
  }
  return { aimed, lost };
}

/** In the order of the file; applying the same answers again changes nothing. */
export async function applyAnswers(
  app: App,
  actor: Actor,
  answers: readonly BankAnswer[],
): Promise<AppliedAnswer[]> {
  const { aimed, lost } = await aim(app, answers);
  const sure = await Promise.all(
    aimed.map(async (one) => {
      return { ...one, may_return: await mayReturn(app, one.attempt.merchant_id) };
    }),
  );
  const applied = await Promise.all(sure.map((one) => applyOne(app, actor, one)));
  return [...applied, ...lost].toSorted((a, b) => a.line - b.line);
}
