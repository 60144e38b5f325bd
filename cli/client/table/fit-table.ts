// Makes a table as narrow as a terminal, so that no row wraps. What a reader can spare goes first:
// all but the end of ids, then seconds, then the ends of long texts, or their middles if they begin
// alike, then whole columns from the right. Numbers are never cut, because a part of an amount is
// another amount.
import { cutMiddle, cutTo, widthOf } from './text-width.ts';

export type ShownColumn = {
  name: string;
  cells: readonly string[];
  is_number: boolean;
};

export type Fitted = {
  columns: readonly ShownColumn[];
  /** The names of the columns that there was no room for. */
  left_out: readonly string[];
  is_shortened: boolean;
};

/** Between two columns. */
export const GAP = '  ';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /^(\d{4}-\d\d-\d\d \d\d:\d\d):\d\d(Z?)$/;
const LEAST_OF_ID = 8;
const MOST_OF_ID = 36;
const LEAST_OF_TEXT = 12;
const LEAST_OF_HEAD = 8;

export const widthOfColumn = ({ name, cells }: ShownColumn) =>
  Math.max(...[name, ...cells].map(widthOf));

const gapsOf = (count: number) => GAP.length * Math.max(count - 1, 0);
const sumOf = (widths: readonly number[]) =>
  widths.reduce((sum, width) => sum + width, gapsOf(widths.length));
const fits = (columns: readonly ShownColumn[], most: number) =>
  sumOf(columns.map(widthOfColumn)) <= most;

/** Ids made in the same moment begin alike, so their ends are kept: as much as tells them apart. */
function shortIds(column: ShownColumn): ShownColumn {
  const ids = new Set(column.cells.flatMap((text) => text.match(ID) ?? []));
  let kept = LEAST_OF_ID;
  const ends = () => new Set([...ids].map((id) => id.slice(-kept)));
  while (kept < MOST_OF_ID && ends().size < ids.size) kept += 1;
  return { ...column, cells: column.cells.map((text) => text.replace(ID, (id) => end(id, kept))) };
}

const end = (id: string, kept: number) => (kept === MOST_OF_ID ? id : `…${id.slice(-kept)}`);

const withoutSeconds = (column: ShownColumn): ShownColumn => ({
  ...column,
  cells: column.cells.map((text) => text.replace(TIME, '$1$2')),
});

const isWhole = ({ is_number, cells }: ShownColumn) =>
  is_number || cells.every((text) => text === '-' || text.includes('…') || TIME_SHORT.test(text));
const TIME_SHORT = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d)?Z?$/;

/** How narrow it can be: only its head may be cut if its cells have to stay as they are. */
function leastWidth(column: ShownColumn): number {
  const cells = Math.max(0, ...column.cells.map(widthOf));
  const least = isWhole(column) ? Math.max(cells, LEAST_OF_HEAD) : LEAST_OF_TEXT;
  return Math.min(least, widthOfColumn(column));
}

/** Order ids and names of acts often begin alike: then their ends are kept, too. */
function cutCells(cells: readonly string[], width: number): string[] {
  const count = (texts: readonly string[]) => new Set(texts).size;
  const ends_cut = cells.map((text) => cutTo(text, width));
  if (count(ends_cut) === count(cells)) return ends_cut;
  const middles_cut = cells.map((text) => cutMiddle(text, width));
  return count(middles_cut) > count(ends_cut) ? middles_cut : ends_cut;
}

const cut = (column: ShownColumn, width: number): ShownColumn => ({
  ...column,
  name: cutTo(column.name, width),
  cells: cutCells(column.cells, width),
});

type Size = { width: number; least: number };

/** Takes from the widest first, so that all long texts end up about equally long. */
function narrowed(sizes: readonly Size[], most: number): number[] {
  const widths = sizes.map(({ width }) => width);
  for (let over = sumOf(widths) - most; over > 0; over -= 1) {
    const spare = sizes.map(({ least }, index) =>
      (widths[index] ?? 0) > least ? widths[index] : 0,
    );
    const widest = spare.indexOf(Math.max(...spare.map((width) => width ?? 0)));
    if ((spare[widest] ?? 0) === 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** The first column always stays: it says what the row is about. */
export function fitTable(whole: readonly ShownColumn[], most: number): Fitted {
  if (fits(whole, most)) return { columns: whole, left_out: [], is_shortened: false };
  let columns: readonly ShownColumn[] = whole.map(shortIds);
  if (!fits(columns, most)) columns = columns.map(withoutSeconds);
  const sizes = columns.map((column) => ({
    width: widthOfColumn(column),
    least: leastWidth(column),
  }));
  let shown = columns.length;
  while (shown > 1 && sumOf(sizes.slice(0, shown).map(({ least }) => least)) > most) shown -= 1;
  const widths = narrowed(sizes.slice(0, shown), most);
  return {
    columns: columns.slice(0, shown).map((column, index) => cut(column, widths[index] ?? 0)),
    left_out: whole.slice(shown).map(({ name }) => name),
    is_shortened: true,
  };
}
