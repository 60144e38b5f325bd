// How batches of pay-outs, their outcomes and banks' answers look on a terminal.
import type { Json } from './client.ts';
import { heading, objectOf, record, rowsOf, table, type View } from './show.ts';

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

export const ATTEMPT_COLUMNS = [
  'merchant_id',
  'trade_id',
  'end_to_end_id',
  'state',
  'amount_cents',
  'currency',
  'utr',
  'bank_status',
  'bank_reason',
];

const OUTCOME_COLUMNS = ['merchant_id', 'id', 'state', 'code', 'detail'];

export const outcomes = (body: Json, view: View): string =>
  table(rowsOf(body.payouts), OUTCOME_COLUMNS, view);

/** The batch first, then those that could not be taken; the others are its own. */
export function batchResult(body: Json, view: View): string {
  const refused = rowsOf(body.payouts).filter(({ code }) => code !== null);
  return [
    record(objectOf(body.batch), view),
    ...(refused.length === 0
      ? []
      : [heading('Refused', view), table(refused, OUTCOME_COLUMNS, view)]),
  ].join('');
}

const ANSWER_COLUMNS = ['line', 'end_to_end_id', 'status', 'reason', 'effect', 'state'];

/** Counts first, then what needs somebody. */
export function answers(body: Json, view: View): string {
  const { answers: all, ...counts } = body;
  const waiting = rowsOf(all).filter(
    ({ effect }) => effect === 'conflict' || effect === 'unknown_id',
  );
  return [
    record(counts, view),
    ...(waiting.length === 0
      ? []
      : [heading('Somebody has to look', view), table(waiting, ANSWER_COLUMNS, view)]),
  ].join('');
}
