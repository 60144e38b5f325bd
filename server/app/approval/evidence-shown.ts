// What whoever approves evidence sees of it: per account its sums, its balances beside those that
// are stored, and its largest and oldest lines.
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { dayOf } from '../../domain/values/day.ts';
import { paymentType } from '../../domain/values/payment-type.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { lastClosing } from '../../store/line/statements.ts';
import { type ExactInteger, exactOrNull, toExactInteger } from '../request/exact-integer.ts';

export type EvidenceLine = {
  readonly amount_cents: bigint;
  readonly booked_at: number;
  readonly utr: string | null;
  readonly text: string | null;
};

/** Bank lines, or banks' answers that reject pay-outs. */
export const EVIDENCE_KINDS = ['lines', 'answers'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export type EvidenceAccount = {
  readonly kind: EvidenceKind;
  /** Null of pay-outs whose paying account nobody has said. */
  readonly account: ReceivingAccount | null;
  readonly currency: string;
  /** How many lines are new, and their sums. */
  readonly lines: number;
  readonly in_cents: bigint;
  readonly out_cents: bigint;
  /** Before its first and after its last line, as the file says; null if it does not. */
  readonly opening_cents: bigint | null;
  readonly closing_cents: bigint | null;
  readonly largest: readonly EvidenceLine[];
  readonly oldest: readonly EvidenceLine[];
};

/** A trade that the evidence changes, if that is known before. */
export type TradeShown = {
  merchant_id: string;
  trade_id: string;
  state_before: string | null;
  state_after: string;
};

export const EVIDENCE_LINES_SHOWN = 5;

const sizeOf = ({ amount_cents }: EvidenceLine): bigint =>
  amount_cents < 0n ? -amount_cents : amount_cents;

const bySize = (a: EvidenceLine, b: EvidenceLine): number => (sizeOf(a) > sizeOf(b) ? -1 : 1);
const byAge = (a: EvidenceLine, b: EvidenceLine): number => a.booked_at - b.booked_at;

/** The lines that are shown of many. */
export const firstShown = (lines: readonly EvidenceLine[]) => ({
  largest: lines.toSorted(bySize).slice(0, EVIDENCE_LINES_SHOWN),
  oldest: lines.toSorted(byAge).slice(0, EVIDENCE_LINES_SHOWN),
});

export type EvidenceLineBody = {
  amount_cents: ExactInteger;
  day: string;
  utr: string | null;
  text: string | null;
};

export type EvidenceAccountBody = {
  kind: EvidenceKind;
  receiving_account_id: string | null;
  name: string;
  number: string;
  currency: string;
  lines: number;
  in_cents: ExactInteger;
  out_cents: ExactInteger;
  last_day: string | null;
  last_closing_cents: ExactInteger | null;
  opening_cents: ExactInteger | null;
  closing_cents: ExactInteger | null;
  largest: EvidenceLineBody[];
  oldest: EvidenceLineBody[];
};

/** What a request that only shows what it would do has to show; it ends the request. */
export class ShownEvidence extends Error {
  readonly accounts: EvidenceAccountBody[];
  readonly trades: readonly TradeShown[];
  readonly refusal: Refusal | null;

  constructor(
    accounts: EvidenceAccountBody[],
    trades: readonly TradeShown[],
    refusal: Refusal | null,
  ) {
    super('Evidence was shown');
    this.accounts = accounts;
    this.trades = trades;
    this.refusal = refusal;
  }
}

const lineBody = ({ amount_cents, booked_at, utr, text }: EvidenceLine): EvidenceLineBody => ({
  amount_cents: toExactInteger(amount_cents),
  day: dayOf(booked_at),
  utr,
  text,
});

export async function showEvidence(
  db: Queryable,
  measured: readonly EvidenceAccount[],
): Promise<EvidenceAccountBody[]> {
  const bodies: EvidenceAccountBody[] = [];
  for (const { kind, account, currency, lines, largest, oldest, ...sums } of measured) {
    const id = account?.receiving_account_id ?? null;
    const last = id === null ? null : await lastClosing(db, id);
    bodies.push({
      kind,
      receiving_account_id: id,
      name: account?.name ?? '',
      number: account === null ? '' : (paymentType(account.type)?.mask(account.number) ?? ''),
      currency,
      lines,
      in_cents: toExactInteger(sums.in_cents),
      out_cents: toExactInteger(sums.out_cents),
      last_day: last?.day ?? null,
      last_closing_cents: exactOrNull(last?.closing_cents ?? null),
      opening_cents: exactOrNull(sums.opening_cents),
      closing_cents: exactOrNull(sums.closing_cents),
      largest: largest.map(lineBody),
      oldest: oldest.map(lineBody),
    });
  }
  return bodies;
}
