// Settlements as files: a statement to print, and its lines as CSV, streamed page by page.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { App } from '../../app/process/app.ts';
import { exponentOf } from '../../app/request/views.ts';
import { pagesOfLines } from '../../app/settlement/read-settlements.ts';
import type {
  SettlementLineView,
  SettlementView,
} from '../../domain/settlement/settlement-document.ts';
import type { SettlementLine } from '../../domain/settlement/settlement-line.ts';
import { settlementCsvHead, settlementCsvRows } from '../../pages/settlement/settlement-csv.ts';
import { settlementStatement } from '../../pages/settlement/settlement-statement.ts';
import { SETTLEMENT_CSS } from '../../pages/settlement/settlement-style.ts';
import { FileAnswer } from '../transport/file-answer.ts';

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

const nameOf = ({ number, merchant_id }: Record, ending: string) =>
  `settlement-${merchant_id}-${number}.${ending}`;

async function* csvOf(app: App, record: Record): AsyncGenerator<string> {
  const view = viewOf(record);
  yield settlementCsvHead();
  for await (const lines of pagesOfLines(app, record)) {
    yield settlementCsvRows(view, linesView(lines));
  }
}

export function settlementCsv(app: App, record: Record): FileAnswer {
  return new FileAnswer({
    content_type: 'text/csv; charset=utf-8',
    file_name: nameOf(record, 'csv'),
    body: Readable.from(csvOf(app, record)),
  });
}

export async function settlementHtml(app: App, record: Record): Promise<FileAnswer> {
  const lines: SettlementLineView[] = [];
  const is_printed = record.line_count <= MOST_PRINTED_LINES;
  if (is_printed) {
    for await (const page of pagesOfLines(app, record)) lines.push(...linesView(page));
  }
  return new FileAnswer({
    content_type: 'text/html; charset=utf-8',
    file_name: nameOf(record, 'html'),
    body: settlementStatement(viewOf(record), is_printed ? lines : null),
    headers: { 'content-security-policy': POLICY },
  });
}
