// Finds the attempts that a bank's answers are about: each answer is about one payment, or about
// all payments of a file.

import { exportedOf } from '../../domain/payout/payout-batch.ts';
import type { PayoutAttempt, PayoutBatch } from '../../domain/record/payout-attempt.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import type { BankAnswer } from '../../formats/payout-file/pain002.ts';
import {
  readAllOfBatches,
  readPayoutAttemptsByEndToEndId,
} from '../../store/payout/payout-attempts.ts';
import { readPayoutBatchesByMessage } from '../../store/payout/payout-batches.ts';
import type { App } from '../process/app.ts';

export type AimedAnswer = { answer: BankAnswer; attempt: PayoutAttempt; of: 'payment' | 'file' };

export type AimedAnswers = {
  aimed: readonly AimedAnswer[];
  /** About payments or files that this service never sent, with the id that the file gives. */
  lost: readonly { answer: BankAnswer; id: string }[];
};

/** The attempts that were sent in each of the files with these message ids. */
async function attemptsOfMessages(app: App, message_ids: readonly string[]) {
  if (message_ids.length === 0) return new Map<string, PayoutAttempt[]>();
  const { db, cipher } = app.store;
  const batches = await readPayoutBatchesByMessage(db, cipher, message_ids);
  const all = await readAllOfBatches(
    db,
    cipher,
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
export async function aimAnswers(app: App, answers: readonly BankAnswer[]): Promise<AimedAnswers> {
  const ids = answers.flatMap(({ about }) => ('end_to_end_id' in about ? about.end_to_end_id : []));
  const { db, cipher } = app.store;
  const found = await readPayoutAttemptsByEndToEndId(db, cipher, [...new Set(ids)]);
  const by_id = new Map(found.map((attempt) => [attempt.end_to_end_id, attempt]));
  const aimed: AimedAnswer[] = [];
  const lost: { answer: BankAnswer; id: string }[] = [];
  const wholes = new Map<string, BankAnswer>();
  for (const answer of answers) {
    const { about } = answer;
    if ('message_id' in about) {
      wholes.set(about.message_id, answer);
      continue;
    }
    const attempt = by_id.get(about.end_to_end_id);
    if (attempt === undefined) lost.push({ answer, id: about.end_to_end_id });
    else aimed.push({ answer, attempt, of: 'payment' });
  }
  const of_wholes = await attemptsOfMessages(app, [...wholes.keys()]);
  for (const [message_id, answer] of wholes) {
    const attempts = of_wholes.get(message_id) ?? [];
    if (attempts.length === 0) lost.push({ answer, id: message_id });
    const rest = attempts.filter((attempt) => !by_id.has(attempt.end_to_end_id));
    aimed.push(...rest.map((attempt) => ({ answer, attempt, of: 'file' as const })));
  }
  return { aimed, lost };
}

const foreign = ({ line }: BankAnswer, message: string): Refusal =>
  refuse('statement_invalid', `Nothing was imported. Line ${line}: ${message}.`, {
    errors: [{ field: `line ${line}`, code: 'not_allowed', message }],
  });

/** Why an answer is not about the message that its file names; null if it is. */
function foreignProblem(
  { answer, batch_id }: { answer: BankAnswer; batch_id: string | null },
  batches: ReadonlyMap<string, PayoutBatch>,
): string | null {
  const { about, of_message } = answer;
  if (of_message === null) return null;
  const batch = batches.get(of_message);
  if (batch === undefined || batch.exported_at === null) {
    return `the file answers the message ${of_message}, which this service has not sent`;
  }
  if ('message_id' in about) {
    if (about.message_id === of_message) return null;
    return `it names the batch ${about.message_id}, but the file answers ${of_message}`;
  }
  if (batch_id === null || batch_id === batch.payout_batch_id) return null;
  const name = about.end_to_end_id;
  return `the payment ${name} is not in the message ${of_message} that the file answers`;
}

/** An answer to another message would complete or fail payments that the bank did not mean. */
export async function refuseForeign(
  app: App,
  { aimed, lost }: AimedAnswers,
): Promise<Refusal | null> {
  const all = [
    ...aimed.map(({ answer, attempt, of }) => ({
      answer,
      batch_id: of === 'file' ? null : (attempt.payout_batch_id ?? 'paid by hand'),
    })),
    ...lost.map(({ answer }) => ({ answer, batch_id: null })),
  ].toSorted((a, b) => a.answer.line - b.answer.line);
  const message_ids = [...new Set(all.flatMap(({ answer }) => answer.of_message ?? []))];
  if (message_ids.length === 0) return null;
  const found = await readPayoutBatchesByMessage(app.store.db, app.store.cipher, message_ids);
  const batches = new Map(found.map((batch) => [batch.message_id, batch]));
  for (const one of all) {
    const problem = foreignProblem(one, batches);
    if (problem !== null) return foreign(one.answer, problem);
  }
  return null;
}
