// A table as a file, streamed page by page: CSV, or an Excel workbook, which has a further sheet if
// there are more rows than a sheet may have.
import { Readable } from 'node:stream';
import type { TableColumn } from '../../lib/table/table-cell.ts';
import { type CsvForm, tableCsvHead, tableCsvRow } from '../../lib/table/table-csv.ts';
import {
  MOST_SHEET_ROWS,
  partsAfterSheets,
  partsBeforeSheets,
  SHEET_END,
  sheetHead,
  sheetPart,
  sheetRow,
} from '../../lib/table/workbook-xml.ts';
import { FileAnswer } from './file-answer.ts';
import { type ZipText, zipStream } from './zip-stream.ts';

export const CSV_TYPE = 'text/csv; charset=utf-8';
export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type ExportedTable<Row> = {
  readonly columns: readonly TableColumn<Row>[];
  readonly pages: AsyncIterable<readonly Row[]>;
};

export async function* csvOf<Row>(
  { columns, pages }: ExportedTable<Row>,
  form: CsvForm,
): AsyncGenerator<string> {
  yield tableCsvHead(columns, form);
  for await (const page of pages) {
    yield page.map((row) => tableCsvRow(columns, row, form)).join('');
  }
}

/** Takes the rows of the pages as they come, as many at once as are there and fit. */
class RowSource<Row> {
  readonly #pages: AsyncIterator<readonly Row[]>;
  #left: readonly Row[] = [];

  constructor(pages: AsyncIterable<readonly Row[]>) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  /** None only once there are no more. */
  async take(most: number): Promise<readonly Row[]> {
    while (this.#left.length === 0) {
      const next = await this.#pages.next();
      if (next.done === true) return [];
      this.#left = next.value;
    }
    const taken = this.#left.slice(0, most);
    this.#left = this.#left.slice(most);
    return taken;
  }

  async close(): Promise<void> {
    await this.#pages.return?.();
  }
}

async function* whole(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

const wholeEntry = ([name, text]: readonly [string, string]): ZipText => ({
  name,
  text: whole(text),
});

async function* workbookEntries<Row>(
  sheet: string,
  { columns, pages }: ExportedTable<Row>,
  most_rows: number,
): AsyncGenerator<ZipText> {
  const source = new RowSource(pages);
  let first: readonly Row[] = [];
  async function* sheetText(): AsyncGenerator<string> {
    yield sheetHead(columns);
    let number = 1;
    for (let rows = first; rows.length > 0; rows = await source.take(most_rows - number)) {
      const from = number + 1;
      number += rows.length;
      yield rows.map((row, index) => sheetRow(columns, row, from + index)).join('');
    }
    yield SHEET_END;
  }
  try {
    for (const part of partsBeforeSheets()) yield wholeEntry(part);
    let count = 0;
    do {
      first = await source.take(most_rows - 1);
      if (first.length === 0 && count > 0) break;
      count += 1;
      yield { name: sheetPart(count), text: sheetText() };
    } while (first.length > 0);
    for (const part of partsAfterSheets(sheet, count)) yield wholeEntry(part);
  } finally {
    await source.close();
  }
}

export const workbookOf = <Row>(
  sheet: string,
  table: ExportedTable<Row>,
  most_rows = MOST_SHEET_ROWS,
): Readable => Readable.from(zipStream(workbookEntries(sheet, table, most_rows)));

export const PLAIN_CSV: CsvForm = { separator: 'comma', decimal: 'point' };

/** `name`: without its end. */
export const csvFile = <Row>(
  name: string,
  table: ExportedTable<Row>,
  form = PLAIN_CSV,
): FileAnswer =>
  new FileAnswer({
    content_type: CSV_TYPE,
    file_name: `${name}.csv`,
    body: Readable.from(csvOf(table, form)),
  });

export const workbookFile = <Row>(
  name: string,
  sheet: string,
  table: ExportedTable<Row>,
): FileAnswer =>
  new FileAnswer({
    content_type: WORKBOOK,
    file_name: `${name}.xlsx`,
    body: workbookOf(sheet, table),
  });

export const TABLE_FORMATS = ['csv', 'xlsx'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** The same rows by either writer. `name`: without its end; `sheet`: the name of the workbook's. */
export const tableFile = <Row>(
  format: TableFormat,
  { name, sheet }: { name: string; sheet: string },
  table: ExportedTable<Row>,
): FileAnswer => (format === 'csv' ? csvFile(name, table) : workbookFile(name, sheet, table));

/** What the reference says of each. */
export const FORMAT_TOLD: Readonly<
  Record<TableFormat, { readonly as: string; readonly produces: string; readonly cells: string }>
> = {
  csv: {
    as: 'CSV',
    produces: 'text/csv',
    cells: "Cells that a spreadsheet would take for formulas begin with `'`.",
  },
  xlsx: {
    as: 'an Excel workbook',
    produces: WORKBOOK,
    cells: 'Ids and long numbers are texts; amounts and times are numbers.',
  },
};
