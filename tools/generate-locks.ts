// Renders the part of ARCHITECTURE.md that lists the locks, from the table in the code.
import { readFileSync } from 'node:fs';
import {
  LOCK_ORDER,
  LOCKED_ALONE,
  LOCKED_UNDER,
  OUT_OF_ORDER,
} from '../server/store/batch/locks.ts';
import { markdownTable } from './markdown.ts';

const FILE = 'ARCHITECTURE.md';
const BEGIN = '<!-- Made by tools/generate.ts from server/store/batch/locks.ts. -->';
const END = '<!-- End of what is made. -->';

const code = (name: string): string => `\`${name}\``;

function locksPart(): string {
  const order = LOCK_ORDER.map(({ tables, only, rows, why }, index) => {
    const names = tables.map(code).join(', ');
    return [String(index + 1), only === undefined ? names : `${names}: ${only}`, rows, why];
  });
  const under = Object.entries(LOCKED_UNDER).map((pair) => pair.map(code));
  const alone = Object.entries(LOCKED_ALONE).map(([name, reason]) => [code(name), reason]);
  const outside = Object.entries(OUT_OF_ORDER).map(([name, what]) => [code(name), what]);
  return [
    markdownTable(['step', 'table', 'rows', 'what the lock protects'], order),
    'Changed in any order, by a transaction that has locked the row to which they belong:',
    markdownTable(['table', 'belongs to'], under),
    'The exception:',
    markdownTable(['statement', 'what it locks'], outside),
    'Not locked together with any of these:',
    markdownTable(['table', 'why not'], alone),
  ].join('\n\n');
}

/** Returns the file with its generated part renewed; the rest is written by hand. */
export function withLocks(text: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`${FILE} has no place for the locks`);
  return `${text.slice(0, begin)}${BEGIN}\n\n${locksPart()}\n\n${text.slice(end)}`;
}

const read = () => readFileSync(new URL(`../${FILE}`, import.meta.url), 'utf8');

export const LOCKS_FILE = { path: FILE, render: () => withLocks(read()) };
