// Reads one MT940 or MT942 message: its fields, its lines with their details, its balances.

import { currencyExponent } from '../../../domain/values/currency.ts';
import { normaliseIban } from '../../../domain/values/iban.ts';
import { MAX_BALANCE_CENTS } from '../../../domain/values/money.ts';
import type { StatementBalance, StatementSink } from '../statement-line.ts';
import { accountNumber, referenceText } from '../statement-wording.ts';
import { readMtDetails } from './mt940-details.ts';
import { type MtLine, readMtLine, statementLineOf } from './mt940-line.ts';
import { readMtAmount, readMtDay } from './mt940-values.ts';
import { MtTotals } from './mt942-totals.ts';

export type MtField = { readonly tag: string; readonly line: number; readonly lines: string[] };

/** Filled with zeros, a balance may be longer than the standard's 15 characters. */
const BALANCE = /^([CD])(\d{6})([A-Z]{3})?(\d{1,20}(?:[.,]\d{0,4})?)$/;
const BALANCE_TAG = /^6[02][FM]$/;

/**
 * The forms in which banks write `:25:`: IBAN, bank and account, BIC and account, with currency.
 */
function mtAccountNumbers(text: string): string[] {
  const clean = text.trim();
  const forms = [clean, clean.replace(/\s?[A-Z]{3}$/, '')].flatMap((one) => {
    const [bank = '', account] = one.split('/');
    if (account === undefined) return [one];
    const bare = account.replace(/^0+(?=\d)/, '');
    return [normaliseIban(bank) ?? '', bank + bare, bank + account, account, bare, one];
  });
  return [...new Set(forms.flatMap((one) => accountNumber(one) ?? []))];
}

type ReadBalance = { readonly cents: bigint; readonly currency: string; readonly day: string };

function readBalance(
  text: string,
  known: string | null,
): ReadBalance | { readonly problem: string } {
  const match = BALANCE.exec(text.replace(/\s+/g, ''));
  const [, mark, day_text = '', currency = known ?? '', amount_text = ''] = match ?? [];
  if (match === null) return { problem: 'is not written as MT940 has it' };
  const day = readMtDay(day_text);
  if (day === null) return { problem: 'has a date that is none' };
  const exponent = currencyExponent(currency);
  if (exponent === undefined) return { problem: `is in ${currency}, which is no currency today` };
  const amount = readMtAmount(amount_text, exponent, MAX_BALANCE_CENTS);
  if ('problem' in amount) return amount;
  const cents = mark === 'D' ? -amount.cents : amount.cents;
  return { cents, currency, day: dayText(day.booked_at) };
}

export class MtMessage {
  readonly #sink: StatementSink;
  readonly #line: number;
  /** By account: the balance at the end of its last page. */
  readonly #page_ends: Map<string, bigint>;
  readonly #balances: StatementBalance[] = [];
  #reference: string | null = null;
  #number: string | null = null;
  #account_numbers: string[] = [];
  #currency: string | null = null;
  #opening: bigint | null = null;
  #closing: bigint | null = null;
  /** A line that waits for the details after it. */
  #pending: { readonly at: number; readonly line: MtLine } | null = null;
  #has_begun = false;
  /** True if a balance could not be read: errors that follow from it are not reported again. */
  #has_wrong_balance = false;

  /** Of a report within the day. */
  #totals: MtTotals | null = null;

  constructor(sink: StatementSink, line: number, page_ends: Map<string, bigint>) {
    this.#sink = sink;
    this.#line = line;
    this.#page_ends = page_ends;
  }

  get has_opening(): boolean {
    return this.#opening !== null;
  }

  /** False if the closing balance is still to come. */
  get may_end(): boolean {
    return this.#closing !== null || this.#has_wrong_balance || this.#totals !== null;
  }

  get is_interim(): boolean {
    return this.#totals !== null;
  }

  /** It is a report within the day, MT942, which has totals in place of balances. */
  becomeInterim(): void {
    this.#totals ??= new MtTotals();
  }

