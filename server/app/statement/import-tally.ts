// Counts and adds up what became of a statement's lines, and lists a limited number of them.

import type { Gap } from '../../domain/line/balance-spans.ts';
import { lineExplanation } from '../../domain/line/line-words.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { paymentType } from '../../domain/values/payment-type.ts';
import type { TakenLine } from '../line/bank-line-commands.ts';
import { type TakenLineBody, takenLineBody } from '../line/taken-line.ts';
import { type ExactInteger, toExactInteger } from '../request/exact-integer.ts';

export type StatementLineBody = TakenLineBody & {
  line: number;
  amount_cents: number;
  currency: string;
  booked_at: string;
  utr: string | null;
  /** The reason in words. */
  explanation: string;
};

/** The file's first opening balance is not the last closing balance before it. */
export type StatementGap = {
  receiving_account_id: string;
  currency: string;
  last_day: string;
  last_closing_cents: ExactInteger;
  first_day: string;
  opening_cents: ExactInteger;
};

const SUMS = [
  'in_cents',
  'out_cents',
  'matched_cents',
  'suspense_cents',
  'duplicate_cents',
] as const;
type Sums<Amount> = Record<(typeof SUMS)[number], Amount>;

type Counts = {
  receiving_account_id: string;
  currency: string;
  imported: number;
  matched: number;
  suspense: number;
  duplicate: number;
};

/** By account: its lines, and the signed sum of their amounts. */
export type AccountTally = Counts & Sums<ExactInteger>;

/** With the account's name and its masked number. */
export type NamedTally = AccountTally & { name: string; number: string };

export function namedTally(tally: AccountTally, { type, name, number }: ReceivingAccount) {
  return { ...tally, name, number: paymentType(type)?.mask(number) ?? '' };
}

/** As many as a feed may send at once; more would not be read, and each costs time. */
export const STATEMENT_LINES_LISTED = 1_000;

/** Money without a trade, and trades that received another amount. */
const waitsForSomebody = ({ status, reason }: TakenLineBody) =>
  status === 'suspense' || (status === 'matched' && reason.endsWith('_amount_mismatch'));

/** New, and another line has its bank id as well. */
const isMarked = ({ status, bank_id_shared }: TakenLineBody) =>
  status !== 'duplicate' && bank_id_shared;

/** A line that took back an earlier one counts as matched. */
function countedAs({ status }: TakenLineBody): 'duplicate' | 'suspense' | 'matched' {
  return status === 'duplicate' || status === 'suspense' ? status : 'matched';
}

function bodyOf(line: number, taken: TakenLine): StatementLineBody {
  const { amount_cents, currency, booked_at, booked_exactly, utr } = taken.record.line;
  const moment = new Date(booked_at).toISOString();
  return {
    line,
    ...takenLineBody(taken),
    amount_cents: Number(amount_cents),
    currency,
    booked_at: booked_exactly ? moment : moment.slice(0, 10),
    utr,
    explanation: lineExplanation(taken.record.outcome.reason),
  };
}

export class ImportTally {
  readonly counts = {
    imported: 0,
    matched: 0,
    suspense: 0,
    duplicate: 0,
    waiting: 0,
    bank_id_shared: 0,
  };
  readonly gaps: StatementGap[] = [];
  readonly #accounts = new Map<string, Counts & Sums<bigint>>();
  readonly #waiting: StatementLineBody[] = [];
  readonly #others: StatementLineBody[] = [];

  add(line: number, taken: TakenLine): void {
    const body = takenLineBody(taken);
    const status = countedAs(body);
    this.counts[status] += 1;
    if (status !== 'duplicate') this.counts.imported += 1;
    if (isMarked(body)) this.counts.bank_id_shared += 1;
    this.#addAmount(taken, status);
    const list = waitsForSomebody(body) || isMarked(body) ? this.#waiting : this.#others;
    if (list.length < STATEMENT_LINES_LISTED) list.push(bodyOf(line, taken));
  }

  /** A line that was not taken: it waits, or a person has said that it repeats others. */
  addLeft(waits: boolean): void {
    if (waits) this.counts.waiting += 1;
    else this.counts.duplicate += 1;
  }

  addGap({ receiving_account_id, currency }: ReceivingAccount, gap: Gap | null): void {
    if (gap === null) return;
    this.gaps.push({
      receiving_account_id,
      currency,
      last_day: gap.last_day,
      last_closing_cents: toExactInteger(gap.last_closing_cents),
      first_day: gap.first_day,
      opening_cents: toExactInteger(gap.opening_cents),
    });
  }

  get total(): number {
    return this.counts.imported + this.counts.duplicate + this.counts.waiting;
  }

  accounts(): AccountTally[] {
    return [...this.#accounts.values()].map((account) => {
      const sums = SUMS.map((name) => [name, toExactInteger(account[name])] as const);
      return { ...account, ...(Object.fromEntries(sums) as Sums<ExactInteger>) };
    });
  }

  /** Of a long statement a choice: lines that wait for a person come first, in the file's order. */
  listed() {
    const all = [...this.#waiting, ...this.#others].slice(0, STATEMENT_LINES_LISTED);
    const lines = all.toSorted((a, b) => a.line - b.line);
    return { lines, lines_left_out: this.total - lines.length };
  }

  #addAmount({ record }: TakenLine, status: 'duplicate' | 'suspense' | 'matched'): void {
    const { receiving_account_id, currency, amount_cents } = record.line;
    const account = this.#accounts.get(receiving_account_id) ?? {
      receiving_account_id,
      currency,
      imported: 0,
      matched: 0,
      suspense: 0,
      duplicate: 0,
      in_cents: 0n,
      out_cents: 0n,
      matched_cents: 0n,
      suspense_cents: 0n,
      duplicate_cents: 0n,
    };
    account[status] += 1;
    account[`${status}_cents`] += amount_cents;
    if (status !== 'duplicate') account.imported += 1;
    if (amount_cents > 0n) account.in_cents += amount_cents;
    else account.out_cents -= amount_cents;
    this.#accounts.set(receiving_account_id, account);
  }
}
