// Trades as a file that is whole: for reports, which send it.
import { Readable } from 'node:stream';
import type { ReportFileMaker } from '../../../app/report/make-report-post.ts';
import type { ExportedPages } from '../../../app/trade/export-trades.ts';
import { type ExportedTrade, TRADE_TABLE } from '../../../pages/export/trade-table.ts';
import {
  CSV_TYPE,
  csvOf,
  type ExportedTable,
  PLAIN_CSV,
  WORKBOOK,
  workbookOf,
} from '../../transport/table-file.ts';

export const TRADES = 'Trades';

export const tradeTable = (pages: ExportedPages): ExportedTable<ExportedTrade> => ({
  columns: TRADE_TABLE,
  pages,
});

/** Null if the file has more bytes than `most`. */
export async function wholeTradeFile(
  ...[pages, format, most]: Parameters<ReportFileMaker>
): ReturnType<ReportFileMaker> {
  const is_csv = format === 'csv';
  const table = tradeTable(pages);
  const text = is_csv ? Readable.from(csvOf(table, PLAIN_CSV)) : workbookOf(TRADES, table);
  const parts: Buffer[] = [];
  for await (const part of text) {
    parts.push(Buffer.from(part));
    if (parts.reduce((bytes, { length }) => bytes + length, 0) > most) return null;
  }
  return { content: Buffer.concat(parts), content_type: is_csv ? CSV_TYPE : WORKBOOK };
}
