// Reads OFX statements of bank accounts and cards, versions 1 and 2, tag by tag.

import { currencyExponent } from '../../../domain/values/currency.ts';
import { UnreadableStatement } from '../../../lib/xml/unreadable-statement.ts';
import { RunningBalance } from '../csv/statement-running-balance.ts';
import { isBalanceText } from '../csv/statement-words.ts';
import type { KeyedStatementLine, StatementSink } from '../statement-line.ts';
import { accountNumber } from '../statement-wording.ts';
import { lineOfOfx } from './ofx-line.ts';
import { type OfxHandler, OfxTags } from './ofx-tags.ts';

const STATEMENTS: ReadonlySet<string> = new Set(['STMTRS', 'CCSTMTRS']);
/** Pending transactions, which the bank gives again when they are booked. */
const PENDING: ReadonlySet<string> = new Set(['STMTTRNP']);
/** Tags in a transaction that have tags of their own. */
const GROUPS: ReadonlySet<string> = new Set([
  'PAYEE',
  'BANKACCTTO',
  'CCACCTTO',
  'CURRENCY',
  'ORIGCURRENCY',
]);
/** A transaction has about 20 values. */
const VALUES_MAX = 200;

type Statement = {
  readonly line: number;
  currency: string | null;
  bank: string;
  account: string | null;
  has_begun: boolean;
  has_minus: boolean;
  /** The line of the first transaction that its type calls a debit and its amount a credit. */
  unsigned_line: number | null;
  /** Of rows such as SALDO DIA, which some banks write among the transactions. */
  readonly running: RunningBalance;
};

/** A transaction that only repeats the balance: it has no other text. */
function isBalance(values: ReadonlyMap<string, string>): boolean {
  const texts = ['NAME', 'MEMO', 'PAYEE.NAME'].map((name) => values.get(name) ?? '');
  const filled = texts.filter((text) => text !== '');
  return filled.length > 0 && filled.every(isBalanceText);
}

class OfxReadHandler implements OfxHandler {
  readonly #sink: StatementSink;
  #statement: Statement | null = null;
  #transaction: { readonly line: number; readonly values: Map<string, string> } | null = null;
  #group = '';
  #is_own_account = false;
  #count = 0;

  constructor(sink: StatementSink) {
    this.#sink = sink;
  }

  get count(): number {
    return this.#count;
  }

  get is_open(): boolean {
    return this.#statement !== null;
  }

  open(name: string, value: string, line: number): void {
    if (STATEMENTS.has(name)) this.#openStatement(line);
    else if (this.#statement === null) return;
    else if (name === 'STMTTRN') this.#openTransaction(line);
    else if (PENDING.has(name)) this.#sink.leaveOut('pending');
    else if (this.#transaction !== null) this.#takeValue(name, value);
    else this.#takeHead(this.#statement, name, value);
  }

  close(name: string, line: number): void {
    if (STATEMENTS.has(name)) this.#endStatement(line);
    else if (name === 'STMTTRN') this.#endTransaction();
    else if (name === this.#group) this.#group = '';
    else if (name === 'BANKACCTFROM' || name === 'CCACCTFROM') this.#is_own_account = false;
  }

  #openStatement(line: number): void {
    if (this.#statement !== null) this.#endStatement(line);
    this.#count += 1;
    this.#statement = {
      line,
      currency: null,
      bank: '',
      account: null,
      has_begun: false,
      has_minus: false,
      unsigned_line: null,
      running: new RunningBalance(),
    };
  }

  #openTransaction(line: number): void {
    this.#endTransaction();
    this.#group = '';
    this.#transaction = { line, values: new Map() };
  }

  #takeHead(statement: Statement, name: string, value: string): void {
    if (name === 'BANKACCTFROM' || name === 'CCACCTFROM') this.#is_own_account = true;
    if (name === 'CURDEF') statement.currency = value.toUpperCase();
    if (!this.#is_own_account) return;
    if (name === 'BANKID') statement.bank = value;
    if (name === 'ACCTID') statement.account = value;
  }

  #takeValue(name: string, value: string): void {
    const { values, line } = this.#transaction ?? { values: new Map<string, string>(), line: 1 };
    if (GROUPS.has(name)) this.#group = name;
    const key = this.#group === '' || GROUPS.has(name) ? name : `${this.#group}.${name}`;
    if (!values.has(key)) values.set(key, value);
    if (values.size <= VALUES_MAX) return;
    throw new UnreadableStatement(`a transaction has more than ${VALUES_MAX} values`, { line });
  }

