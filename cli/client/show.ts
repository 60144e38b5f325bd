// Formats answers for people: aligned tables and records, times in the viewer's zone, no control
// characters.
import { styleText } from 'node:util';
import type { Json } from './client.ts';
import { writeExact } from './exact-json.ts';

export type View = { utc: boolean; color: boolean };

const two = (value: number) => String(value).padStart(2, '0');

/** `2026-11-21 08:47:35`, with a Z in UTC; a day alone stays a day. */
export function momentText(text: string, view: View): string {
  const date = new Date(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(date.getTime())) return text;
  if (view.utc) return `${date.toISOString().slice(0, 19).replace('T', ' ')}Z`;
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${day} ${time}`;
}

/**
 * Control and invisible characters are spelled out, so that data cannot move the cursor or hide.
 */
export function clean(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

const is_time = (name: string) => /_(?:at|until)$|^(?:at|period_(?:from|to))$/.test(name);

export function cell(name: string, value: unknown, view: View): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'string') return clean(is_time(name) ? momentText(value, view) : value);
  if (Array.isArray(value)) {
    return value.length === 0 ? '-' : value.map((item) => cell(name, item, view)).join(', ');
  }
  return typeof value === 'object' ? clean(writeExact(value, 0)) : String(value);
}

/** Who did it: the role, the name if the answer has it, and the id that filters take. */
export function actorInWords(actor: unknown): string {
  const { role, name, id, token_name: token } = objectOf(actor);
  return [role, name, token == null ? null : `(token ${String(token)})`, id]
    .filter((part) => part != null)
    .join(' ');
}

const WIDE_RANGES = [
  '\\u1100-\\u115f',
  '\\u2e80-\\ua4cf',
  '\\uac00-\\ud7a3',
  '\\uf900-\\ufaff',
  '\\ufe30-\\ufe6f',
  '\\uff00-\\uff60',
  '\\uffe0-\\uffe6',
];
const WIDE = new RegExp(`[${WIDE_RANGES.join('')}]|\\p{Emoji_Presentation}`, 'u');
const graphemes = new Intl.Segmenter();

/** The width of a text in columns of a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

function pad(text: string, width: number, right: boolean): string {
  const blanks = ' '.repeat(Math.max(width - widthOf(text), 0));
  return right ? blanks + text : text + blanks;
}

const bold = (text: string, view: View) =>
  view.color ? styleText('bold', text, { validateStream: false }) : text;

const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint';

/** Numbers are aligned right; the column names are the API's own, so that they can be looked up. */
export function table(rows: readonly Json[], columns: readonly string[], view: View): string {
  if (rows.length === 0) return 'Nothing here.\n';
  const cells = rows.map((row) => columns.map((name) => cell(name, row[name], view)));
  const width = (index: number, name: string) =>
    Math.max(widthOf(name), ...cells.map((row) => widthOf(row[index] ?? '')));
  const right = columns.map((name) => rows.some((row) => isNumber(row[name])));
  const widths = columns.map((name, index) => width(index, name));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, index) => pad(text, widths[index] ?? 0, right[index] ?? false))
      .join('  ')
      .trimEnd();
  return `${[bold(line(columns), view), ...cells.map(line)].join('\n')}\n`;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Flattens nested objects: `settings.life_minutes`. */
function flat(body: Json): Json {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      isObject(value) && Object.keys(value).length > 0
        ? Object.entries(value).map(([inner, of]) => [`${name}.${inner}`, of] as const)
        : [[name, value] as const],
    ),
  );
}

/** One object, a field per line. */
export function record(nested: Json, view: View): string {
  const body = flat(nested);
  const names = Object.keys(body);
  const width = Math.max(0, ...names.map((name) => name.length));
  const lines = names.map(
    (name) => `${bold(name.padEnd(width), view)}  ${cell(name, body[name], view)}`,
  );
  return `${lines.join('\n')}\n`;
}

export function heading(text: string, view: View): string {
  return `\n${bold(text, view)}\n`;
}

/** The list; an empty one if the value is anything else. */
export function arrayOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** With the names in place of the ids, if they are known: `due Shop HDFC ··0001`. */
export function accountName({ account, merchant_name, receiving_account_name }: Json): string {
  const [kind = '', ...ids] = String(account).split(':');
  const names = [merchant_name, receiving_account_name].filter((name) => typeof name === 'string');
  return ids.length === 0 || names.length < ids.length
    ? String(account)
    : [kind, ...names].join(' ');
}
