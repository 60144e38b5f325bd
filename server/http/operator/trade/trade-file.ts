// Trades as a file: CSV or an Excel workbook, streamed page by page, or whole if it is small.
import { Readable } from 'node:stream';
import type { ReportFileMaker } from '../../../app/report/make-report-post.ts';
import type { ExportedPages } from '../../../app/trade/export-trades.ts';
import { type CsvForm, tableCsvHead, tableCsvRow } from '../../../lib/table/table-csv.ts';
import {
  SHEET_END,
  SHEET_PART,
  sheetHead,
  sheetRow,
  workbookParts,
} from '../../../lib/table/workbook-xml.ts';
import { TRADE_TABLE } from '../../../pages/export/trade-table.ts';
import { zipStream } from '../../transport/zip-stream.ts';

export const CSV_TYPE = 'text/csv; charset=utf-8';
export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export async function* csvOf(pages: ExportedPages, form: CsvForm): AsyncGenerator<string> {
  yield tableCsvHead(TRADE_TABLE, form);
  for await (const page of pages) {
    yield page.map((trade) => tableCsvRow(TRADE_TABLE, trade, form)).join('');
  }
}

async function* sheetOf(pages: ExportedPages): AsyncGenerator<string> {
  yield sheetHead(TRADE_TABLE);
  let number = 1;
  for await (const page of pages) {
    const rows = page.map((trade, index) => sheetRow(TRADE_TABLE, trade, number + index + 1));
    number += page.length;
    yield rows.join('');
  }
  yield SHEET_END;
}

async function* whole(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

export function workbookOf(pages: ExportedPages): Readable {
  const parts = workbookParts('Trades').map(([name, text]) => ({ name, text: whole(text) }));
  return Readable.from(zipStream([...parts, { name: SHEET_PART, text: sheetOf(pages) }]));
}

/** For reports: null if the file has more bytes than `most`. */
export async function wholeTradeFile(
  ...[pages, format, most]: Parameters<ReportFileMaker>
): ReturnType<ReportFileMaker> {
  const is_csv = format === 'csv';
  const form: CsvForm = { separator: 'comma', decimal: 'point' };
  const parts: Buffer[] = [];
  for await (const part of is_csv ? Readable.from(csvOf(pages, form)) : workbookOf(pages)) {
    parts.push(Buffer.from(part));
    if (parts.reduce((bytes, { length }) => bytes + length, 0) > most) return null;
  }
  return { content: Buffer.concat(parts), content_type: is_csv ? CSV_TYPE : WORKBOOK };
}