  #begin(statement: Statement): void {
    if (statement.has_begun) return;
    statement.has_begun = true;
    const { line, bank, account, currency } = statement;
    const numbers = [account ?? '', bank + (account ?? '')].map(accountNumber);
    const account_numbers = account === null ? [] : numbers.filter((one) => one !== null);
    this.#sink.begin({ line, account_numbers, currency, reference: null });
  }

  #endTransaction(): void {
    const [statement, transaction] = [this.#statement, this.#transaction];
    this.#transaction = null;
    if (statement === null || transaction === null) return;
    this.#begin(statement);
    const { line, values } = transaction;
    const currency = values.get('CURRENCY.CURSYM') ?? statement.currency ?? '';
    const exponent = currencyExponent(currency);
    if (exponent === undefined) {
      this.#sink.wrong(
        line,
        `the statement is in ${currency || 'no currency'}, CURDEF must name one`,
      );
      return;
    }
    const read = lineOfOfx(values, currency, exponent);
    if ('problem' in read) this.#sink.wrong(line, read.problem);
    else this.#takeLine(statement, read, line, isBalance(values));
  }

  #takeLine(statement: Statement, read: KeyedStatementLine, line: number, is_balance: boolean) {
    const { amount_cents, booked_at } = read;
    if (is_balance) {
      statement.running.add({ line, amount_cents: 0n, booked_at }, amount_cents);
      this.#sink.leaveOut('balance');
      return;
    }
    statement.running.add({ line, amount_cents, booked_at }, null);
    if (amount_cents === 0n) {
      this.#sink.leaveOut('zero');
      return;
    }
    if (amount_cents < 0n) statement.has_minus = true;
    else if (read.purpose === 'DEBIT') statement.unsigned_line ??= line;
    this.#sink.take(read, line);
  }

  #endStatement(line: number): void {
    this.#endTransaction();
    const statement = this.#statement;
    if (statement === null) return;
    this.#begin(statement);
    const { unsigned_line, has_minus } = statement;
    if (unsigned_line !== null && !has_minus) {
      const message = 'a DEBIT has an amount without minus, and no amount of the statement has one';
      this.#sink.wrong(unsigned_line, `${message}: its signs cannot be told`);
    }
    const sums = statement.running.sums();
    const broken = 'turned_line' in sums ? sums.turned_line : null;
    const balance_line = 'broken_line' in sums ? sums.broken_line : broken;
    if (balance_line !== null) {
      const message = 'the balance of this row does not follow from the transactions before it';
      this.#sink.wrong(balance_line, message);
    }
    // LEDGERBAL is the balance at the download, not at the end of a day.
    this.#sink.end({ line, balances: [], is_whole: true, sums: null });
    this.#statement = null;
  }
}

export class OfxReader {
  readonly #handler: OfxReadHandler;
  readonly #tags: OfxTags;

  constructor(sink: StatementSink) {
    this.#handler = new OfxReadHandler(sink);
    this.#tags = new OfxTags(this.#handler);
  }

  /** Takes a piece of text that begins with a tag. */
  push(text: string): void {
    this.#tags.push(text);
  }

  end(): 'ofx' {
    this.#tags.end();
    const at = { line: this.#tags.line };
    if (this.#handler.is_open) {
      throw new UnreadableStatement('the file ends inside of a statement; is it cut off?', at);
    }
    if (this.#handler.count > 0) return 'ofx';
    throw new UnreadableStatement('the OFX file has no statement of an account or a card', at);
  }
}
