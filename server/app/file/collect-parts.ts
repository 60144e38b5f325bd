// Collects what a file contains: its statements, each with its receiving account, packed lines and
// balances, and whether they add up.

import { utrInText } from '../../domain/record/bank-line.ts';
import { equalsText } from '../../domain/record/line-identity.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { bookingDayProblem } from '../../domain/values/booking-day.ts';
import { dayOf, dayStart } from '../../domain/values/day.ts';
import type {
  KeyedStatementLine,
  LeftOutReason,
  PartEnd,
  PartHead,
  StatementBalance,
  StatementSink,
} from '../../formats/statement/statement-line.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { PackedRows } from './packed-rows.ts';

export type StatementError = { readonly line: number; readonly message: string };

/** An account's balances according to the bank; null if the bank does not say. */
export type DayBalance = {
  readonly day: string;
  opening_cents: bigint | null;
  closing_cents: bigint | null;
};

export type LeftOutCounts = Readonly<Record<LeftOutReason, number>>;

export const noneLeftOut = (): Record<LeftOutReason, number> => ({
  zero: 0,
  pending: 0,
  reverted: 0,
  balance: 0,
  information: 0,
});

/** What the reader needs to know of a receiving account. */
export type FileAccount = Pick<ReceivingAccount, 'receiving_account_id' | 'number' | 'currency'>;

/**
 * What the balances say of lines that are equal in id, amount, day and UTR: each counts, only the
 * first does, or nothing, because there are no balances.
 */
export type Repeats = 'each' | 'first' | 'unknown';

/** One statement of one account. */
export type ReadPart = {
  readonly line: number;
  readonly account: FileAccount;
  readonly reference: string | null;
  readonly balances: readonly DayBalance[];
  readonly rows: PackedRows;
  readonly in_cents: bigint;
  readonly out_cents: bigint;
  readonly first_day: string | null;
  readonly last_day: string | null;
  readonly repeats: Repeats;
  readonly digest: string;
};

export type Collected = {
  readonly parts: readonly ReadPart[];
  readonly errors: readonly StatementError[];
  /** Does not prevent the import, but somebody should know. */
  readonly warnings: readonly StatementError[];
  /** How many entries move no money, by reason. */
  readonly left_out: LeftOutCounts;
};

/** The account that a statement belongs to, or the reason why there is none. */
export type FindAccount = (head: PartHead) => FileAccount | { readonly problem: string };

export const STATEMENT_MAX_ROWS = 200_000;
/** Ten years of one account's days, or a month of a hundred accounts. */
export const STATEMENT_MAX_PARTS = 5_000;
/** A file with more errors is the wrong file, or is read with the wrong profile. */
export const STATEMENT_MAX_ERRORS = 1_000;
export const STATEMENT_MAX_WARNINGS = 100;

/** By day; an opening balance belongs to the day of the first line, whatever date it carries. */
function daysOf(balances: readonly StatementBalance[], first_day: string | null): DayBalance[] {
  const days = new Map<string, DayBalance>();
  const closing_day = balances.find((one) => one.kind === 'closing')?.day ?? null;
  const has_one_opening = balances.filter((one) => one.kind === 'opening').length === 1;
  for (const { kind, day: said, cents } of balances) {
    const begins = has_one_opening ? (first_day ?? closing_day ?? said) : said;
    const day = kind === 'opening' ? begins : said;
    const held = days.get(day) ?? { day, opening_cents: null, closing_cents: null };
    if (kind === 'opening') held.opening_cents ??= cents;
    else held.closing_cents = cents;
    days.set(day, held);
  }
  return [...days.values()];
}

/** A statement while it is being read. */
export class OpenPart {
  readonly head: PartHead;
  readonly account: FileAccount | null;
  readonly rows = new PackedRows();
  in_cents = 0n;
  out_cents = 0n;
  /** The sum of lines of which an equal one appeared earlier in this statement. */
  repeated_cents = 0n;
  #first_at: number | null = null;
  #last_at = 0;
  readonly #equals = new Map<string, number>();

  constructor(head: PartHead, account: FileAccount | null) {
    this.head = head;
    this.account = account;
  }

  get first_day(): string | null {
    return this.#first_at === null ? null : dayOf(this.#first_at);
  }

  get last_day(): string | null {
    return this.#first_at === null ? null : dayOf(this.#last_at);
  }

