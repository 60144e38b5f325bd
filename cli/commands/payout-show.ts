// How batches of pay-outs, their outcomes and banks' answers look on a terminal.
import type { Json } from '../client/client.ts';
import { arrayOf, cell, heading, objectOf, record, table, type View } from '../client/show.ts';

export const BATCH_COLUMNS = [
  'id',
  'state',
  'rail',
  'payout_count',
  'open_count',
  'total_cents',
  'currency',
  'message_id',
  'exported_at',
];

/** `payout` is the form that other commands accept. */
export const withPayout = (row: Json): Json => ({
  payout: `${String(row.merchant_id)}/${String(row.trade_id ?? row.id)}`,
  ...row,
});

export const ATTEMPT_COLUMNS = [
  'payout',
  'end_to_end_id',
  'state',
  'amount_cents',
  'currency',
  'utr',
  'bank_status',
  'bank_reason',
];

export const BATCH_PAYOUT_COLUMNS = [
  'payout',
  'order_id',
  'payee_name',
  'payee_number',
  'payee_bank',
  'state',
  'amount_cents',
  'currency',
  'utr',
  'bank_reason',
];

const OUTCOME_COLUMNS = ['payout', 'order_id', 'state', 'code', 'changed_by', 'detail'];

export const outcomes = (body: Json, view: View): string =>
  table(arrayOf(body.payouts).map(withPayout), OUTCOME_COLUMNS, view);

/** Refused, or asked of a second person: either way nobody has taken it yet. */
const isWithout = ({ code }: Json): boolean => code !== null;
const isWaiting = ({ proposal_id }: Json): boolean => proposal_id !== null;

export const anyRefused = (body: Json): boolean =>
  arrayOf(body.payouts).some((one) => isWithout(one) && !isWaiting(one));

export const anyWaits = (body: Json): boolean => arrayOf(body.payouts).some(isWaiting);

/** The batch, then the pay-outs that could not be taken; those taken are part of the batch. */
export function batchResult(body: Json, view: View): string {
  const refused = arrayOf(body.payouts).filter(isWithout).map(withPayout);
  return [
    record(objectOf(body.batch), view),
    ...(refused.length === 0
      ? []
      : [heading('Not done', view), table(refused, OUTCOME_COLUMNS, view)]),
  ].join('');
}

const NOT_UNDERSTOOD =
  'Not understood, so nothing changed (use received, accepted, paid, rejected or a code of ISO 20022)';
const ANSWER_COLUMNS = ['line', 'end_to_end_id', 'status', 'reason', 'effect', 'state'];

/** The counts, then the answers that need a person. */
export function answers(body: Json, view: View): string {
  const { answers: all, not_understood, ...counts } = body;
  const waiting = arrayOf(all).filter(
    ({ effect }) => effect === 'conflict' || effect === 'unknown_id',
  );
  const words = Array.isArray(not_understood) ? not_understood : [];
  return [
    record(counts, view),
    ...(words.length === 0 ? [] : [heading(NOT_UNDERSTOOD, view), `${cell('', words, view)}\n`]),
    ...(waiting.length === 0
      ? []
      : [heading('A person must check these', view), table(waiting, ANSWER_COLUMNS, view)]),
  ].join('');
}
