// The head of one ISO 20022 statement: its account, its balances, and whether it is complete.

import { MAX_BALANCE_CENTS } from '../../../domain/values/money.ts';
import { child, type Element, textAt } from '../../../lib/xml/xml-tree.ts';
import type { StatementBalance, StatementSink } from '../statement-line.ts';
import { accountNumber, referenceText } from '../statement-wording.ts';
import { CamtEntries } from './camt-entry.ts';
import { dayAt, numberOf, readCents, readSign } from './camt-values.ts';

const BALANCE_KINDS: Readonly<Record<string, StatementBalance['kind']>> = {
  OPBD: 'opening',
  PRCD: 'opening',
  CLBD: 'closing',
};

type SaidBalance = StatementBalance & { readonly code: string };

/** The opening balance, otherwise the closing one of the statement before, whose day has ended. */
function balancesOf(said: readonly SaidBalance[]): StatementBalance[] {
  const closing = said.filter((one) => one.kind === 'closing');
  const opening = said.filter((one) => one.code === 'OPBD');
  const before = said
    .filter((one) => one.code === 'PRCD')
    .map((one) => ({ ...one, day: closing[0]?.day ?? one.day }));
  const used = [...(opening.length > 0 ? opening : before), ...closing];
  return used.map(({ kind, day, cents }) => ({ kind, day, cents }));
}

/** True if it is both page 1 and the last page. */
export function isOnlyPage(pagination: Element): boolean {
  return textAt(pagination, 'LastPgInd') !== 'false' && Number(textAt(pagination, 'PgNb')) === 1;
}

export class CamtStatement {
  readonly entries: CamtEntries;
  readonly #sink: StatementSink;
  readonly #line: number;
  readonly #account = { own_numbers: [] as readonly string[], currency: null as string | null };
  readonly #said: SaidBalance[] = [];
  #reference: string | null = null;
  #is_whole: boolean;
  /** Balances within the day are not the day's: they are not read. */
  readonly #is_interim: boolean;
  #has_begun = false;

  constructor(sink: StatementSink, line: number, kind: { is_whole: boolean; is_interim: boolean }) {
    this.#sink = sink;
    this.#line = line;
    this.#is_whole = kind.is_whole;
    this.#is_interim = kind.is_interim;
    this.entries = new CamtEntries(sink, this.#account, () => this.#begin());
  }

  /** Takes a direct child that is no entry. */
  take(element: Element): void {
    if (element.name === 'Id') this.#reference = referenceText(element.text);
    if (element.name === 'Acct') this.#takeAccount(element);
    if (element.name === 'Bal' && !this.#is_interim) this.#takeBalance(element);
    if (element.name === 'TxsSummry') this.entries.expect(element);
    if (element.name === 'StmtPgntn' && !isOnlyPage(element)) this.#is_whole = false;
  }

  end(line: number): void {
    this.#begin();
    this.entries.end();
    const balances = balancesOf(this.#said);
    this.#sink.end({ line, balances, is_whole: this.#is_whole, sums: null });
  }

  #begin(): void {
    if (this.#has_begun) return;
    this.#has_begun = true;
    const { own_numbers: account_numbers, currency } = this.#account;
    this.#sink.begin({
      line: this.#line,
      account_numbers,
      currency,
      reference: this.#reference,
    });
  }

  #takeAccount(element: Element): void {
    const number = accountNumber(numberOf(element));
    this.#account.own_numbers = number === null ? [] : [number];
    this.#account.currency = textAt(element, 'Ccy') || this.#account.currency;
  }

  #takeBalance(element: Element): void {
    const code = textAt(element, 'Tp', 'CdOrPrtry', 'Cd');
    const kind = BALANCE_KINDS[code];
    if (code === 'ITBD') this.#is_whole = false;
    if (kind === undefined) return;
    const amount = readCents(child(element, 'Amt'), MAX_BALANCE_CENTS);
    const sign = readSign(element);
    const day = dayAt(element, 'Dt');
    const currency = child(element, 'Amt')?.currency ?? null;
    this.#account.currency ??= currency;
    const wrong = (message: string) =>
      this.#sink.wrong(element.line, `the balance ${code} ${message}`);
    if ('problem' in amount) wrong(amount.problem);
    else if ('problem' in sign) wrong(sign.problem);
    else if (day === null) wrong('has no date');
    else if (this.#account.currency !== currency) {
      wrong(`is in ${currency}, its account in ${this.#account.currency}`);
    } else this.#said.push({ code, kind, day, cents: sign.value * amount.value });
  }
}
