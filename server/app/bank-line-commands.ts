// Bank lines on their way to the writer: occurrence numbers tell genuine twins from lines that come
// twice.
import { type BankLine, type LineRecord, lineContent, utrInText } from '../domain/bank-line.ts';
import type { ReceivingAccount } from '../domain/receiving-account.ts';
import { isRefusal } from '../domain/refusal.ts';
import type { Actor } from '../domain/trade.ts';
import type { App } from './app.ts';
import { newId, sha256Hex } from './ids.ts';
import { expectKind } from './writer.ts';

/** A line as a statement or feed gives it; `utr` is canonical. */
export type GivenLine = Pick<
  BankLine,
  'amount_cents' | 'booked_at' | 'booked_exactly' | 'utr' | 'text' | 'bank_id'
>;

/** Without the bank's own id: content plus how often it came before in the same delivery. */
function withKeys(lines: readonly GivenLine[]): (GivenLine & { line_key: string })[] {
  const occurrences = new Map<string, number>();
  return lines.map((line) => {
    if (line.bank_id !== null) return { ...line, line_key: `id:${line.bank_id}` };
    const content = sha256Hex(lineContent(line));
    const occurrence = (occurrences.get(content) ?? 0) + 1;
    occurrences.set(content, occurrence);
    return { ...line, line_key: `content:${content}:${occurrence}` };
  });
}

export type TakenLine = { record: LineRecord; duplicate: boolean };

/** Hands lines to the writer in order and in the same batches as everything else. */
export async function takeLines(
  app: App,
  actor: Actor,
  account: ReceivingAccount,
  given: readonly GivenLine[],
): Promise<TakenLine[]> {
  const { merchants } = await app.settings.current();
  const received_at = Date.now();
  const { receiving_account_id, currency } = account;
  const answers = await inChunks(withKeys(given), (line) =>
    app.writer.submit({
      kind: 'take_line',
      command_id: newId(),
      actor,
      line: {
        ...line,
        utr: line.utr ?? utrInText(line.text),
        bank_line_id: newId(),
        receiving_account_id,
        currency,
        received_at,
      },
      merchantOf: (id) => merchants.get(id)?.merchant,
    }),
  );
  return answers.map((answer) => {
    const result = expectKind(answer, 'line');
    if (isRefusal(result)) throw new Error(`A bank line was refused: ${result.detail}`);
    return { record: result.record, duplicate: result.found };
  });
}

/** Leaves room in the writer's queue for everybody else while a long statement comes in. */
const CHUNK = 1024;

async function inChunks<Item, Value>(items: readonly Item[], work: (item: Item) => Promise<Value>) {
  const values: Value[] = [];
  for (let start = 0; start < items.length; start += CHUNK) {
    const chunk = items.slice(start, start + CHUNK);
    values.push(...(await Promise.all(chunk.map(work))));
  }
  return values;
}

export type TakenLineBody = {
  id: string;
  status: 'matched' | 'suspense' | 'duplicate';
  merchant_id: string | null;
  trade_id: string | null;
  reason: string;
};

/** A duplicate names the line that was there already, and where that one is. */
export function takenLineBody({ record, duplicate }: TakenLine): TakenLineBody {
  const { outcome } = record;
  return {
    id: outcome.bank_line_id,
    status: duplicate ? 'duplicate' : outcome.status,
    merchant_id: outcome.merchant_id,
    trade_id: outcome.trade_id,
    reason: outcome.reason,
  };
}
