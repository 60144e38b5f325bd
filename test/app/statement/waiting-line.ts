// Makes a line that waits: a statement and a feed have one amount on one day, and nothing says
// whether both are one movement.

import assert from 'node:assert/strict';
import { takeBankLines } from '../../../server/app/line/take-bank-lines.ts';
import type { App } from '../../../server/app/process/app.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';

/** The id of the waiting line. */
export async function makeWaitingLine(
  app: App,
  receiving_account_id: string,
  currency: string,
  amount_cents = 77,
): Promise<string> {
  const row = `2026-03-05,${amount_cents},BANK,W-1,${currency}`;
  const file = `booked_at,amount_cents,text,bank_id,currency\n${row}\n`;
  const request = { body: Buffer.from(file), receiving_account_id };
  accepted(await importStatement(app, OPERATOR, request));
  const lines = [{ amount_cents, booked_at: '2026-03-05', text: 'FEED', bank_id: 'W-2' }];
  const taken = accepted(await takeBankLines(app, OPERATOR, raw({ receiving_account_id, lines })));
  const [line] = taken.lines;
  assert.equal(line?.status, 'waiting');
  return line?.id ?? '';
}
