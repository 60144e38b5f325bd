// Which cells of a sheet are merged with cells below them: of such a header the lower row lacks a
// name that people see in it.
import type { CellText } from './cell-text.ts';
import type { SheetRow } from './sheet-reader.ts';

type Merge = { readonly column: number; readonly from: number; readonly to: number };

/** A header is among the first rows. */
const LAST_ROW = 200;
const MOST_MERGES = 10_000;
const MERGE = /<(?:[A-Za-z]\w{0,20}:)?mergeCell ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g;
const LONGEST = 80;

const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** They stand behind all rows, so they are looked for before the rows are read. */
export class MergeSearch {
  readonly merges: Merge[] = [];
  #held = '';

  push(text: string): void {
    const whole = this.#held + text;
    let end = 0;
    if (whole.includes('mergeCell ')) {
      for (const match of whole.matchAll(MERGE)) {
        end = match.index + match[0].length;
        this.#add(match[1] ?? '', Number(match[2]), Number(match[3]));
      }
    }
    this.#held = whole.slice(Math.max(end, whole.length - LONGEST));
  }

  #add(letters: string, from: number, to: number): void {
    if (to <= from || from > LAST_ROW || this.merges.length >= MOST_MERGES) return;
    this.merges.push({ column: columnOf(letters), from, to: Math.min(to, LAST_ROW) });
  }
}

/**
 * Gives the rows above the first line of a table the texts that are merged down into them. Never
 * used for lines: an amount that is merged over two rows is one amount.
 */
export class MergedHeader {
  readonly #merges: readonly Merge[];
  readonly #texts = new Map<Merge, CellText>();

  constructor(merges: readonly Merge[]) {
    this.#merges = merges;
  }

  filled({ number, cells }: SheetRow): readonly CellText[] {
    if (number > LAST_ROW) return cells;
    const filled = [...cells];
    for (const merge of this.#merges) {
      const { column, from, to } = merge;
      if (from === number) {
        const own = cells[column];
        if (own !== undefined) this.#texts.set(merge, own);
      }
      const text = this.#texts.get(merge);
      if (text === undefined || number <= from || number > to) continue;
      while (filled.length <= column) filled.push({ text: '', kind: 'text' });
      if (filled[column]?.text === '') filled[column] = text;
    }
    return filled;
  }
}