  add({ currency: _, ...line }: KeyedStatementLine, at: number): void {
    const number = this.#numberOf(line);
    if (number > 1) this.repeated_cents += line.amount_cents;
    if (line.amount_cents > 0n) this.in_cents += line.amount_cents;
    else this.out_cents -= line.amount_cents;
    const { booked_at } = line;
    if (this.#first_at === null || booked_at < this.#first_at) this.#first_at = booked_at;
    if (booked_at > this.#last_at) this.#last_at = booked_at;
    this.rows.add({ ...line, line: at, number });
  }

  #numberOf(line: Omit<KeyedStatementLine, 'currency'>): number {
    const id = line.key ?? line.bank_id;
    if (id === null) return 1;
    const utr = line.utr ?? utrInText(line.text);
    return countedBefore(this.#equals, equalsText(id, { ...line, utr })) + 1;
  }
}

function countedBefore(counts: Map<string, number>, text: string): number {
  const before = counts.get(text) ?? 0;
  counts.set(text, before + 1);
  return before;
}

/** Checks whether the lines lead from the opening to the closing balance, and which lines count. */
function judgeSums(part: OpenPart, { balances, is_whole, sums }: PartEnd) {
  const opening =
    sums?.opening_cents ?? balances.find((one) => one.kind === 'opening')?.cents ?? null;
  const closing =
    sums?.closing_cents ?? balances.findLast((one) => one.kind === 'closing')?.cents ?? null;
  if (opening === null || closing === null || !is_whole) return { repeats: 'unknown' as const };
  const sum = part.in_cents - part.out_cents;
  if (opening + sum === closing) return { repeats: 'each' as const };
  if (opening + sum - part.repeated_cents === closing) return { repeats: 'first' as const };
  const lines = `its ${part.rows.count} lines add up to ${sum}`;
  const problem =
    `the statement does not add up: from ${opening} to ${closing} minor units its lines should ` +
    `add up to ${closing - opening}, but ${lines}`;
  return { problem };
}

export class PartCollector implements StatementSink {
  readonly #findAccount: FindAccount;
  readonly #now: number;
  readonly #parts: ReadPart[] = [];
  readonly #digests = new Set<string>();
  readonly #errors: StatementError[] = [];
  readonly #warnings: StatementError[] = [];
  #open: OpenPart | null = null;
  #rows = 0;
  #begun = 0;
  readonly #left_out = noneLeftOut();

  constructor(findAccount: FindAccount, now: number) {
    this.#findAccount = findAccount;
    this.#now = now;
  }

  /** For files that mix the rows of several accounts: each account keeps its own open part. */
  part(head: PartHead): OpenPart {
    this.#begun += 1;
    if (this.#begun > STATEMENT_MAX_PARTS) {
      const message = `the file has more than ${STATEMENT_MAX_PARTS} statements`;
      throw new UnreadableStatement(message, { line: head.line });
    }
    const found = this.#findAccount(head);
    if (!('problem' in found)) return new OpenPart(head, found);
    this.wrong(head.line, found.problem);
    return new OpenPart(head, null);
  }

  begin(head: PartHead): void {
    this.#open = this.part(head);
  }

  take(line: KeyedStatementLine, at: number): void {
    if (this.#open !== null) this.add(this.#open, line, at);
  }

  /** `booked_in` is the file's own name for the field with the day. */
  add(part: OpenPart, line: KeyedStatementLine, at: number, booked_in = 'the booking date'): void {
    this.#rows += 1;
    if (this.#rows > STATEMENT_MAX_ROWS) {
      const message = `the file has more than ${STATEMENT_MAX_ROWS} rows`;
      throw new UnreadableStatement(message, { line: at });
    }
    const { account } = part;
    if (account === null) return;
    if (line.currency !== null && line.currency !== account.currency) {
      const message = `currency is ${line.currency}, but the account's is ${account.currency}`;
      this.wrong(at, message);
      return;
    }
    const problem = bookingDayProblem(line.booked_at, this.#now);
    if (problem === null) part.add(line, at);
    else this.wrong(at, `${booked_in} ${problem}`);
  }

  leaveOut(reason: LeftOutReason): void {
    this.#left_out[reason] += 1;
  }

  end(end: PartEnd): void {
    if (this.#open !== null) this.finish(this.#open, end);
    this.#open = null;
  }

  finish(part: OpenPart, end: PartEnd): void {
    // Lines missing from the sums have been reported already.
    const has_errors = this.#errors.some((error) => error.line >= part.head.line);
    const is_whole = end.is_whole && !has_errors;
    const judged = judgeSums(part, { ...end, is_whole });
    if ('problem' in judged) {
      this.wrong(part.head.line, judged.problem);
      return;
    }
    if (part.account === null) return;
    const { head, account, rows, in_cents, out_cents, first_day, last_day } = part;
    const balances = daysOf(end.balances, first_day);
    const ahead = this.#balanceAhead(balances);
    if (ahead !== null) {
      this.wrong(head.line, ahead);
      return;
    }
    const said = balances.map((one) => `${one.day} ${one.opening_cents} ${one.closing_cents}`);
    const digest = [account.receiving_account_id, head.reference, ...said, rows.digest()].join('/');
    if (this.#digests.has(digest)) {
      this.warn(head.line, 'the statement is in the file twice; it counts once');
      return;
    }
    this.#digests.add(digest);
    const { line, reference } = head;
    const { repeats } = judged;
    const sums = { in_cents, out_cents, first_day, last_day, repeats, digest };
    this.#parts.push({ line, account, reference, balances, rows, ...sums });
  }

  #balanceAhead(balances: readonly DayBalance[]): string | null {
    for (const { day } of balances) {
      const problem = bookingDayProblem(dayStart(day) ?? 0, this.#now);
      if (problem !== null) return `the day of a balance ${problem}`;
    }
    return null;
  }

  wrong(line: number, message: string): void {
    this.#errors.push({ line, message });
    if (this.#errors.length < STATEMENT_MAX_ERRORS) return;
    const [first] = this.#errors;
    const example = `the first, in line ${first?.line ?? 1}: ${first?.message ?? ''}`;
    throw new UnreadableStatement(
      `the file has ${STATEMENT_MAX_ERRORS} wrong rows or more; ${example}`,
      {
        line,
      },
    );
  }

  warn(line: number, message: string): void {
    if (this.#warnings.length < STATEMENT_MAX_WARNINGS) this.#warnings.push({ line, message });
  }

  collected(): Collected {
    return {
      parts: this.#parts,
      errors: this.#errors.toSorted((a, b) => a.line - b.line),
      warnings: this.#warnings,
      left_out: { ...this.#left_out },
    };
  }
}
