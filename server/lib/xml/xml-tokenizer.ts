// A strict tokenizer for the XML of bank files, fed piece by piece: bounded memory, no document
// types, only the predefined entities.
import { UnreadableStatement } from './unreadable-statement.ts';

export type XmlHandler = {
  /** `name` is without its prefix. `attribute` returns the value of an attribute, or null. */
  open(name: string, attribute: (name: string) => string | null, line: number): void;
  text(text: string): void;
  close(line: number): void;
};

/** Deeper than any bank's file, and still harmless. */
const DEPTH_MAX = 64;
/** The longest text between two tags, comment or CDATA section. */
const TEXT_MAX = 65_536;
const TAG_MAX = 8_192;

const NAME = String.raw`[\p{L}_][\p{L}\p{N}._-]*(?::[\p{L}_][\p{L}\p{N}._-]*)?`;
const ATTRIBUTE = String.raw`\s+${NAME}\s*=\s*(?:"[^"<]*"|'[^'<]*')`;
const OPENING = new RegExp(String.raw`<(${NAME})((?:${ATTRIBUTE})*)\s*(/?)>`, 'uy');
const CLOSING = new RegExp(String.raw`</(${NAME})\s*>`, 'uy');
const ATTRIBUTES = new RegExp(String.raw`\s+(${NAME})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`, 'guy');

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** The character, or null if XML 1.0 does not allow it. */
function characterOf(code: number): string | null {
  const is_space = code === 0x9 || code === 0xa || code === 0xd;
  const is_text = (code >= 0x20 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0xfffd);
  const is_beyond = code >= 0x1_0000 && code <= 0x10_ffff;
  return is_space || is_text || is_beyond ? String.fromCodePoint(code) : null;
}

function decoded(text: string, line: number): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&\s]{0,12};)?/g, (whole, name: string | undefined) => {
    const entity = name?.slice(0, -1) ?? '';
    const [, hex, decimal] = /^#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}))$/.exec(entity) ?? [];
    const known =
      hex === undefined && decimal === undefined
        ? ENTITIES[entity]
        : characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    if (known !== undefined && known !== null) return known;
    throw new UnreadableStatement(`the XML has an entity that is not taken: ${whole}`, { line });
  });
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

function attributesOf(text: string, line: number): (name: string) => string | null {
  if (text === '') return () => null;
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTES)) {
    if (found.has(name)) {
      throw new UnreadableStatement(`the XML has the attribute ${name} twice`, { line });
    }
    found.set(name, decoded(double ?? single ?? '', line));
  }
  return (name) => found.get(name) ?? null;
}

const OUTSIDE = 'the file is no XML: there is text outside of its elements';
const CUT_OFF = 'the file ends inside of an element: it is cut off';

const nothing = () => undefined;

/**
 * Expects `\n` as the only line end. Throws UnreadableStatement with the line if the text is no
 * XML.
 */