  take(field: MtField): void {
    const { tag, lines } = field;
    const [first = ''] = lines;
    // `:86:` belongs to the line before it; after a balance it is about the statement.
    this.#tellPending(tag === '86' ? lines : []);
    if (tag === '20') this.#reference = referenceText(first);
    else if (tag === '25' || tag === '25P') this.#account_numbers = mtAccountNumbers(first);
    else if (tag === '28C' || tag === '28') this.#number = referenceText(first);
    else if (tag === '61') this.#takeLine(field);
    else if (BALANCE_TAG.test(tag)) this.#takeBalance(field);
    else if (this.#totals?.owns(tag) === true) this.#takeTotal(this.#totals, field);
  }

  end(line: number): void {
    this.#tellPending([]);
    if (this.#totals !== null) {
      this.#endInterim(this.#totals, line);
      return;
    }
    const [opening_cents, closing_cents] = [this.#opening, this.#closing];
    if (opening_cents === null || closing_cents === null) {
      if (this.#has_wrong_balance) return;
      const missing = opening_cents === null ? 'opening balance, :60F:' : 'closing balance, :62F:';
      this.#sink.wrong(this.#line, `the statement has no ${missing}; is the file cut off?`);
      return;
    }
    this.#begin();
    const sums = { opening_cents, closing_cents };
    this.#sink.end({ line, balances: this.#balances, is_whole: true, sums });
  }

  #endInterim(totals: MtTotals, line: number): void {
    this.#begin();
    const problem = totals.problem();
    if (problem !== null) this.#sink.wrong(this.#line, problem);
    this.#sink.end({ line, balances: [], is_whole: false, sums: null });
  }

  #takeTotal(totals: MtTotals, { tag, lines, line }: MtField): void {
    const read = totals.take(tag, lines[0] ?? '', this.#currency);
    if ('problem' in read) this.#sink.wrong(line, `the field :${tag}: ${read.problem}`);
    else this.#currency ??= read.currency;
  }

  #begin(): void {
    if (this.#has_begun) return;
    this.#has_begun = true;
    const names = [this.#reference, this.#number].filter((one) => one !== null);
    this.#sink.begin({
      line: this.#line,
      account_numbers: this.#account_numbers,
      currency: this.#currency,
      reference: names.join(' ') || null,
    });
  }

  #tellPending(details: readonly string[]): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) return;
    const { line, at } = pending;
    if (line.is_expected) this.#sink.leaveOut('pending');
    else if (line.amount_cents === 0n) this.#sink.leaveOut('zero');
    else this.#sink.take(statementLineOf(line, readMtDetails(details), this.#currency ?? ''), at);
  }

  #takeLine({ line: at, lines }: MtField): void {
    const early = this.#whyEarly();
    if (early !== null) {
      if (!this.#has_wrong_balance) this.#sink.wrong(at, early);
      return;
    }
    this.#begin();
    const line = readMtLine(lines, currencyExponent(this.#currency ?? '') ?? 2);
    if ('problem' in line) this.#sink.wrong(at, line.problem);
    else {
      this.#totals?.count(line);
      this.#pending = { at, line };
    }
  }

  /** Why a line cannot be read yet; null if it can. */
  #whyEarly(): string | null {
    if (this.#totals === null) {
      return this.#opening === null
        ? 'a line stands before the opening balance of its statement'
        : null;
    }
    return this.#currency === null
      ? 'a line stands before the field :34F:, which has the currency of the report'
      : null;
  }

  #takeBalance({ tag, line, lines }: MtField): void {
    const wrong = (message: string) => {
      this.#has_wrong_balance = true;
      this.#sink.wrong(line, `the balance :${tag}: ${message}`);
    };
    const read = readBalance(lines[0] ?? '', this.#currency);
    if ('problem' in read) {
      wrong(read.problem);
      return;
    }
    const { cents, currency, day } = read;
    this.#currency ??= currency;
    if (this.#currency !== currency) {
      wrong(`is in ${currency}, the statement in ${this.#currency}`);
      return;
    }
    const kind = tag.startsWith('60') ? 'opening' : 'closing';
    if (kind === 'opening') this.#opening = cents;
    else this.#closing = cents;
    if (tag.endsWith('F')) this.#balances.push({ kind, day, cents });
    else this.#joinPages(kind, cents, wrong);
  }

  #joinPages(
    kind: StatementBalance['kind'],
    cents: bigint,
    wrong: (message: string) => void,
  ): void {
    const key = this.#account_numbers[0] ?? '';
    if (kind === 'closing') this.#page_ends.set(key, cents);
    else if ((this.#page_ends.get(key) ?? cents) !== cents) {
      wrong('is not the balance at which the page before ended');
    }
  }
}

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);
