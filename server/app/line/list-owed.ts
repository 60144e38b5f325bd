// The one list of what is owed: every line in suspense with its age and its ways out, the sums by
// account beside the ledger's, and what merchants owe because their balance is below zero.

import { FIND_OWED } from '../../domain/line/line-requests.ts';
import { ageOf } from '../../domain/line/suspense-age.ts';
import { DEBT_WAYS_OUT, waysOutOfSuspense } from '../../domain/line/ways-out.ts';
import type { LineRecord } from '../../domain/record/bank-line.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import {
  type DebtRow,
  type DebtTotal,
  readDebtTotals,
  readSentRefunds,
  type SentRefund,
  selectDebts,
} from '../../store/ledger/debts.ts';
import { type OwedTotal, readOwedTotals, selectOwed } from '../../store/line/owed.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { toExactInteger } from '../request/exact-integer.ts';
import type { OrderNames } from '../request/order-names.ts';
import { EPOCH_FORM, type PageQuery, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { iso } from '../request/views.ts';
import { bankLineBody, namesInLines } from './list-bank-lines.ts';

function owedBody(record: LineRecord, nameOf: OrderNames, now: number) {
  const { line } = record;
  return {
    line: bankLineBody(record, nameOf),
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

const refundBody = ({ trade_id: id, payin_id, amount_cents, currency, state }: SentRefund) => ({
  ...{ id, payin_id, currency, state },
  amount_cents: toExactInteger(amount_cents),
});

export type SentRefundBody = ReturnType<typeof refundBody>;

/** New credits always make a debt smaller; a refund may still come back. */
function debtBody(debt: DebtRow, refunds: readonly SentRefund[], now: number) {
  const { owed_cents, since_at, ...owner } = debt;
  const own = refunds.filter(({ merchant_id }) => merchant_id === debt.merchant_id);
  return {
    ...owner,
    owed_cents: toExactInteger(owed_cents),
    since_at: iso(since_at),
    age: ageOf(since_at, now),
    age_seconds: Math.max(Math.floor((now - since_at) / SECOND_MS), 0),
    refunds: own.map(refundBody),
    ways_out: DEBT_WAYS_OUT.filter((way) => way !== 'refund_returned' || own.length > 0),
  };
}

export type DebtBody = ReturnType<typeof debtBody>;

const debtTotalBody = ({ owed_cents, ...total }: DebtTotal) => ({
  ...total,
  owed_cents: toExactInteger(owed_cents),
});

export type DebtTotalBody = ReturnType<typeof debtTotalBody>;

export const DEBTS_LISTED = 100;

async function listDebts(app: App) {
  const { db } = app.store;
  const [found, totals] = await Promise.all([selectDebts(db, DEBTS_LISTED), readDebtTotals(db)]);
  const merchants = [...new Set(found.map(({ merchant_id }) => merchant_id))];
  const refunds = await readSentRefunds(db, merchants);
  const now = serviceTime(app);
  return {
    debts: found.map((debt) => debtBody(debt, refunds, now)),
    debt_totals: totals.map(debtTotalBody),
  };
}

const NO_DEBTS = { debts: [], debt_totals: [] };

export type OwedPage = {
  data: OwedBody[];
  next_cursor: string | null;
  totals: OwedTotalBody[];
  debts: DebtBody[];
  debt_totals: DebtTotalBody[];
};

/** Longest waiting first. Lists and totals are read from one snapshot each. */
export async function listOwed(
  app: App,
  query: QueryTexts<typeof FIND_OWED> & PageQuery,
): Promise<OwedPage | Refusal> {
  const asked = readPage(query, [EPOCH_FORM, UUID_FORM], readFilters(FIND_OWED, query));
  if (isRefusal(asked)) return asked;
  const { limit, cursor } = asked;
  const { receiving_account_id } = asked.filters;
  const [at, bank_line_id] = cursor ?? [];
  const after =
    at === undefined || bank_line_id === undefined ? null : { booked_at: Number(at), bank_line_id };
  const { db, cipher } = app.store;
  const filter = { receiving_account_id, after, limit: limit + 1 };
  const [found, totals, debts] = await Promise.all([
    selectOwed(db, cipher, filter),
    readOwedTotals(db),
    // A debt belongs to no receiving account.
    receiving_account_id === null ? listDebts(app) : NO_DEBTS,
  ]);
  const page = pageOf(found, limit, ({ line }) => [line.booked_at, line.bank_line_id]);
  const now = serviceTime(app);
  const nameOf = await namesInLines(app, page.data);
  return {
    data: page.data.map((record) => owedBody(record, nameOf, now)),
    next_cursor: page.next_cursor,
    totals: totals
      .filter((total) => [null, total.receiving_account_id].includes(receiving_account_id))
      .map(totalBody),
    ...debts,
  };
}
