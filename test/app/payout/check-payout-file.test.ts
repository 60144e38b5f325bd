// A batch is exported only if its file can be made: what a layout lacks is listed for each pay-out
// while it can still be put back, and the bank has the file only when somebody fetched it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkPayoutFile } from '../../../server/app/payout/check-payout-file.ts';
import {
  exportPayoutBatch,
  getPayoutFile,
} from '../../../server/app/payout/export-payout-batch.ts';
import {
  releaseFromPayoutBatch,
  takeIntoPayoutBatch,
} from '../../../server/app/payout/make-payout-batch.ts';
import { chooseChecked, chooseFile } from '../../../server/app/payout/payout-file-choice.ts';
import {
  getPayoutBatch,
  listBatchPayouts,
} from '../../../server/app/payout/read-payout-batches.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import * as on from './payout-scene.ts';

let service: TestApp;
let app: TestApp['app'];
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

const IFSC = 'EXMP0001234';
const ENET = { layout: 'hdfc-enet' };

type Fields = Record<string, string | number>;

/** A draft in rupees with one pay-out to each of these payees. */
async function draftTo(payees: readonly Fields[]) {
  const shop = await on.openShop(app, 'INR');
  const payouts: Awaited<ReturnType<typeof on.newPayout>>[] = [];
  for (const fields of payees) {
    const number = '50100087654321';
    const given = { amount_currency: 'INR', amount_cents: 500, type: 'account', number, ...fields };
    const order_id = `checked-${scene.newNumber()}`;
    payouts.push(accepted(await scene.payout(app, shop.merchant, { order_id, ...given })).trade);
  }
  const batch = await on.batchOf(app, shop, payouts);
  return { id: batch.id, shop, payouts };
}

async function problems(id: string, query = {}) {
  const choice = accepted(chooseChecked(query));
  return accepted(await checkPayoutFile(app, id, choice)).data;
}

const exportAs = (id: string, fields = {}) => exportPayoutBatch(app, OPERATOR, id, raw(fields));

test('what a layout lacks is listed for each pay-out, with its field', async () => {
  const whole = { name: 'Asha Rao', payment_data_bank_name: IFSC };
  const { id, payouts } = await draftTo([whole, { name: 'No Ifsc' }, { ...whole, name: '   ·' }]);
  assert.deepEqual(await problems(id), [], 'pain.001 carries all of them');
  assert.deepEqual(
    (await problems(id, ENET)).map(({ trade_id, field, problem }) => [trade_id, field, problem]),
    [
      [
        payouts[1]?.id,
        'payee_ifsc',
        'lacks the payee’s IFSC, which merchants give with the name of the bank',
      ],
      [payouts[2]?.id, 'payee_name', 'has no Latin letters in the payee’s name'],
    ],
  );
});

test('what the paying account lacks is told once, and not of each pay-out', async () => {
  const whole = { name: 'Asha Rao', payment_data_bank_name: IFSC };
  const { id } = await draftTo([whole, whole]);
  const found = await problems(id, { layout: 'union-bank' });
  assert.deepEqual(
    found.filter(({ field }) => field === 'debit_ifsc').map(({ trade_id }) => trade_id),
    [null],
  );
});

test('a batch that its layout cannot carry stays a draft, until what it lacks is put back', async () => {
  const whole = { name: 'Asha Rao', payment_data_bank_name: IFSC };
  const { id, shop, payouts } = await draftTo([whole, { name: 'No Ifsc' }]);
  const refused = refusedWith(await exportAs(id, ENET));
  assert.deepEqual(
    refused.errors?.map(({ field, code }) => [field, code]),
    [['layout', 'not_allowed']],
  );
  const draft = accepted(await getPayoutBatch(app, id));
  assert.deepEqual([draft.state, draft.exported_at, draft.handed_at], ['draft', null, null]);
  const [without] = (await problems(id, ENET)).map(({ merchant_id, trade_id }) => ({
    merchant_id: merchant_id ?? '',
    id: trade_id ?? '',
  }));
  assert.equal(without?.id, payouts[1]?.id);
  const note = 'the layout cannot carry it';
  accepted(await releaseFromPayoutBatch(app, OPERATOR, id, raw({ payouts: [without], note })));
  assert.deepEqual(await problems(id, ENET), []);
  const exported = accepted(await exportAs(id, ENET));
  assert.deepEqual([exported.state, exported.payout_count], ['exported', 1]);
  assert.equal(shop.merchant.merchant_id, payouts[0]?.merchant_id);
});

