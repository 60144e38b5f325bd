// Reads the rows of a sheet of a workbook, cell by cell, into texts.
import { UnreadableStatement } from '../../../lib/xml/unreadable-statement.ts';
import type { XmlHandler } from '../../../lib/xml/xml-tokenizer.ts';
import { type CellText, type DateSystem, numberCell } from './cell-text.ts';
import type { CellMeaning } from './number-format.ts';
import { CELL_MAX_CHARACTERS, RunText, unescaped } from './workbook-parts.ts';

/** What cells refer to. */
export type BookContext = {
  readonly date_system: DateSystem;
  readonly meanings: readonly CellMeaning[];
  readonly texts: readonly string[];
};

export type SheetRow = {
  /** As people see it: from 1. */
  readonly number: number;
  readonly cells: readonly CellText[];
};

const MOST_ROWS = 1_048_576;
const PLAIN: CellMeaning = { kind: 'number' };
const BLANK: CellText = { text: '', kind: 'text' };
/** Programs that write a workbook without calculating it leave out the values of formulas. */
const NO_VALUE: CellText = { text: '#NO VALUE', kind: 'text' };

type Limits = { readonly cells: number; readonly characters: number };

/** From 0; null if the cell has no such name. */
function columnOf(reference: string | null): number | null {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return null;
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}

function booleanText(value: string | null): string {
  if (value === null) return '';
  return value.trim() === '1' ? 'TRUE' : 'FALSE';
}

type OpenCell = {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  has_formula: boolean;
  /** Null if the cell has no value. */
  value: string | null;
};

/** Gives each row that has cells to `take`, in the order of the sheet. */
export class SheetReader implements XmlHandler {
  readonly #book: BookContext;
  readonly #limits: Limits;
  readonly #take: (row: SheetRow) => void;
  readonly #path: string[] = [];
  readonly #run = new RunText();
  #row = 0;
  #cells: CellText[] = [];
  #characters = 0;
  #cell: OpenCell | null = null;
  #last_column = -1;

  constructor(book: BookContext, limits: Limits, take: (row: SheetRow) => void) {
    this.#book = book;
    this.#limits = limits;
    this.#take = take;
  }

  open(name: string, attribute: (name: string) => string | null): void {
    this.#path.push(name);
    if (name === 'row') this.#openRow(attribute('r'));
    else if (name === 'c') this.#openCell(attribute);
    else if (this.#cell !== null) this.#openInside(this.#cell, name);
  }

  text(more: string): void {
    const cell = this.#cell;
    if (cell === null) return;
    this.#run.text(more, this.#row);
    if (this.#path.at(-1) !== 'v') return;
    cell.value = (cell.value ?? '') + more;
    if (cell.value.length > CELL_MAX_CHARACTERS) {
      this.#fail(`a cell has more than ${CELL_MAX_CHARACTERS} characters`);
    }
  }

  close(): void {
    const name = this.#path.pop() ?? '';
    this.#run.close(name);
    if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#take({ number: this.#row, cells: this.#cells });
  }

  #fail(message: string): never {
    throw new UnreadableStatement(message, { line: Math.max(1, this.#row) });
  }

  #openRow(number: string | null): void {
    const row = number === null ? this.#row + 1 : Number(number);
    if (!Number.isInteger(row) || row <= this.#row || row > MOST_ROWS) {
      this.#fail('the rows of the sheet are not in order');
    }
    this.#row = row;
    this.#cells = [];
    this.#characters = 0;
    this.#last_column = -1;
  }

  #openCell(attribute: (name: string) => string | null): void {
    const reference = attribute('r');
    const column = reference === null ? this.#last_column + 1 : columnOf(reference);
    const is_next = column !== null && column > this.#last_column;
    if (!is_next) this.#fail('the cells of a row are not in order');
    this.#last_column = column;
    this.#cell = {
      column,
      type: attribute('t') ?? 'n',
      style: Number(attribute('s') ?? 0),
      has_formula: false,
      value: null,
    };
  }

  #openInside(cell: OpenCell, name: string): void {
    if (name === 'f') cell.has_formula = true;
    if (cell.type === 'inlineStr') this.#run.open(name);
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (cell === null) return;
    const found = this.#textOf(cell);
    if (found.text === '') return;
    const { cells, characters } = this.#limits;
    if (cell.column >= cells) this.#fail(`a row has more than ${cells} cells`);
    this.#characters += found.text.length;
    if (this.#characters > characters) this.#fail(`a row is longer than ${characters} characters`);
    while (this.#cells.length < cell.column) this.#cells.push(BLANK);
    this.#cells.push(found);
  }

  #textOf({ type, style, has_formula, value }: OpenCell): CellText {
    const inline = this.#run.take();
    const asText = (text: string): CellText => ({ text, kind: 'text' });
    switch (type) {
      case 'inlineStr':
        return asText(inline);
      case 's':
        return asText(this.#sharedText(value));
      case 'str':
      case 'e':
        return asText(unescaped(value ?? ''));
      case 'b':
        return asText(booleanText(value));
      case 'd':
        return asText((value ?? '').trim().replace(/T00:00:00(?:\.0{1,9})?Z?$/, ''));
      case 'n': {
        const written = (value ?? '').trim();
        if (written === '') return has_formula ? NO_VALUE : BLANK;
        return numberCell(written, this.#book.meanings[style] ?? PLAIN, this.#book.date_system);
      }
      default:
        return this.#fail(`a cell has the type ${type.slice(0, 20)}, which is not known`);
    }
  }

  #sharedText(value: string | null): string {
    if (value === null) return '';
    const text = /^\s{0,9}\d{1,9}\s{0,9}$/.test(value)
      ? this.#book.texts[Number(value)]
      : undefined;
    return text ?? this.#fail('a cell refers to a text that the workbook does not have');
  }
}
