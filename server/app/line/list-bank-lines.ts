// Operators list bank lines, and the lines in suspense with the trades that they may belong to.

import { evidenceInWords, lineExplanation } from '../../domain/line/line-words.ts';
import { bookedWithin, SUSPENSE_AGE_NAMES } from '../../domain/line/suspense-age.ts';
import { LINE_STATUSES, type LineRecord } from '../../domain/record/bank-line.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { maskHalf } from '../../domain/values/masking.ts';
import { selectLines } from '../../store/line/bank-lines.ts';
import type { App } from '../process/app.ts';
import { readFields } from '../request/fields.ts';
import { decodeCursor, type Page, pageOf, readLimit, UUID_FORM } from '../request/paging.ts';
import { iso } from '../request/views.ts';

const masked = (number: string | null) => (number === null ? null : maskHalf(number));

export function bankLineBody({ line, outcome }: LineRecord) {
  return {
    id: line.bank_line_id,
    receiving_account_id: line.receiving_account_id,
    currency: line.currency,
    amount_cents: Number(line.amount_cents),
    booked_at: line.booked_exactly ? iso(line.booked_at) : iso(line.booked_at).slice(0, 10),
    utr: line.utr,
    text: line.text,
    damaged: line.is_damaged === true,
    bank_id: line.bank_id,
    statement_id: line.statement_id,
    counterparty_name: line.counterparty_name,
    counterparty_number: masked(line.counterparty_number),
    purpose: line.purpose,
    end_to_end_id: line.end_to_end_id,
    return_reason: line.return_reason,
    parent_line_id: line.parent_line_id,
    received_at: iso(line.received_at),
    status: outcome.status,
    merchant_id: outcome.merchant_id,
    trade_id: outcome.trade_id,
    reason: outcome.reason,
    explanation: lineExplanation(outcome.reason),
    candidates: outcome.candidates.map((candidate) => ({
      ...candidate,
      explanation: `has ${evidenceInWords(candidate.evidence)}`,
    })),
    decided_at: iso(outcome.decided_at),
  };
}

export type BankLineBody = ReturnType<typeof bankLineBody>;

export async function listBankLines(
  app: App,
  query: {
    receiving_account_id?: string | undefined;
    status?: string | undefined;
    age?: string | undefined;
    cursor?: string | undefined;
    limit?: string | undefined;
  },
): Promise<Page<BankLineBody> | Refusal> {
  const limit = readLimit(query.limit);
  if (isRefusal(limit)) return limit;
  const cursor = decodeCursor(query.cursor, [UUID_FORM]);
  if (isRefusal(cursor)) return cursor;
  const reader = readFields({ fields: query, errors: [] }, [
    'receiving_account_id',
    'status',
    'age',
  ]);
  const id = query.receiving_account_id;
  const receiving_account_id = id === undefined ? null : reader.uuid('receiving_account_id');
  const status = reader.choice('status', LINE_STATUSES);
  const age = reader.choice('age', SUSPENSE_AGE_NAMES);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const before = cursor?.[0] ?? null;
  const booked =
    age === null ? { booked_from: null, booked_to: null } : bookedWithin(age, app.settings.now());
  const filter = { receiving_account_id, status, ...booked, before, limit: limit + 1 };
  const found = await selectLines(app.store.db, app.store.cipher, filter);
  return pageOf(found.map(bankLineBody), limit, (line) => [line.id]);
}
