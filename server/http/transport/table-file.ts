// A table as a file, streamed page by page: CSV, or an Excel workbook with one sheet.
import { Readable } from 'node:stream';
import type { TableColumn } from '../../lib/table/table-cell.ts';
import { type CsvForm, tableCsvHead, tableCsvRow } from '../../lib/table/table-csv.ts';
import {
  SHEET_END,
  SHEET_PART,
  sheetHead,
  sheetRow,
  workbookParts,
} from '../../lib/table/workbook-xml.ts';
import { FileAnswer } from './file-answer.ts';
import { zipStream } from './zip-stream.ts';

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

async function* sheetOf<Row>({ columns, pages }: ExportedTable<Row>): AsyncGenerator<string> {
  yield sheetHead(columns);
  let number = 1;
  for await (const page of pages) {
    const rows = page.map((row, index) => sheetRow(columns, row, number + index + 1));
    number += page.length;
    yield rows.join('');
  }
  yield SHEET_END;
}

async function* whole(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

export function workbookOf<Row>(sheet: string, table: ExportedTable<Row>): Readable {
  const parts = workbookParts(sheet).map(([name, text]) => ({ name, text: whole(text) }));
  return Readable.from(zipStream([...parts, { name: SHEET_PART, text: sheetOf(table) }]));
}

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
