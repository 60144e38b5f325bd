// The data of a payer are erased: nothing of them is left in the database, and the books prove.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { resealRows } from '../../../server/app/access/reseal-rows.ts';
import { sendFileAsOperator } from '../../../server/app/dispute/send-file.ts';
import { showErasure } from '../../../server/app/erasure/erase-payer.ts';
import { finishLineWords } from '../../../server/app/line/make-line-words.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { getPayoutFile } from '../../../server/app/payout/export-payout-batch.ts';
import { chooseFile } from '../../../server/app/payout/payout-file-choice.ts';
import { serviceTime } from '../../../server/app/process/service-time.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import type { Database, Transaction } from '../../../server/store/connection/database.ts';
import { resealKept } from '../../../server/store/encryption/reseal-kept.ts';
import { eventNotePlace, sealText } from '../../../server/store/encryption/sealed-text.ts';
import { eraseTrade } from '../../../server/store/erasure/erase-trade.ts';
import { sealTold } from '../../../server/store/line/sealed-lines.ts';
import { JPEG } from '../../support/browser/receipt-files.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
} from '../../support/test-app.ts';
import { AT_ONCE, openOwner, rotate } from '../access/key-scene.ts';
import * as disputes from '../dispute/dispute-scene.ts';
import * as payouts from '../payout/payout-scene.ts';
import { problemsAfter } from '../proof/damage.ts';
import * as scene from '../scene.ts';
import { ask, endedPayout, eraseNow, type Key } from './erasure-scene.ts';
import { columnsWith } from './every-text.ts';

const DAY_MS = 86_400_000;
const SERVICE = { role: 'service', id: null } as const;
const PAYER = 'zebedee';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  ({ app } = service);
});
after(() => service.stop());

const advance = (days: number) => {
  app.store.clock_offset_ms += days * DAY_MS;
};

/** What is asked about a trade; by its id alone. */
const nameOf = ({ merchant_id, trade_id: id }: Key) => ({ merchant_id, id });

async function proved(): Promise<void> {
  const made = await makeProof(app, SERVICE);
  deepEqual(made.kind === 'refused' ? made.problems : [], []);
}

const problems = async (): Promise<string[]> => (await verifyBooks(app)).problems;

/** A pay-in that leaves the payer's name wherever one can stand, with a dispute that has ended. */
async function disputedPayin(): Promise<Key> {
  const merchant = await makeMerchant(app, { balance_currency: 'CHF' });
  const account = await scene.makeAccount(app, 'CHF');
  const made = await scene.newPayin(app, merchant, {
    amount_cents: 7_700,
    amount_currency: 'CHF',
    client_id: `${PAYER}-1`,
    description: `shoes for ${PAYER}`,
    metadata: { recipient: PAYER },
    return_url: `https://shop.example/back/${PAYER}`,
    callback_url: `https://shop.example/hook/${PAYER}`,
  });
  const utr = `UTR${String(scene.newNumber()).padStart(9, '0')}`;
  accepted(await scene.claim(app, merchant, made.id, utr));
  const told = { text: `from ${PAYER}`, counterparty_name: PAYER, counterparty_number: 'GB29X77' };
  await scene.feed(app, account, [{ amount_cents: 7_700, utr, ...told }]);
  await finishLineWords(app);
  const key = { merchant_id: merchant.merchant_id, id: made.id };
  const dispute = await disputes.opened(app, key, { note: 'the payer says it was not them' });
  const text = `the invoice of ${PAYER}`;
  const sent = await sendFileAsOperator(app, OPERATOR, dispute, { text }, Readable.from([JPEG]));
  ok(!isRefusal(sent));
  accepted(await disputes.did(app, dispute, 'withdraw', { note: 'settled' }));
  const note = sealText(
    app.store.cipher,
    `asked by ${PAYER}`,
    eventNotePlace({ trade_id: made.id, sequence: 1 }),
  );
  await service.asOwner(
    `update events set note = '${note}' where trade_id = '${made.id}' and sequence = 1`,
  );
  return { merchant_id: key.merchant_id, trade_id: made.id };
}

