// The payer's name in every place where one can stand: an erasure leaves it in none, and of its
// keyed hashes those alone that the guide names.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { finishLineWords } from '../../../server/app/line/make-line-words.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { decideWaitingLine } from '../../../server/app/line/waiting-lines.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makePayeeWords } from '../../../server/app/trade/make-trade-words.ts';
import {
  columnName,
  placeOf,
  type SealedColumn,
} from '../../../server/store/encryption/sealed-columns.ts';
import { sealText } from '../../../server/store/encryption/sealed-text.ts';
import { ERASED_COLUMNS } from '../../../server/store/erasure/erased-columns.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
} from '../../support/test-app.ts';
import * as disputes from '../dispute/dispute-scene.ts';
import * as payouts from '../payout/payout-scene.ts';
import * as scene from '../scene.ts';
import { makeWaitingLine } from '../statement/waiting-line.ts';
import { ask, eraseNow, type Key } from './erasure-scene.ts';
import { columnsWithHash, noteHashes } from './every-hash.ts';
import { columnsWith } from './every-text.ts';

const DAY_MS = 86_400_000;
const PAYER = 'zebedee';

let service: TestApp;
let app: OpenApp;
let noted: ReadonlySet<Buffer>;
before(async () => {
  service = await openTestApp();
  ({ app } = service);
  noted = noteHashes(app, PAYER);
});
after(() => service.stop());

const TEXTS = {
  client_id: PAYER,
  description: `shoes for ${PAYER}`,
  metadata: { recipient: PAYER },
  callback_url: `https://shop.example/hook/${PAYER}`,
};

/** Nobody can read them: see docs/operate/erasure.md. */
const STAY = [
  'bank_lines.text_hash',
  'deliveries.endpoint',
  'past_trades.client_hash',
  'past_trades.fingerprint',
  'trades.client_hash',
  'trades.fingerprint',
];

/** Paid by a part of a split line, disputed and settled. */
async function splitPayin(): Promise<{ key: Key; line: string }> {
  const merchant = await makeMerchant(app, { balance_currency: 'CHF' });
  const account = await scene.makeAccount(app, 'CHF');
  const { id } = await scene.newPayin(app, merchant, {
    ...TEXTS,
    amount_cents: 7_700,
    amount_currency: 'CHF',
    return_url: `https://shop.example/back/${PAYER}`,
  });
  const told = { text: `from ${PAYER}`, counterparty_name: PAYER, counterparty_number: 'GB29X77' };
  const [line] = await scene.feed(app, account, [{ amount_cents: 10_000, ...told }]);
  const { merchant_id } = merchant;
  const decide = async (of: string, act: 'split', fields: object) =>
    accepted(await reviewLine(app, OPERATOR, of, act, raw({ note: 'test', ...fields }), of));
  const { parts } = await decide(line?.id ?? '', 'split', { parts: [7_700, 2_300] });
  await finishLineWords(app);
  const dispute = await disputes.opened(app, { merchant_id, id }, { note: 'not them' });
  accepted(await disputes.did(app, dispute, 'message', { text: `the invoice of ${PAYER}` }));
  accepted(await disputes.did(app, dispute, 'withdraw', { note: 'settled' }));
  return { key: { merchant_id, trade_id: id }, line: parts[0]?.id ?? '' };
}

/** In a file for the bank, which refused it with the payee's name. */
async function refusedPayout(): Promise<Key> {
  const shop = await payouts.openShop(app, 'NOK');
  const { merchant_id } = shop.merchant;
  const fields = { ...TEXTS, amount_currency: 'NOK', name: PAYER, number: '000999888777' };
  const made = await scene.newPayout(app, shop.merchant, 100, fields);
  const { batch } = await payouts.exported(app, shop, [made]);
  const [end_to_end = ''] = await payouts.idsOf(app, [made]);
  const refused = payouts.tx(end_to_end, 'RJCT', payouts.reason('AC04', `closed by ${PAYER}`));
  accepted(await payouts.answer(app, payouts.report(batch.message_id, [refused], 'RJCT')));
  while (await makePayeeWords(app));
  return { merchant_id, trade_id: made.id };
}

