// Shared by the tests of encryption keys: a value in every encrypted column, and all ciphertexts of
// the database.

import { ok } from 'node:assert/strict';
import { Readable } from 'node:stream';
import {
  listEncryptionKeys,
  rotateEncryptionKey,
} from '../../../server/app/access/encryption-keys.ts';
import { invitePerson } from '../../../server/app/access/people.ts';
import { changeRecipient, createRecipient } from '../../../server/app/alert/recipients.ts';
import { sendFileAsOperator } from '../../../server/app/dispute/send-file.ts';
import { createLineRule } from '../../../server/app/line/line-rules.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { newId, newRandom } from '../../../server/app/process/ids.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { createView } from '../../../server/app/saved-view/saved-views.ts';
import type { ScheduledReport } from '../../../server/domain/report/scheduled-report.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { saveAccount } from '../../../server/store/access/openid-accounts.ts';
import { keepSecret } from '../../../server/store/approval/proposals.ts';
import { type Database, openDatabase } from '../../../server/store/connection/database.ts';
import {
  columnName,
  keyIdSql,
  placeOf,
  SEALED_COLUMNS,
  type SealedColumn,
} from '../../../server/store/encryption/sealed-columns.ts';
import { offerTotpSecret } from '../../../server/store/factor/totp-secrets.ts';
import { saveReport } from '../../../server/store/report/scheduled-reports.ts';
import { JPEG } from '../../support/browser/receipt-files.ts';
import { accepted, OPERATOR, raw, type TestApp } from '../../support/test-app.ts';
import { answered, claimAll, newMerchant, newTrade, record } from '../callback/delivery-scene.ts';
import { credited, did, opened } from '../dispute/dispute-scene.ts';
import * as payouts from '../payout/payout-scene.ts';
import * as scene from '../scene.ts';
import { makeWaitingLine } from '../statement/waiting-line.ts';
import { fillWords, rejectFirst } from './fill-words.ts';

/** No process waits for another: for tests with only one process. */
export const AT_ONCE = { lead_ms: 0, lease_ms: 0, rest_ms: 0 };
export type Stored = { column: SealedColumn; key: string[]; key_id: number; sealed: Buffer };

/** Every ciphertext of the database. */
export async function everyCiphertext(app: OpenApp): Promise<Stored[]> {
  const found: Stored[] = [];
  for (const column of SEALED_COLUMNS) {
    const key = column.key.map(({ name }) => `${name}::text`).join();
    const rows = await scene.sql<{ key: string[]; id: Buffer; sealed: Buffer | string }>(
      app,
      `select array[${key}] as key, ${keyIdSql(column)} as id, ${column.column} as sealed
       from ${column.table} where length(${keyIdSql(column)}) = 4 order by 1`,
    );
    for (const { key, id, sealed } of rows) {
      const bytes = typeof sealed === 'string' ? Buffer.from(sealed.slice(7), 'base64url') : sealed;
      found.push({ column, key, key_id: id.readUInt32BE(0), sealed: bytes });
    }
  }
  return found;
}

export const namesIn = (stored: readonly Stored[]) =>
  [...new Set(stored.map(({ column }) => columnName(column)))].sort();

export function open(app: OpenApp, { column, key, sealed }: Stored): string {
  const plain = app.store.cipher.openBytes(sealed, placeOf(column, key));
  return Buffer.from(plain).toString('base64');
}

export const dataKeys = async (app: OpenApp) =>
  (await listEncryptionKeys(app)).keys.filter((key) => key.purpose === 'data');

export const rotate = (app: OpenApp, times = AT_ONCE, fields: Record<string, unknown> = {}) =>
  rotateEncryptionKey(app, OPERATOR, raw({ reason: 'Yearly change', ...fields }), times);

export async function openOwner(service: TestApp): Promise<Database> {
  const fail = (error: Error) => {
    throw error;
  };
  await Promise.resolve();
  const { connection } = service.database;
  return openDatabase({ connection, max_connections: 2, onIdleError: fail });
}

/** A statement that waits for its approval. */
async function holdFile({ store: { cipher, db } }: OpenApp, id: string): Promise<void> {
  const content = cipher.sealBytes(Buffer.from('{}'), `held_files/content/${id}`);
  const HELD = 'insert into held_files (held_file_id, content, held_at) values ($1, $2, now())';
  await db.query('', HELD, [id, content]);
}

async function makeRecipient(app: OpenApp): Promise<void> {
  const told = { channel: 'callback', name: 'Pager', address: 'https://pager.example/hook' };
  const recipient = await createRecipient(app, OPERATOR, raw(told));
  if (!('id' in recipient)) throw new Error('The recipient was refused');
  await changeRecipient(app, OPERATOR, recipient.id, raw({ rotate_secret: true }));
}

