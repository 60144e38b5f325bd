// A bank's answers on their way to the writer: each finds its attempt, whole files theirs.
import type { FileAnswer } from '../../domain/pain002.ts';
import { type AnswerEffect, answerKind } from '../../domain/payout-answer-kind.ts';
import type { PayoutAttempt } from '../../domain/payout-attempt.ts';
import { exportedOf } from '../../domain/payout-batch.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { Actor } from '../../domain/trade.ts';
import { readAllOfBatch, readAttemptsByEndToEndId } from '../../store/payout-attempts.ts';
import { readBatchesByMessage } from '../../store/payout-batches.ts';
import type { App } from '../app.ts';
import { newId } from '../ids.ts';
import { expectKind } from '../writer.ts';

/** What became of one payment that an answer is about. */
export type AppliedAnswer = {
  line: number;
  end_to_end_id: string;
  merchant_id: string | null;
  trade_id: string | null;
  /** Of the trade, afterwards. */
  state: string | null;
  status: string;
  reason: string | null;
  effect: AnswerEffect;
};

type Aimed = { answer: FileAnswer; attempt: PayoutAttempt; of: 'payment' | 'file' };

const unknown = (answer: FileAnswer, id: string): AppliedAnswer => ({
  line: answer.line,
  end_to_end_id: id,
  merchant_id: null,
  trade_id: null,
  state: null,
  status: answer.status,
  reason: answer.reason,
  effect: 'unknown_id',
});

async function applyOne(app: App, actor: Actor, aimed: Aimed): Promise<AppliedAnswer> {
  const { answer, attempt, of } = aimed;
  const { status, reason, text, utr, line } = answer;
  const { merchant_id, trade_id, payout_attempt_id, end_to_end_id } = attempt;
  const result = expectKind(
    await app.writer.submit({
      kind: 'answer_payout',
      command_id: newId(),
      actor,
      merchant_id,
      trade_id,
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

async function attemptsOfMessage(app: App, message_id: string): Promise<PayoutAttempt[]> {
  const { db, cipher } = app.store;
  const [batch] = await readBatchesByMessage(db, cipher, [message_id]);
  if (batch === undefined) return [];
  return exportedOf(await readAllOfBatch(db, batch.payout_batch_id));
}

/**
 * What the file says of a payment counts before what it says of the whole; of two words about a
 * whole the later, closer one.
 */
async function aim(app: App, answers: readonly FileAnswer[]) {
  const ids = answers.flatMap(({ about }) => ('end_to_end_id' in about ? about.end_to_end_id : []));
  const found = await readAttemptsByEndToEndId(app.store.db, [...new Set(ids)]);
  const by_id = new Map(found.map((attempt) => [attempt.end_to_end_id, attempt]));
  const aimed: Aimed[] = [];
  const lost: AppliedAnswer[] = [];
  const wholes = new Map<string, FileAnswer>();
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
  for (const [message_id, answer] of wholes) {
    const attempts = await attemptsOfMessage(app, message_id);
    if (attempts.length === 0) lost.push(unknown(answer, message_id));
    const rest = attempts.filter((attempt) => !by_id.has(attempt.end_to_end_id));
    aimed.push(...rest.map((attempt) => ({ answer, attempt, of: 'file' as const })));
  }
  return { aimed, lost };
}

/** In the order of the file; the same answers again change nothing. */
export async function applyAnswers(
  app: App,
  actor: Actor,
  answers: readonly FileAnswer[],
): Promise<AppliedAnswer[]> {
  const { aimed, lost } = await aim(app, answers);
  const applied = await Promise.all(aimed.map((one) => applyOne(app, actor, one)));
  return [...applied, ...lost].toSorted((a, b) => a.line - b.line);
}
