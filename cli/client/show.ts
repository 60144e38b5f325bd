// Formats answers for people: aligned tables and records, times in the viewer's zone, no control
// characters.
import { styleText } from 'node:util';
import type { Json } from './client.ts';
import { writeExact } from './exact-json.ts';
import { fitTable, GAP, type ShownColumn, widthOfColumn } from './table/fit-table.ts';
import { pad } from './table/text-width.ts';

export type View = {
  utc: boolean;
  color: boolean;
  /** The width of the terminal; without it tables are as wide as their cells. */
  most_columns?: number;
};

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

const bold = (text: string, view: View) =>
  view.color ? styleText('bold', text, { validateStream: false }) : text;

const dim = (text: string, view: View) =>
  view.color ? styleText('dim', text, { validateStream: false }) : text;

const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint';

/**
 * Numbers are aligned right; the column names are the API's own, so that they can be looked up. In
 * a terminal no row is wider than the terminal. Rows of a list over several cells name theirs.
 */
export function table(rows: readonly Json[], names: readonly string[], view: View): string {
  if (rows.length === 0) return 'Nothing here.\n';
  const is_of_cells = rows.some((row) => typeof row.cell === 'string');
  const whole = (is_of_cells ? [...names, 'cell'] : names).map((name) => ({
    name,
    cells: rows.map((row) => cell(name, row[name], view)),
    is_number: rows.some((row) => isNumber(row[name])),
  }));
  const { columns, left_out, is_shortened } = fitTable(whole, view.most_columns ?? Infinity);
  const widths = columns.map(widthOfColumn);
  const line = (textOf: (column: ShownColumn) => string) =>
    columns
      .map((column, index) => pad(textOf(column), widths[index] ?? 0, column.is_number))
      .join(GAP)
      .trimEnd();
  const lines = [
    bold(
      line(({ name }) => name),
      view,
    ),
    ...rows.map((_row, index) => line(({ cells }) => cells[index] ?? '')),
    ...(is_shortened ? [dim(shortenedText(left_out, view), view)] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function shortenedText(left_out: readonly string[], { most_columns = Infinity }: View): string {
  const without = left_out.length === 0 ? '' : `, without ${left_out.join(', ')}`;
  const [first = '', ...words] = `Shortened to fit${without}. All of it: --wide`.split(' ');
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length > most_columns) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
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