test('wrong layouts are refused by their field, and nothing is exported', async () => {
  const { id } = await draftTo([{ name: 'Asha Rao' }]);
  for (const [fields, field] of [
    [{ layout: 'no-such' }, 'layout'],
    [{ mapping: '{' }, 'mapping'],
    [{ layout: 'hdfc-enet', mapping: '{}' }, 'mapping'],
    [{ version: '9' }, 'version'],
  ] as const) {
    const refused = refusedWith(await exportAs(id, fields));
    assert.ok(
      refused.errors?.some((error) => error.field === field),
      field,
    );
  }
  assert.equal(accepted(await getPayoutBatch(app, id)).state, 'draft');
});

test('a payee that cannot be decrypted is told of before the export, which is refused', async () => {
  const { id, payouts } = await draftTo([{ name: 'Asha Rao' }, { name: 'Lost Row' }]);
  await scene.sql(app, `update trades set payee = 'x' where trade_id = '${payouts[1]?.id}'`);
  assert.deepEqual(
    (await problems(id)).map(({ trade_id, field }) => [trade_id, field]),
    [[payouts[1]?.id, 'payee']],
  );
  refusedWith(await exportAs(id));
  assert.equal(accepted(await getPayoutBatch(app, id)).state, 'draft');
});

test('exports and additions at the same time: no unchecked pay-out is exported', async () => {
  const whole = { name: 'Asha Rao', payment_data_bank_name: IFSC };
  for (let round = 0; round < 4; round += 1) {
    const { id, shop } = await draftTo([whole]);
    const given = { ...whole, amount_currency: 'INR', type: 'account', number: '50100087654321' };
    const lacking = { ...given, payment_data_bank_name: 'no code', name: 'No Ifsc' };
    const order = { amount_cents: 500, order_id: `late-${scene.newNumber()}`, ...lacking };
    const late = accepted(await scene.payout(app, shop.merchant, order)).trade;
    const payouts = [{ merchant_id: late.merchant_id, id: late.id }];
    await Promise.all([
      takeIntoPayoutBatch(app, OPERATOR, id, raw({ payouts })),
      exportAs(id, ENET),
    ]);
    const batch = accepted(await getPayoutBatch(app, id));
    if (batch.exported_at === null) continue;
    const inside = accepted(await listBatchPayouts(app, id, {})).data;
    assert.ok(!inside.some(({ trade_id, state }) => trade_id === late.id && state === 'sent'));
  }
});

test('the bank can have a batch once its whole file was fetched, and not before', async () => {
  const { id } = await draftTo([{ name: 'Asha Rao' }]);
  assert.equal(accepted(await exportAs(id)).handed_at, null);
  const choice = accepted(chooseFile('xml', {}));
  const beginning = accepted(await getPayoutFile(app, OPERATOR, id, choice, true));
  assert.equal(accepted(await getPayoutBatch(app, id)).handed_at, null, 'only looked at');
  const { content } = accepted(await getPayoutFile(app, OPERATOR, id, choice));
  assert.ok(content.startsWith(beginning.content));
  const { handed_at } = accepted(await getPayoutBatch(app, id));
  assert.notEqual(handed_at, null);
  await getPayoutFile(app, OPERATOR, id, choice);
  assert.equal(accepted(await getPayoutBatch(app, id)).handed_at, handed_at, 'the first time');
});

test('a batch lists its pay-outs with order, payee, masked number and bank', async () => {
  const { id, payouts } = await draftTo([{ name: 'Asha Rao', payment_data_bank_name: IFSC }]);
  const [row] = accepted(await listBatchPayouts(app, id, {})).data;
  assert.deepEqual(
    [row?.order_id, row?.trade_state, row?.type, row?.payee_name, row?.payee_bank],
    [payouts[0]?.order_id, 'processing', 'account', 'Asha Rao', IFSC],
  );
  assert.match(row?.payee_number ?? '', /^501\*+4321$/);
});