test('after an erasure nothing of the payer is left, and verify finds nothing', async () => {
  const key = await disputedPayin();
  advance(1);
  await proved();
  const before = await columnsWith(app, PAYER);
  deepEqual(before, [
    'bank_lines.sealed',
    'dispute_messages.content',
    'events.note',
    'trades.callback_url',
    'trades.client_id',
    'trades.description',
    'trades.metadata',
    'trades.return_url',
  ]);
  advance(400);
  const preview = accepted(await showErasure(app, nameOf(key)));
  equal(preview.obstacle?.reason, 'kept_by_law');
  const asked = accepted(await ask(key, app));
  equal(asked.state, 'waiting');
  equal(await eraseNow(service), 1);
  deepEqual(await columnsWith(app, PAYER), []);
  deepEqual(await columnsWith(app, 'GB29X77'), []);
  deepEqual(await problems(), []);
  advance(1);
  await proved();
  const done = accepted(await showErasure(app, nameOf(key)));
  equal(done.state, 'erased');
  ok(Object.values(done.erases).every((count) => count === 0));
  const detail = accepted(await getTradeWithTimeline(app, key.merchant_id, key.trade_id));
  const { trade, timeline } = detail;
  equal(trade.erased, true);
  equal(trade.client_id, '');
  equal(trade.requested_amount_cents, 7_700);
  deepEqual(
    timeline.lines.map(({ erased, damaged }) => [erased, damaged]),
    [[true, false]],
  );
  const [words] = await scene.sql(app, `select 1 from bank_line_words where words <> '{}'`);
  equal(words, undefined);
  // The search would find it, if it was put back.
  const [line] = await scene.sql<{ id: string }>(
    app,
    `select bank_line_id::text as id from bank_line_outcomes where trade_id = '${key.trade_id}'`,
  );
  const told = { text: PAYER, counterparty_name: null, counterparty_number: null };
  const sealed = sealTold(app.store.cipher, line?.id ?? '', { ...told, end_to_end_id: null });
  await service.allowChanges('bank_lines');
  const set = async (hex: string) => {
    await scene.sql(
      app,
      `update bank_lines set sealed = '\\x${hex}' where bank_line_id = '${line?.id}'`,
    );
  };
  await set(sealed.toString('hex'));
  deepEqual(await columnsWith(app, PAYER), ['bank_lines.sealed']);
  ok((await problems()).some((one) => one.includes(`bank line ${line?.id}: changed`)));
  await set('00');
  deepEqual(await problems(), []);
});

test('without the hash that was kept, verify names the record', async () => {
  const key = await endedPayout(app);
  advance(1);
  await proved();
  accepted(await ask(key, app));
  equal(await eraseNow(service), 1);
  deepEqual(await problems(), []);
  await service.allowChanges('erased_values');
  const place = `trades/client_id/${key.trade_id}`;
  const found = await problemsAfter(app, `delete from erased_values where place = '${place}'`);
  ok(
    found.some((one) => one.includes(`trade ${key.trade_id}: changed`)),
    found.join('\n'),
  );
});

test('it is refused while something is open, and before the period of the law', async () => {
  const merchant = await makeMerchant(app);
  const { merchant_id } = merchant;
  const made = await scene.newPayin(app, merchant, { amount_cents: 900 });
  const key = { merchant_id, trade_id: made.id };
  const reasonOf = (answer: unknown) => {
    if (!isRefusal(answer)) return null;
    equal(answer.code, 'act_not_allowed');
    return answer.extra?.reason;
  };
  equal(reasonOf(await ask(key, app)), 'not_final');
  const ended = await endedPayout(app);
  const refused = await ask(ended, app, { early_reason: null });
  equal(reasonOf(refused), 'kept_by_law');
  ok(isRefusal(refused));
  match(refused.detail, /until \d{4}-\d\d-\d\dT/);
  advance(1_827);
  equal(accepted(await ask(ended, app, { early_reason: null })).state, 'waiting');
  equal(await eraseNow(service), 1);
  const again = accepted(await ask(ended, app));
  equal(again.state, 'erased', 'there is nothing more to ask for');
});

