// Settlements as files: a statement to print, and its lines as CSV or as a workbook, streamed page
// by page.
import { createHash } from 'node:crypto';
import type { App } from '../../app/process/app.ts';
import { exponentOf } from '../../app/request/views.ts';
import { pagesOfLines } from '../../app/settlement/read-settlements.ts';
import type {
  SettlementLineView,
  SettlementView,
} from '../../domain/settlement/settlement-document.ts';
import type { SettlementLine } from '../../domain/settlement/settlement-line.ts';
import { settlementStatement } from '../../pages/settlement/settlement-statement.ts';
import { SETTLEMENT_CSS } from '../../pages/settlement/settlement-style.ts';
import { settlementTable } from '../../pages/settlement/settlement-table.ts';
import { FileAnswer } from '../transport/file-answer.ts';
import { type TableFormat, tableFile } from '../transport/table-file.ts';

type Record = Omit<SettlementView, 'exponent'>;

/**
 * With more lines than anybody prints, the document has only the sums, and the CSV has the lines.
 */
const MOST_PRINTED_LINES = 5_000;

const STYLE_HASH = createHash('sha256').update(SETTLEMENT_CSS).digest('base64');

/** Allows the document's own style and nothing else: no script, no other resource. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const viewOf = (record: Record): SettlementView => ({
  ...record,
  exponent: exponentOf(record.currency),
});

const linesView = (lines: readonly SettlementLine[]): SettlementLineView[] =>
  lines.map((line) => ({
    ...line,
    trade_exponent: line.trade_currency === null ? 0 : exponentOf(line.trade_currency),
  }));

/** Without its end. */
const nameOf = ({ number, merchant_id }: Record) => `settlement-${merchant_id}-${number}`;

async function* linePages(app: App, record: Record): AsyncGenerator<SettlementLineView[]> {
  for await (const lines of pagesOfLines(app, record)) yield linesView(lines);
}

export function settlementTableFile(app: App, record: Record, format: TableFormat): FileAnswer {
  const names = { name: nameOf(record), sheet: `Settlement ${record.number}` };
  const columns = settlementTable(viewOf(record));
  return tableFile(format, names, { columns, pages: linePages(app, record) });
}

export async function settlementHtml(app: App, record: Record): Promise<FileAnswer> {
  const lines: SettlementLineView[] = [];
  const is_printed = record.line_count <= MOST_PRINTED_LINES;
  if (is_printed) {
    for await (const page of pagesOfLines(app, record)) lines.push(...linesView(page));
  }
  return new FileAnswer({
    content_type: 'text/html; charset=utf-8',
    file_name: `${nameOf(record)}.html`,
    body: settlementStatement(viewOf(record), is_printed ? lines : null),
    headers: { 'content-security-policy': POLICY },
  });
}
