// An operator imports a bank's answers about batches of pay-outs.
import { IMPORT_ANSWERS } from '../../domain/payout/payout-requests.ts';
import {
  ANSWER_EFFECTS,
  type AnswerEffect,
  isKnownStatus,
} from '../../domain/record/payout-answer-kind.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { claimEvidence } from '../approval/claim-evidence.ts';
import { type AnswerFormat, answerBytes } from '../file/read-answers.ts';
import type { App } from '../process/app.ts';
import { audit } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { readAnswersApart } from '../threads/read-apart.ts';
import { aimAnswers, refuseForeign } from './aim-answers.ts';
import { type AppliedAnswer, applyAnswers } from './apply-answers.ts';
import { evidenceOfAnswers, openHeldAnswers } from './held-answers.ts';

export type AnswersResult = Record<AnswerEffect, number> & {
  /** Values of `status` that the service does not know: such answers change nothing. */
  not_understood: string[];
  /** At most so many; those that need a person come first. */
  answers: AppliedAnswer[];
  answers_left_out: number;
};

export const PAYOUT_ANSWERS_LISTED = 1_000;

function refuseFile({ line, message }: { line: number; message: string }): Refusal {
  return refuse('statement_invalid', `Nothing was imported. Line ${line}: ${message}.`, {
    errors: [{ field: `line ${line}`, code: 'format', message }],
  });
}

async function readAll(body: AsyncIterable<Uint8Array>, format: AnswerFormat | null) {
  try {
    const read = await readAnswersApart(await answerBytes(body), format);
    return 'line' in read ? refuseFile(read) : read;
  } catch (error) {
    if (error instanceof UnreadableStatement) return refuseFile(error);
    throw error;
  }
}

const WAITS: readonly AnswerEffect[] = ['conflict', 'unknown_id'];

export type AnswersRequest = QueryTexts<typeof IMPORT_ANSWERS> & {
  body: AsyncIterable<Uint8Array>;
  /** Instead of the body: a file that waited for its approval. */
  held_file_id?: string | undefined;
};

export async function importPayoutAnswers(
  app: App,
  operator: OperatorCaller,
  request: AnswersRequest,
): Promise<AnswersResult | Refusal> {
  const asked = readFilters(IMPORT_ANSWERS, request);
  if (isRefusal(asked)) return asked;
  const file =
    request.held_file_id === undefined
      ? await readAll(request.body, asked.format)
      : await openHeldAnswers(app, request.held_file_id);
  if (isRefusal(file)) return file;
  const aimed = await aimAnswers(app, file.answers);
  const foreign = await refuseForeign(app, aimed);
  if (foreign !== null) return foreign;
  const claimed = await claimEvidence(app, operator, evidenceOfAnswers(app, file, aimed));
  if (claimed !== null) return claimed;
  const actor = operatorActor(operator);
  const target = 'payout_batches';
  // Recorded before any answer is applied, so that the audit trail names the operator even if the
  // import fails.
  const detail = { sha256: file.hash, answers: file.answers.length };
  await audit(app, actor, 'payout_answers_received', target, detail);
  const applied = await applyAnswers(app, actor, aimed);
  const count = (effect: AnswerEffect) => applied.filter((one) => one.effect === effect).length;
  const [paid, rejected, noted, known, conflict, unknown_id] = ANSWER_EFFECTS.map(count);
  const counts = {
    paid: paid ?? 0,
    rejected: rejected ?? 0,
    noted: noted ?? 0,
    known: known ?? 0,
    conflict: conflict ?? 0,
    unknown_id: unknown_id ?? 0,
  };
  await audit(app, actor, 'payout_answers_imported', target, {
    ...counts,
    sha256: file.hash,
  });
  const first = applied.filter(({ effect }) => WAITS.includes(effect));
  const others = applied.filter(({ effect }) => !WAITS.includes(effect));
  const answers = [...first, ...others].slice(0, PAYOUT_ANSWERS_LISTED);
  const statuses = new Set(file.answers.map(({ status }) => status));
  const not_understood = [...statuses].filter((status) => !isKnownStatus(status));
  const answers_left_out = applied.length - answers.length;
  return { ...counts, not_understood, answers, answers_left_out };
}