test('the audit entry names the trade and the reasons, and not the payer', async () => {
  const key = await endedPayout(app, {
    client_id: 'yolanda',
    name: 'Yolanda',
    number: '000999888777',
  });
  accepted(await ask(key, app));
  equal(await eraseNow(service), 1);
  deepEqual(await columnsWith(app, 'olanda'), []);
  deepEqual(await columnsWith(app, '000999888777'), []);
  const [entry] = await scene.sql<{ target: string; detail: Record<string, unknown> }>(
    app,
    `select target, detail from audit_entries where action = 'payer_erased'
     order by number desc limit 1`,
  );
  equal(entry?.target, `trades/${key.merchant_id}/${key.trade_id}`);
  equal(entry?.detail.reason, 'as the law asks');
  const shown = accepted(await getTradeWithTimeline(app, key.merchant_id, key.trade_id));
  deepEqual(shown.trade.payment_data, { erased: true });
});

test('a file for the bank goes with its payee, once all of its batch have ended', async () => {
  const shop = await payouts.openShop(app, 'NOK');
  const [first, second] = await payouts.newPayouts(app, shop, 'NOK', [100, 200]);
  ok(first !== undefined && second !== undefined);
  const { batch } = await payouts.exported(app, shop, [first, second]);
  const key = { merchant_id: first.merchant_id, trade_id: first.id };
  const complete = async (id: string) => {
    const utr = `UTR${String(scene.newNumber()).padStart(9, '0')}`;
    const { merchant_id } = key;
    accepted(await actOnTrade(app, OPERATOR, merchant_id, id, 'complete', raw({ utr })));
    advance(200);
  };
  await complete(first.id);
  const refused = await ask(key, app);
  ok(isRefusal(refused));
  equal(refused.extra?.reason, 'batch_open');
  await complete(second.id);
  match((await payouts.fileOf(app, batch.id)).content.toString(), /000111222333/);
  accepted(await ask(key, app));
  equal(await eraseNow(service), 1);
  for (const ending of ['xml', 'csv'] as const) {
    const choice = accepted(chooseFile(ending, {}));
    const file = await getPayoutFile(app, OPERATOR, batch.id, choice);
    ok(isRefusal(file));
    equal(file.code, 'act_not_allowed');
  }
});

test('two processes erase it once, and one that is killed in the middle leaves all or nothing', async () => {
  const key = await endedPayout(app, { client_id: 'xaver' });
  accepted(await ask(key, app));
  const owner = await openOwner(service);
  try {
    const killed = new Error('killed');
    const dying = {
      ...owner,
      transaction: (work: (tx: Transaction) => Promise<unknown>, options?: object) =>
        owner.transaction(
          (tx) =>
            work({
              ...tx,
              query: (name, text, values) => {
                if (name === 'finish-erasure') throw killed;
                return tx.query(name, text, values);
              },
            }),
          options,
        ),
    } as Database;
    const { cipher } = app.store;
    await rejects(eraseTrade(dying, cipher, key, serviceTime(app)), killed);
    deepEqual(await columnsWith(app, 'xaver'), ['trades.client_id']);
    const done = await Promise.all([1, 2].map(() => eraseNow(service)));
    deepEqual(done.toSorted(), [0, 1]);
    deepEqual(await columnsWith(app, 'xaver'), []);
  } finally {
    await owner.close();
  }
});

test('a new data key passes over what was erased', async () => {
  const key = await endedPayout(app);
  accepted(await ask(key, app));
  equal(await eraseNow(service), 1);
  accepted(await rotate(app));
  const owner = await openOwner(service);
  try {
    await resealKept(owner, Buffer.from(service.master_key), AT_ONCE);
    for (let round = 0; round < 20; round += 1) await resealRows(app, AT_ONCE);
  } finally {
    await owner.close();
  }
  const [kept] = await scene.sql<{ keys: bigint }>(
    app,
    `select count(*) as keys from encryption_keys where purpose = 'data'`,
  );
  equal(Number(kept?.keys), 1, 'the old key is gone');
  deepEqual(await problems(), []);
});
