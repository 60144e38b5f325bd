// Reads the entries of one ISO 20022 statement: one line per entry, or per payment of a batch, and
// whether they agree with the statement's totals.

import { MAX_BALANCE_CENTS } from '../../../domain/values/money.ts';
import { at, child, type Element, textAt } from '../../../lib/xml/xml-tree.ts';
import type { LeftOutReason, StatementSink } from '../statement-line.ts';
import { bookedAt, type EntryHead, lineOfEntry } from './camt-line.ts';
import { readCents, readSign } from './camt-values.ts';

/** What is known of the statement's account so far. */
export type CamtAccount = {
  own_numbers: readonly string[];
  /** If the statement names no currency, that of its first balance or entry. */
  currency: string | null;
};

type HeadOrReason = { readonly head: EntryHead } | { readonly problem: string } | LeftOutReason;

/** An entry whose payments are taken while it is still being read. */
type Open = {
  readonly read: HeadOrReason;
  /** Kept until it is known whether others follow. */
  first: Element | null;
  count: number;
  /** Whether each payment becomes a line of its own, because its amount is known. */
  is_split: boolean;
  sum_cents: bigint;
};

const isTrue = (text: string) => text === 'true' || text === '1';

/** A payment's signed amount in the account's own currency; null if it is not given. */
function detailCents(head: EntryHead, detail: Element): bigint | null {
  const amounts = child(detail, 'AmtDtls');
  const places = [
    child(detail, 'Amt'),
    at(amounts, 'TxAmt', 'Amt'),
    at(amounts, 'CntrValAmt', 'Amt'),
    at(amounts, 'InstdAmt', 'Amt'),
  ];
  const amount = readCents(places.find((one) => one?.currency === head.currency));
  if ('problem' in amount || amount.value === 0n) return null;
  const own = readSign(detail);
  if ('value' in own) return own.value * amount.value;
  return head.amount_cents < 0n ? -amount.value : amount.value;
}

type Counted = { count: number; cents: bigint };

export class CamtEntries {
  readonly #sink: StatementSink;
  readonly #account: CamtAccount;
  readonly #begin: () => void;
  #open: Open | null = null;
  #left_out = 0;
  #has_wrong = false;
  #summary: Element | undefined;
  readonly #credits: Counted = { count: 0, cents: 0n };
  readonly #debits: Counted = { count: 0, cents: 0n };

  /** `begin` is called before the first line. */
  constructor(sink: StatementSink, account: CamtAccount, begin: () => void) {
    this.#sink = sink;
    this.#account = account;
    this.#begin = begin;
  }

  /** Stores the bank's own totals. */
  expect(summary: Element): void {
    this.#summary = summary;
  }

  /** Takes a payment within an entry that is not read to its end yet. */
  takeDetail(entry: Element, detail: Element): void {
    const to = this.#opened(entry);
    if (typeof to.read === 'string' || 'problem' in to.read) return;
    const { head } = to.read;
    if (to.first === null) {
      [to.first, to.count] = [detail, 1];
      return;
    }
    if (to.count === 1) {
      to.is_split = detailCents(head, to.first) !== null;
      if (to.is_split) this.#tell(to, head, to.first);
    }
    to.count += 1;
    if (to.is_split) this.#tell(to, head, detail);
  }

  close(entry: Element): void {
    const closed = this.#opened(entry);
    this.#open = null;
    const { read } = closed;
    if (typeof read === 'string') {
      this.#left_out += 1;
      this.#sink.leaveOut(read);
    } else if ('problem' in read) {
      this.#has_wrong = true;
      this.#sink.wrong(entry.line, read.problem);
    } else this.#tellEnd(closed, read.head);
  }

