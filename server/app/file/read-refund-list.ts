// Reads a list of refunds: CSV, or a table as a spreadsheet copies it.
import { CsvError, parse } from 'csv-parse/sync';
import {
  type Cells,
  REFUND_LIST_MAX_BYTES,
  type RefundRow,
  readRefundRows,
} from '../../domain/payout/refund-list.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../../domain/service/refusal.ts';

const DELIMITERS = ['\t', ';', ','] as const;

const CELL_MAX = 4_096;

function refuseLine(line: number, message: string): Refusal {
  return refuseFields([{ field: `line ${line}`, code: 'format', message }]);
}

async function textIn(body: AsyncIterable<Uint8Array>): Promise<string | Refusal> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > REFUND_LIST_MAX_BYTES) {
      const most = `A list of refunds has at most ${REFUND_LIST_MAX_BYTES} bytes.`;
      return refuse('body_too_large', most);
    }
    pieces.push(piece);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refuseLine(1, 'the list is no UTF-8 text');
  }
}

/** Names of columns have none of them, so the first row tells which it is. */
function delimiterOf(text: string): string {
  const [head = ''] = text.split('\n', 1);
  return DELIMITERS.find((one) => head.includes(one)) ?? ',';
}

export async function readRefundList(
  body: AsyncIterable<Uint8Array>,
): Promise<readonly RefundRow[] | Refusal> {
  const given = await textIn(body);
  if (isRefusal(given)) return given;
  const text = given.replace(/\r\n?/g, '\n');
  try {
    const table: Cells[] = [];
    parse(text, {
      delimiter: delimiterOf(text),
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: CELL_MAX,
      on_record: (cells: string[], { lines: line }) => {
        table.push({ line, cells });
        return null;
      },
    });
    const rows = readRefundRows(table);
    return 'message' in rows ? refuseLine(rows.line, rows.message) : rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = 'lines' in error && typeof error.lines === 'number' ? error.lines : 1;
    return refuseLine(line, 'a quotation mark is in the wrong place');
  }
}