/** Rows that no short scene makes: of each the columns that have no default. */
async function addRows({ merchant_id, trade_id }: Key, line: string): Promise<void> {
  const waits = await makeWaitingLine(app, await scene.makeAccount(app, 'PLN'), 'PLN');
  accepted(await decideWaitingLine(app, OPERATOR, waits, 'same', raw({ note: 'Told twice' })));
  const ids = `'${merchant_id}', '${trade_id}'`;
  const rows = [
    `update waiting_lines set bank_line_ids = '["${line}"]' where waiting_line_id = '${waits}'`,
    `update deliveries set told_at = now(), told_head = '', told_url = ''
     where trade_id = '${trade_id}'`,
    `insert into delivery_attempts (merchant_id, trade_id, sequence, attempt, attempted_at,
       duration_ms, reply_head) values (${ids}, 1, 1, now(), 1, '')`,
    `insert into receipts (merchant_id, receipt_id, trade_id, slot, file_type, size_bytes,
       content_hash, given_at) values ('${merchant_id}', '${trade_id}', '${trade_id}', 1, 'png',
       1, sha256('x'), now())`,
    `insert into receipt_files (merchant_id, receipt_id, content) values (${ids}, '\\x00')`,
    `insert into proposals (proposal_id, act, target, content, request_hash, note, maker_key,
       created_at, expires_at, state, decided_at, secret) values (gen_random_uuid(), 'refund',
       'trades/${merchant_id}/${trade_id}', '', 'x', '', '', now(), now(), 'withdrawn', now(),
       'x')`,
  ];
  for (const row of rows) await service.asOwner(row);
}

/** Where the column may have a value at all. */
const MAY_STAND: Readonly<Record<string, string>> = { 'trades.payee': 't.payee is not null' };

/** The name instead of what stands in the column of the rows that an erasure finds. */
async function plant(
  { where, column }: Pick<(typeof ERASED_COLUMNS)[number], 'where' | 'column'>,
  key: Key,
) {
  const names = column.key.map(({ name }) => `t.${name}::text`).join();
  const rows = await app.store.db.query<{ at: string[] }>(
    '',
    `select array[${names}] as at from ${column.table} t
     where ${where} and ${MAY_STAND[columnName(column)] ?? 'true'}
       and $1::uuid is not null and $2::uuid is not null`,
    [key.merchant_id, key.trade_id],
  );
  const text = column.column === 'metadata' ? `{"recipient":"${PAYER}"}` : PAYER;
  for (const { at } of rows) {
    const is = column.key.map(({ name }, index) => `${name}::text = '${at[index]}'`);
    await scene.sql(
      app,
      `update ${column.table} set ${column.column} = ${sealed(column, at, text)}
       where ${is.join(' and ')}`,
    );
  }
  return rows.length;
}

function sealed(column: SealedColumn, at: string[], text: string): string {
  const { cipher } = app.store;
  const place = placeOf(column, at);
  if (column.form === 'text') return `'${sealText(cipher, text, place)}'`;
  return `'\\x${cipher.seal(text, place).toString('hex')}'`;
}

test('a name that stands wherever one can is nowhere after its erasure', async () => {
  const { key: payin, line } = await splitPayin();
  const payout = await refusedPayout();
  await addRows(payin, line);
  // As if it had moved: a trade is in one of the two tables, and both are looked at.
  await service.asOwner(
    `grant insert on past_trades to current_user;
     insert into past_trades select t.*, '2026-03', null from trades t
     where t.trade_id = '${payout.trade_id}'`,
  );
  await service.allowChanges(...new Set(ERASED_COLUMNS.map(({ column }) => column.table)));
  const planted = new Map<string, number>();
  for (const erased of ERASED_COLUMNS) {
    const rows = (await plant(erased, payin)) + (await plant(erased, payout));
    const name = columnName(erased.column);
    planted.set(name, (planted.get(name) ?? 0) + rows);
  }
  deepEqual(
    [...planted].filter(([_name, rows]) => rows === 0),
    [],
    'every column has a row',
  );
  equal((await columnsWith(app, PAYER)).length, planted.size);
  const hashed = await columnsWithHash(app, noted);
  ok(hashed.includes('bank_line_words.words'));
  ok(hashed.includes('trade_words.words'));
  ok(hashed.includes('trades.metadata_hashes'));
  app.store.clock_offset_ms += 400 * DAY_MS;
  for (const key of [payin, payout]) accepted(await ask(key, app));
  equal(await eraseNow(service), 2);
  deepEqual(await columnsWith(app, PAYER), []);
  deepEqual(await columnsWith(app, 'GB29X77'), []);
  deepEqual(await columnsWith(app, '000999888777'), []);
  deepEqual(await columnsWithHash(app, noted), STAY);
  const files = await scene.sql(app, 'select 1 from receipt_files');
  equal(files.length, 0);
});
