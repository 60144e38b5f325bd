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

export type EvidenceAccount = {
  readonly account: ReceivingAccount;
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

export type EvidenceLineBody = {
  amount_cents: ExactInteger;
  day: string;
  utr: string | null;
  text: string | null;
};

export type EvidenceAccountBody = {
  receiving_account_id: string;
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

/** Thrown out of a transaction that only shows what it would do. */
export class ShownEvidence extends Error {
  readonly accounts: EvidenceAccountBody[];
  readonly refusal: Refusal | null;

  constructor(accounts: EvidenceAccountBody[], refusal: Refusal | null) {
    super('Evidence was shown');
    this.accounts = accounts;
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
  for (const { account, lines, largest, oldest, ...sums } of measured) {
    const { receiving_account_id, type, name, number, currency } = account;
    const last = await lastClosing(db, receiving_account_id);
    bodies.push({
      receiving_account_id,
      name,
      number: paymentType(type)?.mask(number) ?? '',
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
