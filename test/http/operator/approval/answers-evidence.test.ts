// A bank's answers are the claim of whoever gives them: above the band of a day one approval of
// somebody else imports the whole file, and nothing of it counts before.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as on from '../../../app/payout/payout-scene.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';
import { type Someone, someone } from './approval-scene.ts';

const opened = cleanup();
let service: OperatorService;
let shop: on.Shop;

before(async () => {
  service = await openOperatorService({ mode: 'live' });
  opened(() => service.stop());
  shop = await on.openShop(service.app, 'EUR');
  // Default bands, but for taking pay-outs: these tests begin after two people have agreed.
  const BANDS = `delete from approval_bands where act <> 'pay_out'`;
  await service.app.store.db.query('', BANDS, []);
  await service.app.store.db.query('', 'update settings_versions set version = version + 1', []);
  await service.app.settings.refresh();
});

const as = ({ authorization }: Someone, method: string, path: string, body?: unknown) =>
  service.ask(method, path, body === undefined ? { authorization } : { authorization, body });

const upload = ({ authorization }: Someone, text: string) =>
  service.ask('POST', '/payout_answers', {
    authorization,
    body: text,
    headers: { 'content-type': 'text/csv' },
  });

/** Pay-outs that were sent, as each was agreed to by two people. */
async function sent(amounts: readonly number[]) {
  const payouts = await on.newPayouts(service.app, shop, 'EUR', amounts);
  const { ids } = await on.exported(service.app, shop, payouts);
  const state = async () =>
    (await Promise.all(payouts.map((one) => on.stateOf(service.app, one)))).map(
      ({ trade }) => trade,
    );
  return { payouts, ids, state };
}

const rejecting = (ids: readonly string[]) =>
  ['end_to_end_id,status,reason', ...ids.map((id) => `${id},rejected,AC04`)].join('\n');

test('below the band rejections count at once, and together only once as much', async () => {
  const ana = await someone(service, 'operator');
  const { ids, state } = await sent([60_000, 60_000]);
  const [first = '', second = ''] = ids;
  const one = await upload(ana, rejecting([first]));
  assert.deepEqual([one.status, one.body.rejected], [200, 1]);
  // Another file of the same day: nobody cuts a claim into pieces.
  const two = await upload(ana, rejecting([second]));
  assert.deepEqual([two.status, two.body.act, two.body.amount_cents], [202, 'evidence', 60_000]);
  assert.deepEqual(await state(), ['failed', 'processing']);
  // The same file again is the same claim.
  assert.equal((await upload(ana, rejecting([first]))).body.known, 1);
});

test('what completes pay-outs needs nobody else: two people agreed to them', async () => {
  const ana = await someone(service, 'operator');
  const { ids, state } = await sent([200_000]);
  const text = `end_to_end_id,status,utr\n${ids[0]},paid,412345678901`;
  assert.equal((await upload(ana, text)).body.paid, 1);
  assert.deepEqual(await state(), ['completed']);
});

test('above the band one approval imports the whole file; it shows what comes back', async () => {
  const [ana, ben] = [await someone(service, 'operator'), await someone(service)];
  const { payouts, ids, state } = await sent([90_000, 150_000, 70_000]);
  const [big, other, paid = ''] = [ids[1] ?? '', ids[0] ?? '', ids[2]];
  const text = `${rejecting([big, other])}\n${paid},accepted,`;
  const proposed = await upload(ana, text);
  assert.deepEqual([proposed.status, proposed.body.amount_cents], [202, 240_000]);
  assert.match(String(proposed.body.note), /3, of which 2 reject pay-outs/);
  assert.deepEqual(await state(), ['processing', 'processing', 'processing']);
  const path = `/approvals/${String(proposed.body.id)}`;
  assert.equal((await upload(ana, text)).body.id, proposed.body.id, 'the same proposal');

  const { body } = await as(ben, 'GET', path);
  const { evidence, trades, code } = Object(body.outcome);
  assert.equal(code, null);
  const [shown] = evidence;
  assert.deepEqual([shown.lines, shown.in_cents, shown.out_cents], [2, 240_000, 0]);
  assert.equal(shown.receiving_account_id, shop.account);
  assert.equal(shown.largest[0].text, `${big} RJCT AC04`);
  assert.deepEqual(
    trades.map((one: { trade_id: string; state_after: string }) => [one.trade_id, one.state_after]),
    [payouts[1], payouts[0]].map((one) => [one?.id, 'failed']),
  );

  const own = await as(ana, 'POST', `${path}/approve`);
  assert.notEqual(own.status, 200, 'nobody approves their own claim');
  const approved = await as(ben, 'POST', `${path}/approve`);
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.deepEqual(await state(), ['failed', 'failed', 'processing']);
  const attempts = await on.stateOf(service.app, payouts[2] ?? assert.fail());
  assert.equal(attempts.attempt, 'accepted');
  const again = await upload(ana, text);
  assert.deepEqual([again.status, again.body.known], [200, 3], 'approved once for ever');
});

test('a pay-out of no account and a whole file count, too', async () => {
  const ana = await someone(service, 'operator');
  const payouts = await on.newPayouts(service.app, shop, 'EUR', [80_000, 80_000]);
  const { batch } = await on.exported(service.app, shop, payouts);
  const whole = on
    .report(batch.message_id, [])
    .replace('<GrpSts>PART</GrpSts>', `<GrpSts>RJCT</GrpSts>${on.reason('FF01')}`);
  const file = await upload(ana, whole);
  assert.deepEqual([file.status, file.body.amount_cents], [202, 160_000]);
  const [by_hand] = await on.newPayouts(service.app, shop, 'EUR', [150_000]);
  const { id, merchant_id } = by_hand ?? assert.fail();
  const taking = { body: { note: 'agreed' } };
  const taken = await service.ask('POST', `/trades/${merchant_id}/${id}/take`, taking);
  assert.equal(taken.status, 200);
  const [name = ''] = await on.idsOf(service.app, [{ merchant_id, id }]);
  const proposed = await upload(ana, rejecting([name]));
  assert.deepEqual([proposed.status, proposed.body.target], [202, 'payouts']);
  const ben = await someone(service);
  const path = `/approvals/${String(proposed.body.id)}`;
  const { evidence } = Object((await as(ben, 'GET', path)).body.outcome);
  assert.deepEqual([evidence[0].receiving_account_id, evidence[0].lines], [null, 1]);
  assert.equal((await as(ben, 'POST', `${path}/approve`)).status, 200);
  const { trade } = await on.stateOf(service.app, { merchant_id, id });
  assert.equal(trade, 'failed');
});