async function scheduleReport({ store: { cipher, db } }: OpenApp): Promise<void> {
  const report: ScheduledReport = {
    scheduled_report_id: newId(),
    merchant_id: null,
    name: 'Of each day',
    view_name: 'Ada’s',
    filters: { client_id: 'ada' },
    every: 'day',
    hour: 6,
    time_zone: 'UTC',
    format: 'csv',
    recipients: [],
    callback: null,
    enabled: false,
    created_at: 0,
    next_at: 0,
  };
  await saveReport(db, cipher, report);
}

type Merchant = Awaited<ReturnType<typeof newMerchant>>;

/** The first attempt of one callback is accepted, that of the other is not. */
async function tryCallbacks(app: OpenApp, merchant: Merchant): Promise<void> {
  const fields = { callback_url: 'https://shop.example/hook?key=secret' };
  for (const status of [200, 500]) {
    await newTrade(app, merchant, 1, fields);
    for (const delivery of await claimAll(app)) await record(app, delivery, answered(status));
  }
}

/** Fills every encrypted column that the present version uses. */
export async function fill(app: OpenApp): Promise<void> {
  const merchant = await newMerchant(app);
  await tryCallbacks(app, merchant);
  const shop = await payouts.openShop(app, 'SEK');
  const made = await payouts.newPayouts(app, shop, 'SEK', [100, 200]);
  const { batch } = await payouts.exported(app, shop, made);
  await rejectFirst(app, batch.id, batch.message_id);
  await scene.feed(app, shop.account, [{ amount_cents: 700, text: 'UPI/somebody' }]);
  await makeWaitingLine(app, shop.account, 'SEK');
  const rule = {
    receiving_account_id: shop.account,
    name: 'Charges',
    act: 'fee',
    direction: 'out',
    text: 'charges',
    note: 'each month',
  };
  await createLineRule(app, OPERATOR, raw(rule));
  const person = raw({ name: 'Ada', email: 'ada@example.com', role: 'viewer' });
  const invited = accepted(await invitePerson(app, OPERATOR, person));
  await fillWords(app, invited.id);
  const elsewhere = { issuer: 'https://provider.example', subject: 'ada' };
  await app.store.db.transaction((tx) =>
    saveAccount(tx, app.store.cipher, { person_id: invited.id, account: elsewhere }, false),
  );
  const view = raw({ name: 'Ada’s', address: '/trades?client_id=ada' });
  ok(!isRefusal(await createView(app, OPERATOR, view)));
  await scheduleReport(app);
  const offer = { totp_secret_id: newId(), person_id: invited.id, now: 0 };
  await offerTotpSecret(app.store.db, app.store.cipher, { ...offer, secret: newRandom(20) });
  const { merchant_id } = shop.merchant;
  const { cipher, db } = app.store;
  const [receipt] = await scene.sql<{ id: string }>(app, 'select gen_random_uuid() as id');
  const receipt_id = receipt?.id ?? '';
  const content = cipher.sealBytes(Buffer.from('a file'), `receipt_files/content/${receipt_id}`);
  const INSERT = 'insert into receipt_files (merchant_id, receipt_id, content) values ($1, $2, $3)';
  await db.query('', INSERT, [merchant_id, receipt_id, content]);
  const payee = cipher.seal('{"number":"1"}', `settlement_accounts/payee/${merchant_id}`);
  const ACCOUNT = `insert into settlement_accounts (merchant_id, type, payee, changed_at)
    values ($1, 'account', $2, now())`;
  await db.query('', ACCOUNT, [merchant_id, payee]);
  await makeRecipient(app);
  const [waiting] = await scene.sql<{ id: string }>(app, 'select gen_random_uuid() as id');
  const proposal = cipher.seal('{"request":{}}', `proposals/content/${waiting?.id}`);
  const PROPOSAL = `insert into proposals (proposal_id, act, target, content, request_hash, note,
    maker_key, created_at, expires_at) values ($1, 'bands', 'bands', $2, '', '', '', now(), now())`;
  await db.query('', PROPOSAL, [waiting?.id, proposal]);
  await keepSecret(db, cipher, { proposal_id: waiting?.id ?? '', secret: '{}' });
  await holdFile(app, waiting?.id ?? '');
  const disputing = await newMerchant(app);
  const disputed = await opened(app, await credited(app, disputing));
  const text = 'Please send the invoice';
  if (isRefusal(await did(app, disputed, 'message', { text }))) throw new Error('No message');
  await sendFileAsOperator(app, OPERATOR, disputed, { text }, Readable.from([JPEG]));
  const ENDPOINT = `insert into callback_endpoints (merchant_id, number, url, secret,
    previous_secret, description, event_types, created_at)
    values ($1, 1, $2, $3, $4, '', '{}', now())`;
  const sealed = (column: string, text: string) =>
    cipher.seal(text, `callback_endpoints/${column}/${merchant_id}/1`);
  await db.query('', ENDPOINT, [
    merchant_id,
    `sealed:${sealed('url', 'https://shop.example/books').toString('base64url')}`,
    sealed('secret', 'present'),
    sealed('secret', 'former'),
  ]);
  app.store.clock_offset_ms += 86_400_000;
  await makeProof(app, { role: 'service', id: null });
  app.store.clock_offset_ms -= 86_400_000;
}
