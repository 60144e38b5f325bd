// Checks JSON text before it is parsed: for syntax errors, too deep nesting and duplicate keys.

export const JSON_MAX_DEPTH = 32;

export type JsonProblem = { readonly position: number; readonly message: string };
export type JsonScan = {
  readonly problem: JsonProblem | null;
  /** Some object has a key that is special to JavaScript. */
  readonly has_reserved_key: boolean;
};

/** Keys that could reach an object's prototype if somebody assigns them. */
const RESERVED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export const isReservedKey = (key: string): boolean => RESERVED_KEYS.has(key);

const SPACE = /[ \t\n\r]*/y;
/** A string; unescaped it may contain everything but control characters, quote and backslash. */
const STRING = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*"/y;
const SCALAR = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/** What may come next; the ones with `_or_end` follow right after an opening bracket. */
type Expected = 'value' | 'value_or_end' | 'key' | 'key_or_end' | 'colon' | 'comma_or_end' | 'end';

/** An object's keys so far, or null for an array. */
type Container = Set<string> | null;

type Scanner = {
  readonly text: string;
  position: number;
  expected: Expected;
  readonly open: Container[];
  has_reserved_key: boolean;
};

function endOf(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function afterValue(scanner: Scanner, position: number): null {
  scanner.position = position;
  scanner.expected = scanner.open.length === 0 ? 'end' : 'comma_or_end';
  return null;
}

function unexpected(scanner: Scanner): string {
  return scanner.position >= scanner.text.length
    ? 'the text ends too early'
    : 'this character is not allowed here';
}

function takeOpening(scanner: Scanner, is_object: boolean): string | null {
  if (scanner.open.length === JSON_MAX_DEPTH) return `more than ${JSON_MAX_DEPTH} levels deep`;
  scanner.open.push(is_object ? new Set() : null);
  scanner.position += 1;
  scanner.expected = is_object ? 'key_or_end' : 'value_or_end';
  return null;
}

function takeClosing(scanner: Scanner): null {
  scanner.open.pop();
  return afterValue(scanner, scanner.position + 1);
}

function takeKey(scanner: Scanner): string | null {
  const { text, position } = scanner;
  const end = endOf(STRING, text, position);
  if (end === -1) return unexpected(scanner);
  const quoted = text.slice(position, end);
  // Unescaped first: "a" and "\u0061" are one key.
  const key = quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  const keys = scanner.open.at(-1);
  if (keys?.has(key) === true) return `the key ${JSON.stringify(key.slice(0, 64))} appears twice`;
  keys?.add(key);
  scanner.has_reserved_key ||= isReservedKey(key);
  scanner.position = end;
  scanner.expected = 'colon';
  return null;
}

function takeValue(scanner: Scanner, character: string): string | null {
  if (character === '{') return takeOpening(scanner, true);
  if (character === '[') return takeOpening(scanner, false);
  const end = endOf(character === '"' ? STRING : SCALAR, scanner.text, scanner.position);
  return end === -1 ? unexpected(scanner) : afterValue(scanner, end);
}

function takeColon(scanner: Scanner, character: string): string | null {
  if (character !== ':') return unexpected(scanner);
  scanner.position += 1;
  scanner.expected = 'value';
  return null;
}

function takeCommaOrEnd(scanner: Scanner, character: string): string | null {
  const is_object = scanner.open.at(-1) !== null;
  if (character === (is_object ? '}' : ']')) return takeClosing(scanner);
  if (character !== ',') return unexpected(scanner);
  scanner.position += 1;
  scanner.expected = is_object ? 'key' : 'value';
  return null;
}

const TAKE: Readonly<Record<Expected, (scanner: Scanner, character: string) => string | null>> = {
  value: takeValue,
  value_or_end: (scanner, character) =>
    character === ']' ? takeClosing(scanner) : takeValue(scanner, character),
  key: takeKey,
  key_or_end: (scanner, character) => (character === '}' ? takeClosing(scanner) : takeKey(scanner)),
  colon: takeColon,
  comma_or_end: takeCommaOrEnd,
  end: unexpected,
};

/** One pass without recursion; accepts exactly the texts that JSON.parse accepts. */
export function scanJson(text: string): JsonScan {
  const scanner: Scanner = {
    text,
    position: 0,
    expected: 'value',
    open: [],
    has_reserved_key: false,
  };
  for (;;) {
    scanner.position = endOf(SPACE, text, scanner.position);
    const { position, expected, has_reserved_key } = scanner;
    if (expected === 'end' && position === text.length) return { problem: null, has_reserved_key };
    const message = TAKE[expected](scanner, text.charAt(position));
    if (message !== null) return { problem: { position, message }, has_reserved_key };
  }
}
