// An operator asks how a bank's file would be read: only its first bytes are read, of a workbook
// all, and nothing is imported.
import { GUESS_STATEMENT } from '../../domain/line/statement-requests.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { fileOf } from '../file/detect-format.ts';
import { refuseGuess, type StatementGuess } from '../file/guess-head.ts';
import { wholeWorkbook } from '../file/read-xlsx.ts';
import { openBytes, type StatementBody } from '../file/statement-bytes.ts';
import { guessApart } from '../threads/read-apart.ts';

async function bytesToRead(body: StatementBody): Promise<Uint8Array | Refusal> {
  try {
    const bytes = await openBytes(body);
    try {
      // The directory of a workbook is at its end.
      return fileOf(bytes.head) === 'xlsx' ? await wholeWorkbook(bytes.all) : bytes.head;
    } finally {
      await bytes.close();
    }
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    return refuseGuess(error.message);
  }
}

export async function guessStatement(
  body: StatementBody,
  today: number,
  query: QueryTexts<typeof GUESS_STATEMENT> = {},
): Promise<StatementGuess | Refusal> {
  const asked = readFilters(GUESS_STATEMENT, query);
  if (isRefusal(asked)) return asked;
  const bytes = await bytesToRead(body);
  return isRefusal(bytes) ? bytes : await guessApart(bytes, asked.sheet, today);
}
