// An operator asks how a bank's file would be read: only its first bytes are read, nothing is
// imported.
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import type { StatementGuess } from '../file/guess-head.ts';
import { openBytes, type StatementBody } from '../file/statement-bytes.ts';
import { guessApart } from '../threads/read-apart.ts';

async function headOf(body: StatementBody): Promise<Uint8Array | Refusal> {
  try {
    const bytes = await openBytes(body);
    await bytes.close();
    return bytes.head;
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    return refuse('statement_invalid', `The layout cannot be guessed: ${error.message}.`);
  }
}

export async function guessStatement(body: StatementBody): Promise<StatementGuess | Refusal> {
  const head = await headOf(body);
  return head instanceof Uint8Array ? await guessApart(head) : head;
}
