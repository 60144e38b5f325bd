// Reads ISO 20022 camt.053 statements, camt.054 notices and camt.052 reports, piece by piece.

import { INTERIM_FORMATS } from '../../../domain/record/interim-formats.ts';
import { UnreadableStatement } from '../../../lib/xml/unreadable-statement.ts';
import { type XmlHandler, XmlReader } from '../../../lib/xml/xml-tokenizer.ts';
import type { Element } from '../../../lib/xml/xml-tree.ts';
import { CAMT, type CamtFormat, NO_CAMT } from '../statement-format.ts';
import type { StatementSink } from '../statement-line.ts';
import { CamtStatement, isOnlyPage } from './camt-head.ts';

const OTHER_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['CstmrPmtStsRpt', 'a pain.002, the answer to a payment file'],
  ['CstmrCdtTrfInitn', 'a pain.001, a payment file'],
  ['html', 'a web page'],
]);

/** Parts of a statement that may be large and are not needed. */
const PASSED_OVER: ReadonlySet<string> = new Set(['SplmtryData', 'RltdAgts', 'RltdPrics']);
/** The most elements held at a time, of one entry or payment; a real one has a hundred. */
const ELEMENTS_MAX = 5_000;
/** The longest text of one element, over all its pieces; the standard's longest has 2,000. */
const TEXT_MAX = 8_192;

/** Builds the trees that are needed, and drops each once it has been handed on. */
class CamtHandler implements XmlHandler {
  format: CamtFormat | null = null;
  readonly #sink: StatementSink;
  /** The open elements, from the outermost. */
  readonly #stack: Element[] = [];
  /** How many elements were held when each of them began. */
  readonly #held_before: number[] = [];
  #held = 0;
  #statement_name: string | null = null;
  #statement: CamtStatement | null = null;
  #statement_depth = 0;
  #is_whole = true;
  #passed_over = 0;

  constructor(sink: StatementSink) {
    this.#sink = sink;
  }

  open(name: string, attribute: (name: string) => string | null, line: number): void {
    if (this.#passed_over > 0 || (this.#statement !== null && PASSED_OVER.has(name))) {
      this.#passed_over += 1;
      return;
    }
    const depth = this.#stack.length;
    if (this.#statement_name === null) this.#openMessage(name, line);
    else if (this.#statement === null && name === this.#statement_name) {
      this.#statement = this.#newStatement(line);
      this.#statement_depth = depth;
    }
    const element = { name, line, currency: attribute('Ccy'), text: '', children: [] };
    this.#hold(element);
  }

  text(text: string): void {
    const element = this.#stack.at(-1);
    if (element === undefined || this.#passed_over > 0 || element.children.length > 0) return;
    if (text.trim() === '') return;
    element.text += text;
    if (element.text.length <= TEXT_MAX) return;
    const message = `an element has more than ${TEXT_MAX} characters`;
    throw new UnreadableStatement(message, { line: element.line });
  }

  close(line: number): void {
    if (this.#passed_over > 0) {
      this.#passed_over -= 1;
      return;
    }
    const element = this.#stack.pop();
    const held_before = this.#held_before.pop();
    if (element === undefined || held_before === undefined) return;
    const is_told =
      this.#statement === null
        ? this.#closeOutside(element)
        : this.#closeWithin(this.#statement, element, line);
    if (is_told) this.#held = held_before;
    else this.#stack.at(-1)?.children.push(element);
  }

  #openMessage(name: string, line: number): void {
    const other = OTHER_MESSAGES.get(name);
    if (other !== undefined) {
      throw new UnreadableStatement(`the file is no statement but ${other}`, { line });
    }
    const message = CAMT.formats.find((row) => row.message === name);
    this.#statement_name = message?.statement ?? null;
    this.format = message?.format ?? null;
  }

  #newStatement(line: number): CamtStatement {
    const is_interim = INTERIM_FORMATS.includes(this.format ?? '');
    return new CamtStatement(this.#sink, line, { is_whole: this.#is_whole, is_interim });
  }

  #isEntry(element: Element | undefined, depth: number): boolean {
    return element?.name === 'Ntry' && depth === this.#statement_depth + 1;
  }

  #hold(element: Element): void {
    this.#stack.push(element);
    this.#held_before.push(this.#held);
    this.#held += 1;
    if (this.#held <= ELEMENTS_MAX) return;
    const message = `an entry or payment has more than ${ELEMENTS_MAX} elements`;
    throw new UnreadableStatement(message, { line: element.line });
  }

  /** In the message's own head only the page matters: banks split long statements. */
  #closeOutside(element: Element): boolean {
    if (element.name === 'MsgPgntn' && !isOnlyPage(element)) this.#is_whole = false;
    return element.name !== 'PgNb' && element.name !== 'LastPgInd';
  }

  /** True if it has been handed on and need not be kept. */
  #closeWithin(statement: CamtStatement, element: Element, line: number): boolean {
    const depth = this.#stack.length;
    const entry = this.#stack[this.#statement_depth + 1];
    if (depth === this.#statement_depth) {
      statement.end(line);
      this.#statement = null;
    } else if (this.#isEntry(element, depth)) statement.entries.close(element);
    else if (depth === this.#statement_depth + 1) statement.take(element);
    else if (element.name === 'TxDtls' && entry?.name === 'Ntry') {
      statement.entries.takeDetail(entry, element);
    } else return element.name === 'NtryDtls';
    return true;
  }
}

/** A reader to feed with text; `end` returns the format that was found. */
export function createCamtReader(sink: StatementSink) {
  const handler = new CamtHandler(sink);
  const xml = new XmlReader(handler);
  return {
    push: (text: string): void => xml.push(text),
    end(): CamtFormat {
      xml.end();
      if (handler.format !== null) return handler.format;
      throw new UnreadableStatement(NO_CAMT, { line: 1 });
    },
  };
}
