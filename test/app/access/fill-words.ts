// Texts that banks, devices and people bring, in columns that are encrypted.
import { ok } from 'node:assert/strict';
import { startSession } from '../../../server/app/access/start-session.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { newId } from '../../../server/app/process/ids.ts';
import { insertPasskey } from '../../../server/store/factor/passkeys.ts';
import { beginImports } from '../../../server/store/line/statement-progress.ts';
import { accepted } from '../../support/test-app.ts';
import * as payouts from '../payout/payout-scene.ts';

/** None of them is readable in the database. */
export const WORDS = {
  bank_text: 'The account of Planted Payee is closed',
  file_name: 'statement-of-planted-holder.csv',
  passkey: 'Phone of Planted Person',
  address: '203.0.113.77',
  user_agent: 'Planted browser on a planted system',
} as const;

/** The bank gets the file of the batch, rejects the first payment, and says why. */
export async function rejectFirst(app: OpenApp, id: string, message_id: string): Promise<void> {
  ok(await payouts.fileOf(app, id));
  const [attempt] = await payouts.attemptsIn(app, id);
  const reason = payouts.reason('AC04', WORDS.bank_text);
  const rejected = payouts.tx(attempt?.end_to_end_id ?? '', 'RJCT', reason);
  accepted(await payouts.answer(app, payouts.report(message_id, [rejected])));
  const [heard] = await payouts.attemptsIn(app, id);
  ok(heard?.bank_text?.includes(WORDS.bank_text), 'and the answer shows its words');
}

export async function fillWords(app: OpenApp, person_id: string): Promise<void> {
  const { address, user_agent } = WORDS;
  const { db, cipher } = app.store;
  const passkey = {
    ...{ passkey_id: newId(), person_id, name: WORDS.passkey },
    ...{ credential_id: Uint8Array.of(1, 2), public_key: Uint8Array.of(3), created_at: 0 },
    ...{ sign_count: 0, is_backed_up: false, transports: [] },
  };
  await db.transaction(async (tx) => {
    await startSession(tx, cipher, person_id, 'open', { address, user_agent, request_id: 'r' });
    await insertPasskey(tx, cipher, passkey);
    await beginImports(tx, cipher, [newId()], WORDS.file_name, 0);
  });
}
