// The one list of what is owed: every line in suspense with its age and its ways out, and the sums
// by account beside the ledger's.

import { ageOf } from '../../domain/line/suspense-age.ts';
import { waysOutOfSuspense } from '../../domain/line/ways-out.ts';
import type { LineRecord } from '../../domain/record/bank-line.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import { type OwedTotal, readOwedTotals, selectOwed } from '../../store/line/owed.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { toExactInteger } from '../request/exact-integer.ts';
import { readFields } from '../request/fields.ts';
import { EPOCH_FORM, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { bankLineBody } from './list-bank-lines.ts';

export type OwedQuery = { receiving_account_id?: string; cursor?: string; limit?: string };

function owedBody(record: LineRecord, now: number) {
  const { line } = record;
  return {
    line: bankLineBody(record),
    age: ageOf(line.booked_at, now),
    age_seconds: Math.max(Math.floor((now - line.booked_at) / SECOND_MS), 0),
    ways_out: [...waysOutOfSuspense(line)],
  };
}

export type OwedBody = ReturnType<typeof owedBody>;

const totalBody = ({ owed_cents, ledger_cents, ...total }: OwedTotal) => ({
  ...total,
  owed_cents: toExactInteger(owed_cents),
  ledger_cents: toExactInteger(ledger_cents),
});

export type OwedTotalBody = ReturnType<typeof totalBody>;

export type OwedPage = {
  data: OwedBody[];
  next_cursor: string | null;
  totals: OwedTotalBody[];
};

/** Longest waiting first. Lists and totals are read from one snapshot each. */
export async function listOwed(app: App, query: OwedQuery): Promise<OwedPage | Refusal> {
  const reader = readFields({ fields: query, errors: [] }, ['receiving_account_id']);
  const receiving_account_id =
    query.receiving_account_id === undefined ? null : reader.uuid('receiving_account_id');
  const asked = readPage(query, [EPOCH_FORM, UUID_FORM], reader.refusal());
  if (isRefusal(asked)) return asked;
  const { limit, cursor } = asked;
  const [at, bank_line_id] = cursor ?? [];
  const after =
    at === undefined || bank_line_id === undefined ? null : { booked_at: Number(at), bank_line_id };
  const { db, cipher } = app.store;
  const filter = { receiving_account_id, after, limit: limit + 1 };
  const [found, totals] = await Promise.all([selectOwed(db, cipher, filter), readOwedTotals(db)]);
  const page = pageOf(found, limit, ({ line }) => [line.booked_at, line.bank_line_id]);
  const now = serviceTime(app);
  return {
    data: page.data.map((record) => owedBody(record, now)),
    next_cursor: page.next_cursor,
    totals: totals
      .filter((total) => [null, total.receiving_account_id].includes(receiving_account_id))
      .map(totalBody),
  };
}