export class XmlReader {
  readonly #handler: XmlHandler;
  readonly #open: string[] = [];
  #held = '';
  /** Text before this offset has been handled. */
  #at = 0;
  #line = 1;
  /**
   * Where the next line ends; cached, because otherwise a file of one line would be searched for
   * each tag.
   */
  #line_end: number | null = null;
  #has_root = false;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  push(text: string): void {
    this.#held += text;
    this.#line_end = null;
    this.#read(false);
  }

  end(): void {
    this.#held = this.#held.trimEnd();
    this.#read(true);
    const rest = this.#open.at(-1);
    if (rest !== undefined) this.#fail(`the file ends inside of <${rest}>: it is cut off`);
    if (this.#held.trim() !== '') this.#fail('the file is no XML: it ends inside of a tag');
    if (!this.#has_root) this.#fail('the file is empty');
  }

  #fail(message: string): never {
    throw new UnreadableStatement(message, { line: this.#line });
  }

  #read(is_end: boolean): void {
    while (this.#at < this.#held.length) {
      const next = this.#held.indexOf('<', this.#at);
      if (next === -1) {
        this.#limit(this.#at, this.#held.length);
        if (is_end) this.#fail(this.#open.length > 0 ? CUT_OFF : OUTSIDE);
        break;
      }
      if (next > this.#at) {
        this.#limit(this.#at, next);
        this.#tellText(decoded(this.#held.slice(this.#at, next), this.#line));
        this.#pass(next);
      }
      if (!this.#passMarkup(is_end)) break;
    }
    this.#held = this.#held.slice(this.#at);
    this.#line_end = null;
    this.#at = 0;
  }

  /** Handles one piece of markup at a `<`; false if its rest has not arrived yet. */
  #passMarkup(is_end: boolean): boolean {
    const next = this.#held.charAt(this.#at + 1);
    if (next !== '!' && next !== '?') return next !== '' && this.#passTag(is_end);
    if (next === '?') return this.#passMarked('<?', '?>', nothing);
    if (!is_end && this.#held.length - this.#at < '<![CDATA['.length) return false;
    if (this.#held.startsWith('<!--', this.#at)) return this.#passMarked('<!--', '-->', nothing);
    if (this.#held.startsWith('<![CDATA[', this.#at)) {
      return this.#passMarked('<![CDATA[', ']]>', (text) => this.#tellText(text));
    }
    return this.#fail('the XML has a document type, which no statement needs');
  }

  #passMarked(start: string, end: string, tell: (text: string) => void): boolean {
    const from = this.#at + start.length;
    const found = this.#held.indexOf(end, from);
    this.#limit(from, found === -1 ? this.#held.length : found);
    if (found === -1) return false;
    tell(this.#held.slice(from, found));
    this.#pass(found + end.length);
    return true;
  }

  #passTag(is_end: boolean): boolean {
    const is_closing = this.#held.startsWith('</', this.#at);
    const pattern = is_closing ? CLOSING : OPENING;
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#held);
    if (match === null) {
      const is_long = this.#held.length - this.#at > TAG_MAX;
      if (is_end || is_long) this.#fail('the file is no XML: a tag is malformed or cut off');
      return false;
    }
    const [whole, name = '', attributes = '', slash = ''] = match;
    if (whole.length > TAG_MAX) this.#fail(`a tag has more than ${TAG_MAX} characters`);
    if (is_closing) this.#tellClose(name);
    else this.#tellOpen(name, attributes, slash === '/');
    this.#pass(this.#at + whole.length);
    return true;
  }

  #tellText(text: string): void {
    if (this.#open.length > 0) this.#handler.text(text);
    else if (text.trim() !== '') this.#fail(OUTSIDE);
  }

  #tellOpen(name: string, attributes: string, is_empty: boolean): void {
    const depth = this.#open.length;
    if (depth === 0 && this.#has_root) this.#fail('the XML has more than one outermost element');
    if (depth >= DEPTH_MAX) this.#fail(`the XML is nested more than ${DEPTH_MAX} deep`);
    this.#has_root = true;
    const local = withoutPrefix(name);
    this.#handler.open(local, attributesOf(attributes, this.#line), this.#line);
    if (is_empty) this.#handler.close(this.#line);
    else this.#open.push(name);
  }

  #tellClose(name: string): void {
    const expected = this.#open.pop();
    if (expected !== name) {
      this.#fail(`the XML has </${name}> where </${expected ?? ''}> belongs`);
    }
    this.#handler.close(this.#line);
  }

  /** Advances, and counts the lines passed. */
  #pass(end: number): void {
    let line_end = this.#line_end ?? this.#lineEndFrom(this.#at);
    while (line_end < end) {
      this.#line += 1;
      line_end = this.#lineEndFrom(line_end + 1);
    }
    this.#line_end = line_end;
    this.#at = end;
  }

  #lineEndFrom(from: number): number {
    const found = this.#held.indexOf('\n', from);
    return found === -1 ? Number.POSITIVE_INFINITY : found;
  }

  #limit(from: number, end: number): void {
    if (end - from <= TEXT_MAX) return;
    this.#fail(`a part of the XML has more than ${TEXT_MAX} characters without an end`);
  }
}