  #tellEnd(closed: Open, head: EntryHead): void {
    const { element, amount_cents } = head;
    const counted = amount_cents > 0n ? this.#credits : this.#debits;
    counted.count += 1;
    counted.cents += amount_cents > 0n ? amount_cents : -amount_cents;
    if (!closed.is_split) this.#tellWhole(closed, head);
    else if (closed.sum_cents !== amount_cents) {
      const message = `the payments of the entry add up to ${closed.sum_cents} minor units`;
      this.#sink.wrong(element.line, `${message}, but the entry says ${amount_cents}`);
    }
  }

  /** Whether the bank's totals equal those of the entries; unknown if some are pending or wrong. */
  end(): void {
    if (this.#left_out > 0 || this.#has_wrong) return;
    const [credits, debits] = [this.#credits, this.#debits];
    const all = { count: credits.count + debits.count, cents: credits.cents + debits.cents };
    this.#compare('TtlNtries', 'entries', all);
    this.#compare('TtlCdtNtries', 'credits', credits);
    this.#compare('TtlDbtNtries', 'debits', debits);
  }

  #opened(entry: Element): Open {
    if (this.#open !== null) return this.#open;
    const read = this.#readHead(entry);
    this.#begin();
    this.#open = { read, first: null, count: 0, is_split: false, sum_cents: 0n };
    return this.#open;
  }

  #readHead(element: Element): HeadOrReason {
    const status = textAt(element, 'Sts', 'Cd') || textAt(element, 'Sts');
    if (status === '') return { problem: 'the entry has no status (Sts)' };
    if (status !== 'BOOK') return status === 'INFO' ? 'information' : 'pending';
    const amount = readCents(child(element, 'Amt'));
    if ('problem' in amount) return { problem: `the entry ${amount.problem}` };
    const sign = readSign(element);
    if ('problem' in sign) return { problem: `the entry ${sign.problem}` };
    const currency = child(element, 'Amt')?.currency ?? '';
    this.#account.currency ??= currency;
    if (currency !== this.#account.currency) {
      return { problem: `the entry is in ${currency}, its account in ${this.#account.currency}` };
    }
    const booked = bookedAt(element);
    if (booked === null) return { problem: 'the entry has no booking date' };
    if (amount.value === 0n) return 'zero';
    const amount_cents = sign.value * amount.value;
    const is_reversal = isTrue(textAt(element, 'RvslInd'));
    const { own_numbers } = this.#account;
    return { head: { element, currency, amount_cents, is_reversal, booked, own_numbers } };
  }

  #tell(to: Open, head: EntryHead, detail: Element): void {
    const cents = detailCents(head, detail);
    if (cents === null) {
      const message = 'the payment has no amount in its account’s currency, others of its entry do';
      this.#sink.wrong(detail.line, message);
      return;
    }
    to.sum_cents += cents;
    this.#sink.take(lineOfEntry(head, detail, cents, to.count), detail.line);
  }

  /** If there are several payments without amounts, none of them describes the whole. */
  #tellWhole({ first, count }: Open, head: EntryHead): void {
    const only = count === 1 && first !== null ? first : undefined;
    this.#sink.take(lineOfEntry(head, only, head.amount_cents, null), head.element.line);
  }

  #compare(name: string, what: string, counted: Counted): void {
    const summary = child(this.#summary, name);
    if (summary === undefined) return;
    const number = textAt(summary, 'NbOfNtries');
    if (/^\d{1,15}$/.test(number) && Number(number) !== counted.count) {
      const message = `the summary counts ${number} ${what}, the statement has ${counted.count}`;
      this.#sink.wrong(summary.line, message);
    }
    const text = textAt(summary, 'Sum');
    const { currency } = this.#account;
    if (text === '' || currency === null) return;
    const element = { name: 'Sum', line: 0, currency, text, children: [] };
    const sum = readCents(element, MAX_BALANCE_CENTS);
    if ('problem' in sum) this.#sink.wrong(summary.line, `the summary ${sum.problem}`);
    else if (sum.value !== counted.cents) {
      const message = `the summary adds the ${what} up to ${sum.value} minor units`;
      this.#sink.wrong(summary.line, `${message}, but they are ${counted.cents}`);
    }
  }
}
