// Lists the lines of reports within the day that the statement of their day does not have.
import { readUnconfirmed } from '../../store/line/confirmations.ts';
import type { StatementPart } from '../file/statement-part.ts';
import type { App } from '../process/app.ts';
import { daysOfParts } from './days-of-parts.ts';

export type UnconfirmedLine = {
  id: string;
  receiving_account_id: string;
  day: string;
  amount_cents: number;
  utr: string | null;
  status: string;
  merchant_id: string | null;
  trade_id: string | null;
};

export const UNCONFIRMED_LINES_LISTED = 200;

/** Of the days of the file's statements, account by account. */
export async function listUnconfirmed(app: App, parts: readonly StatementPart[]) {
  const unconfirmed_lines: UnconfirmedLine[] = [];
  let unconfirmed = 0;
  const by_account = Map.groupBy(parts, (part) => part.account.receiving_account_id);
  for (const own of by_account.values()) {
    const days = daysOfParts(own);
    if (days === null) continue;
    const { db, cipher } = app.store;
    const { lines, count } = await readUnconfirmed(db, cipher, days, UNCONFIRMED_LINES_LISTED);
    unconfirmed += count;
    for (const { line, outcome } of lines) {
      if (unconfirmed_lines.length >= UNCONFIRMED_LINES_LISTED) break;
      unconfirmed_lines.push({
        id: line.bank_line_id,
        receiving_account_id: line.receiving_account_id,
        day: new Date(line.booked_at).toISOString().slice(0, 10),
        amount_cents: Number(line.amount_cents),
        utr: line.utr,
        status: outcome.status,
        merchant_id: outcome.merchant_id,
        trade_id: outcome.trade_id,
      });
    }
  }
  return { unconfirmed, unconfirmed_lines };
}
