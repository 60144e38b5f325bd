// What may be logged of an error: its name, its codes, its message if it repeats no input, and the
// places in the code. All its other properties are left out.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartupError } from '../lib/startup-error.ts';

export type ToldError = {
  readonly name: string;
  readonly message?: string;
  readonly at?: readonly string[];
  readonly cause?: ToldError;
  readonly errors?: readonly ToldError[];
} & { readonly [Detail in (typeof DETAILS)[number]]?: string };

/** Names from code, never values: PostgreSQL's details, hints and texts are not in the list. */
const DETAILS = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const;

const NAME = /^[\w$.-]{1,64}$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * PostgreSQL's messages about connection, session, rights, waiting, resources and system. All
 * others may contain values of rows.
 */
const TELLING_STATES = /^(08|25|28|3D|40|53|55|57|58)/;

/**
 * Most messages of Node's own errors repeat arguments, except these; the code says what happened.
 */
const REPEATS_ARGUMENTS = /^ERR_(?!TLS_|SSL_|STREAM_|SOCKET_|SERVER_|IPC_)/;

/**
 * Most messages of JavaScript's own errors repeat values, such as the text that could not be
 * parsed.
 */
const OF_THE_LANGUAGE = [SyntaxError, TypeError, RangeError, ReferenceError, URIError] as const;
const TELLING_FAULTS: readonly RegExp[] = [
  /^Cannot (?:read|set) properties of (?:undefined|null)\b/,
  / is not (?:a function|a constructor|iterable|defined)$/,
  /^(?:fetch failed|Invalid time value|Maximum call stack size exceeded)$/,
];

const MESSAGE_MOST = 500;
const PLACES_MOST = 8;
const NESTED_MOST = 4;

const ROOT = resolve(import.meta.dirname, '../..');
const ROOTS = [`${pathToFileURL(ROOT).href}/`, `${ROOT}/`];
const PLACE = /^[\w./@-]{1,200}:\d{1,7}:\d{1,7}$/;

/** A second safeguard for messages: texts that look like an account number, a key or an address. */
const LOOKS_SECRET: readonly RegExp[] = [
  /\b[a-z]{2,16}:\/\/\S+/gi,
  /\d(?:[ -]?\d){11,30}/g,
  /[\w+=~-]{24,}/g,
];
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function withoutSecrets(message: string): string {
  return LOOKS_SECRET.reduce(
    (text, pattern) => text.replace(pattern, (found) => (UUID.test(found) ? found : '[…]')),
    message.slice(0, MESSAGE_MOST),
  );
}

function textOf(error: object, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

const isOfPostgres = (error: Error, code: string) =>
  textOf(error, 'severity') !== undefined && SQLSTATE.test(code);

const isOfTheLanguage = (error: Error) => OF_THE_LANGUAGE.some((kind) => error instanceof kind);

function mayTell(error: Error, code: string): boolean {
  if (REPEATS_ARGUMENTS.test(code)) return false;
  if (isOfTheLanguage(error)) return TELLING_FAULTS.some((fault) => fault.test(error.message));
  return !isOfPostgres(error, code) || TELLING_STATES.test(code);
}

function messageOf(error: Error): string | undefined {
  // Written for operators, and it names what they have to fix.
  if (error instanceof StartupError) return error.message;
  return mayTell(error, textOf(error, 'code') ?? '') ? withoutSecrets(error.message) : undefined;
}

function placeOf(line: string): string | null {
  const start = line.trimStart();
  if (!start.startsWith('at ')) return null;
  for (const root of ROOTS) {
    const from = start.indexOf(root);
    if (from === -1) continue;
    const place = start.slice(from + root.length).replace(/\)$/, '');
    return PLACE.test(place) ? place : null;
  }
  return null;
}

/**
 * Only places within the checkout; the stack's first line is left out, because it repeats the
 * message.
 */
function placesOf(error: Error): string[] {
  const stack = textOf(error, 'stack') ?? '';
  const end = stack.indexOf(error.message);
  const frames = end === -1 ? stack : stack.slice(end + error.message.length);
  const places = frames.split('\n', 40).map(placeOf);
  return places.filter((place) => place !== null).slice(0, PLACES_MOST);
}

function detailsOf(error: Error): Partial<Record<(typeof DETAILS)[number], string>> {
  // Other libraries' `column` may come from somebody's file; only PostgreSQL's are names from code.
  const names = isOfPostgres(error, textOf(error, 'code') ?? '') ? DETAILS : DETAILS.slice(0, 1);
  const known = names.map((name) => [name, textOf(error, name)] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined && NAME.test(value)));
}

function nestedOf(error: Error, depth: number): Pick<ToldError, 'cause' | 'errors'> {
  if (depth === NESTED_MOST) return {};
  const nested: { cause?: ToldError; errors?: ToldError[] } = {};
  if (error.cause !== undefined) nested.cause = told(error.cause, depth + 1);
  if (error instanceof AggregateError) {
    nested.errors = error.errors.slice(0, NESTED_MOST).map((one) => told(one, depth + 1));
  }
  return nested;
}

function told(error: unknown, depth: number): ToldError {
  // Something was thrown that is no error: only its type may be logged.
  if (!(error instanceof Error)) return { name: typeof error };
  const name = NAME.test(error.name) ? error.name : 'Error';
  const message = messageOf(error);
  const at = placesOf(error);
  return {
    name,
    ...detailsOf(error),
    ...(message === undefined || message === '' ? {} : { message }),
    ...(at.length === 0 ? {} : { at }),
    ...nestedOf(error, depth),
  };
}

export function tellError(error: unknown): ToldError {
  return told(error, 0);
}

/** The same in lines for a terminal. */
export function errorText(error: unknown): string {
  const lines = (one: ToldError, indent: string): string[] => {
    const details = DETAILS.map((name) => one[name]).filter((value) => value !== undefined);
    const head = [one.name, ...details].join(' ');
    return [
      `${indent}${head}${one.message === undefined ? '' : `: ${one.message}`}`,
      ...(one.at ?? []).map((place) => `${indent}    at ${place}`),
      ...(one.cause === undefined ? [] : lines(one.cause, `${indent}  `)),
      ...(one.errors ?? []).flatMap((each) => lines(each, `${indent}  `)),
    ];
  };
  return lines(tellError(error), '').join('\n');
}
