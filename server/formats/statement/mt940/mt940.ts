// Reads SWIFT MT940 statements, and MT942 reports within the day, line by line: one message for
// each account and day, or page of it.

import { UnreadableStatement } from '../../../lib/xml/unreadable-statement.ts';
import type { StatementSink } from '../statement-line.ts';
import { type MtField, MtMessage } from './mt940-message.ts';

const FIELD = /^:(\d{2}[A-Z]?):(.*)$/s;
/** What the SWIFT network puts around a message, and banking systems before a file. */
const ENVELOPE = /^\{1:.*?\{4:/;
/** Swedish and Finnish banks' character sets have ä and å at the places of `{` and `}`. */
const HEADER = /^(?:[A-Z0-9{}äå:. -]{0,80})$/;
const INTERIM_TAGS: ReadonlySet<string> = new Set(['34F', '13D', '90D', '90C']);

/** A field of a statement has at most six lines; longer ones of some banks are read too. */
const LINES_MAX = 60;
const LINE_MAX = 2_000;

/** Files of the network have control characters at their start and end. */
function withoutControls(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && /\p{Cc}/u.test(text.charAt(start))) start += 1;
  while (end > start && /\p{Cc}/u.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

export class Mt940Reader {
  readonly #sink: StatementSink;
  /** The balance at the end of an account's last page, for the next page. */
  readonly #page_ends = new Map<string, bigint>();
  #message: MtMessage | null = null;
  #field: MtField | null = null;
  #line = 0;
  #has_messages = false;
  #format: 'mt940' | 'mt942' | null = null;

  constructor(sink: StatementSink) {
    this.#sink = sink;
  }

  /** Takes one line without its line end. */
  push(given: string): void {
    this.#line += 1;
    const text = withoutControls(given).replace(ENVELOPE, '');
    if (text.length > LINE_MAX) this.#fail(`a line has more than ${LINE_MAX} characters`);
    const is_end = /^-[}å]/.test(text) || (text === '-' && !this.#isWithinText());
    const [, tag, rest = ''] = FIELD.exec(text) ?? [];
    if (is_end) this.#endMessage();
    else if (tag === undefined) this.#goOn(text);
    else this.#startField(tag, rest);
  }

  end(): 'mt940' | 'mt942' {
    this.#endMessage();
    if (!this.#has_messages) this.#fail('the file is no MT940: it has no field :20:');
    return this.#format ?? 'mt940';
  }

  /** Banks write a lone `-` into `:86:`, too; a message ends behind its closing balance. */
  #isWithinText(): boolean {
    return this.#field?.tag === '86' && this.#message?.may_end === false;
  }

  #fail(message: string): never {
    throw new UnreadableStatement(message, { line: Math.max(1, this.#line) });
  }

  #startField(tag: string, rest: string): void {
    if (tag === '20') {
      this.#endMessage();
      this.#message = new MtMessage(this.#sink, this.#line, this.#page_ends);
      this.#has_messages = true;
    } else this.#endField();
    if (this.#message === null) {
      this.#fail(`the field :${tag}: stands outside of a statement, which begins with :20:`);
    }
    if (INTERIM_TAGS.has(tag) && !this.#message.has_opening) {
      this.#message.becomeInterim();
    }
    this.#field = { tag, line: this.#line, lines: [rest] };
  }

  #goOn(text: string): void {
    if (this.#field === null) {
      if (HEADER.test(text)) return;
      this.#fail('the file is no MT940: a line belongs to no field');
    }
    if (this.#field.lines.length >= LINES_MAX) {
      this.#fail(`a field has more than ${LINES_MAX} lines`);
    }
    this.#field.lines.push(text);
  }

  #endField(): void {
    if (this.#field !== null) this.#message?.take(this.#field);
    this.#field = null;
  }

  #endMessage(): void {
    this.#endField();
    if (this.#message !== null) {
      this.#message.end(this.#line);
      const format = this.#message.is_interim ? 'mt942' : 'mt940';
      if (this.#format !== null && this.#format !== format) {
        this.#fail('the file has statements, MT940, and reports within the day, MT942; split it');
      }
      this.#format = format;
    }
    this.#message = null;
  }
}
