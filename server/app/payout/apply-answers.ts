// Applies a bank's answers through the writer, each to its attempt.

import type { Actor } from '../../domain/record/origin.ts';
import { type AnswerEffect, answerKind } from '../../domain/record/payout-answer-kind.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import type { BankAnswer } from '../../formats/payout-file/pain002.ts';
import { mayReturn } from '../merchant/house-merchant.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import type { AimedAnswer, AimedAnswers } from './aim-answers.ts';

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

type Sure = AimedAnswer & { may_return: boolean };

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

const isRejecting = ({ answer: { status, reason }, of }: Sure): boolean =>
  answerKind(status, reason, of) === 'rejected';

/** In the order of the file; applying the same answers again changes nothing. */
export async function applyAnswers(
  app: App,
  actor: Actor,
  { aimed, lost }: AimedAnswers,
): Promise<AppliedAnswer[]> {
  const sure = await Promise.all(
    aimed.map(async (one) => {
      return { ...one, may_return: await mayReturn(app, one.attempt.merchant_id) };
    }),
  );
  // If a file says of one payment that it is paid and that it is rejected, no money comes back.
  const { first = [], last = [] } = Object.groupBy(sure, (one) =>
    isRejecting(one) ? 'last' : 'first',
  );
  const applied: AppliedAnswer[] = [];
  for (const some of [first, last]) {
    applied.push(...(await Promise.all(some.map((one) => applyOne(app, actor, one)))));
  }
  const unsent = lost.map(({ answer, id }) => unknown(answer, id));
  return [...applied, ...unsent].toSorted((a, b) => a.line - b.line);
}
