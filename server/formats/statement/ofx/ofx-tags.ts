// Cuts OFX into its tags and their values, piece by piece: both its forms, SGML without closing
// tags and XML.

import { UnreadableStatement } from '../../../lib/xml/unreadable-statement.ts';

export type OfxHandler = {
  /** A tag that opens; its value is '' if other tags follow in it. */
  open(name: string, value: string, line: number): void;
  close(name: string, line: number): void;
};

const TAG_MAX = 200;
/** The longest value; the standard's longest is 255 characters. */
const VALUE_MAX = 8_192;
/** A `<` before anything else belongs to a value. */
const TAG_START = /^<[A-Za-z/!?]/;
const NAME = /^[A-Za-z][\w.-]*$/;

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/** Each once; banks also write a bare `&`, which stays as it is. */
function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
    (whole, dec, hex, name) => {
      if (name !== undefined) return NAMED.get(String(name).toLowerCase()) ?? whole;
      const code = dec === undefined ? Number.parseInt(hex, 16) : Number(dec);
      return code > 31 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );
}

const CDATA = /^!\[CDATA\[(.*)\]\]$/s;

export class OfxTags {
  readonly #handler: OfxHandler;
  /** The tag that waits for the end of its value. */
  #open: { readonly name: string; readonly line: number } | null = null;
  #value = '';
  /** A tag of which the end is in a later piece. */
  #tag = '';
  #line = 1;
  #has_begun = false;

  constructor(handler: OfxHandler) {
    this.#handler = handler;
  }

  /** Takes a piece of text that begins with a tag; what comes before the tag OFX is the header. */
  push(text: string): void {
    this.#has_begun ||= /^<OFX>/i.test(text);
    if (this.#has_begun) this.#take(text);
    this.#line += text.split('\n').length - 1;
  }

  get line(): number {
    return this.#line;
  }

  end(): void {
    if (this.#tag !== '') this.#fail('the file ends inside of a tag; is it cut off?');
    this.#settle();
  }

  #take(text: string): void {
    const whole = this.#tag + text;
    this.#tag = '';
    if (!TAG_START.test(whole)) {
      this.#addValue(whole);
      return;
    }
    const mark = whole.startsWith('<![CDATA[') ? ']]>' : '>';
    const end = whole.indexOf(mark);
    const length = end === -1 ? whole.length : end;
    const most = mark === '>' ? TAG_MAX : VALUE_MAX;
    if (length > most) this.#fail(`a tag has more than ${most} characters`);
    if (end === -1) {
      this.#tag = whole;
      return;
    }
    this.#takeTag(whole.slice(1, end + mark.length - 1));
    this.#addValue(whole.slice(end + mark.length));
  }

  #addValue(text: string): void {
    this.#value += text;
    if (this.#value.length > VALUE_MAX) this.#fail(`a value has more than ${VALUE_MAX} characters`);
  }

  #takeTag(tag: string): void {
    const raw = CDATA.exec(tag)?.[1];
    if (raw !== undefined) {
      this.#value += raw.replaceAll('&', '&amp;');
      return;
    }
    if (tag.startsWith('!--') || tag.startsWith('?')) return;
    const is_end = tag.startsWith('/');
    const is_empty = tag.endsWith('/');
    const name = tag.replace(/^\/|\/$/g, '').trim();
    if (!NAME.test(name)) this.#fail(`<${tag.slice(0, 40)}> is no tag of OFX`);
    const upper = name.toUpperCase();
    this.#settle();
    if (is_end) this.#handler.close(upper, this.#line);
    else if (is_empty) this.#handler.open(upper, '', this.#line);
    else this.#open = { name: upper, line: this.#line };
  }

  /** In SGML the next tag ends the value of the one before. */
  #settle(): void {
    const value = unescaped(this.#value.trim());
    this.#value = '';
    const open = this.#open;
    this.#open = null;
    if (open !== null) this.#handler.open(open.name, value, open.line);
  }

  #fail(message: string): never {
    throw new UnreadableStatement(message, { line: this.#line });
  }
}
