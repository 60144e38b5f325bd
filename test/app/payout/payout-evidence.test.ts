// Banks' messages about pay-outs, in answers and on statements: they complete, fail and reverse
// pay-outs, in whatever order they arrive.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { rematchLines } from '../../../server/app/line/rematch-lines.ts';
import { getPayoutBatch } from '../../../server/app/payout/read-payout-batches.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
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
after(async () => {
  assert.deepEqual((await verifyBooks(app)).problems, []);
  await service.stop();
});

describe('what the bank answers', () => {
  test('completes, fails and leaves open; the same file again changes nothing', async () => {
    const shop = await on.openShop(app, 'AZN');
    const payouts = await on.newPayouts(app, shop, 'AZN', Array(4).fill(100));
    const { batch, ids } = await on.exported(app, shop, payouts);
    const [paid = '', rejected = '', copy = '', accepted_only = ''] = ids;
    const text = on.report(batch.message_id, [
      on.tx(paid, 'ACSC', '<ClrSysRef>CLEAR-0001-XYZ</ClrSysRef>'),
      on.tx(rejected, 'RJCT', on.reason('AC04', 'Closed account')),
      on.tx(copy, 'RJCT', on.reason('DU04')),
      on.tx(accepted_only, 'ACSP'),
      on.tx('P000000000000000', 'ACSC'),
    ]);
    const result = accepted(await on.answer(app, text));
    assert.deepEqual(
      {
        paid: result.paid,
        rejected: result.rejected,
        noted: result.noted,
        lost: result.unknown_id,
      },
      { paid: 1, rejected: 1, noted: 2, lost: 1 },
    );
    const states = await Promise.all(payouts.map((payout) => on.stateOf(app, payout)));
    assert.deepEqual(states, [
      { trade: 'completed', reason: null, attempt: 'paid' },
      { trade: 'failed', reason: 'beneficiary_rejected', attempt: 'rejected' },
      { trade: 'processing', reason: null, attempt: 'unknown' },
      { trade: 'processing', reason: null, attempt: 'accepted' },
    ]);
    assert.deepEqual(await on.balanceOf(app, shop.merchant.merchant_id), {
      available: 999_700,
      blocked: 200,
    });
    const again = accepted(await on.answer(app, text));
    assert.deepEqual([again.known, again.paid, again.rejected, again.noted], [4, 0, 0, 0]);
    assert.equal(accepted(await getPayoutBatch(app, batch.id)).state, 'answered');
    const conflict = accepted(
      await on.answer(app, on.report(batch.message_id, [on.tx(paid, 'RJCT', on.reason('AC04'))])),
    );
    assert.equal(conflict.conflict, 1);
    assert.equal((await on.stateOf(app, payouts[0] ?? assert.fail())).trade, 'completed');
  });

  test('about a whole file is about each of its payments', async () => {
    const shop = await on.openShop(app, 'BAM');
    const payouts = [
      await on.newPayout(app, shop, 'BAM', 100),
      await on.newPayout(app, shop, 'BAM', 200),
    ];
    const { batch } = await on.exported(app, shop, payouts);
    const rejected = (more: string) =>
      on
        .report(batch.message_id, [])
        .replace('<GrpSts>PART</GrpSts>', `<GrpSts>RJCT</GrpSts>${more}`);
    accepted(await on.answer(app, rejected('')));
    const states = async () =>
      (await Promise.all(payouts.map((one) => on.stateOf(app, one)))).map(({ trade }) => trade);
    // Without a reason, the rejection may be for a second upload.
    assert.deepEqual(await states(), ['processing', 'processing']);
    const result = accepted(await on.answer(app, rejected(on.reason('FF01'))));
    assert.equal(result.rejected, 2);
    assert.deepEqual(await states(), ['failed', 'failed']);
    assert.equal(accepted(await getPayoutBatch(app, batch.id)).state, 'closed');
  });

  test('a file that is rejected after its payments were accepted fails none of them', async () => {
    const shop = await on.openShop(app, 'BDT');
    const payout = await on.newPayout(app, shop, 'BDT', 100);
    const { batch, ids } = await on.exported(app, shop, [payout]);
    accepted(await on.answer(app, on.report(batch.message_id, [on.tx(ids[0] ?? '', 'ACSP')])));
    const rejected = on
      .report(batch.message_id, [])
      .replace('<GrpSts>PART</GrpSts>', `<GrpSts>RJCT</GrpSts>${on.reason('NARR')}`);
    const first = accepted(await on.answer(app, rejected));
    assert.deepEqual([first.conflict, first.rejected], [1, 0]);
    const again = accepted(await on.answer(app, rejected));
    assert.deepEqual([again.known, again.rejected], [1, 0]);
    assert.deepEqual(await on.stateOf(app, payout), {
      trade: 'processing',
      reason: null,
      attempt: 'accepted',
    });
  });

  test('comes as CSV, too; a broken file changes nothing', async () => {
    const shop = await on.openShop(app, 'BBD');
    const payouts = [
      await on.newPayout(app, shop, 'BBD', 100),
      await on.newPayout(app, shop, 'BBD', 200),
    ];
    const { ids } = await on.exported(app, shop, payouts);
    const head = '\uFEFFend_to_end_id,status,utr,reason,text\r\n';
    const good = `${head}${ids[0]},paid,UTR 123 456 789,,\r\n`;
    const broken = refusedWith(await on.answer(app, `${good}${ids[1]},perhaps,,,\r\n`));
    assert.equal(broken.code, 'statement_invalid');
    assert.match(broken.detail, /Line 3: status/);
    assert.equal((await on.stateOf(app, payouts[0] ?? assert.fail())).trade, 'processing');
    accepted(await on.answer(app, `${good}${ids[1]},rejected,,ac04,"Closed, says the bank"\r\n`));
    const states = await Promise.all(payouts.map((one) => on.stateOf(app, one)));
    assert.deepEqual(
      states.map(({ trade }) => trade),
      ['completed', 'failed'],
    );
    const cut = on.report('B000000000000000', [on.tx(ids[1] ?? '', 'ACSP')]).slice(0, -30);
    assert.match(refusedWith(await on.answer(app, cut)).detail, /Nothing was imported/);
    assert.match(refusedWith(await on.answer(app, '<Document/>')).detail, /no pain\.002/);
  });
});

describe('bank lines', () => {
  test('complete what they name, and take it back when they return', async () => {
    const shop = await on.openShop(app, 'BDT');
    const payout = await on.newPayout(app, shop, 'BDT', 1_000);
    const { ids, batch } = await on.exported(app, shop, [payout]);
    const text = `NEFT DR ${ids[0]?.slice(0, 7)} ${ids[0]?.slice(7)} PAYEE`;
    const [debit] = await scene.feed(app, shop.account, [
      { amount_cents: -1_000, utr: 'DEBIT0001234', text },
    ]);
    assert.deepEqual([debit?.status, debit?.reason], ['matched', 'payout_reference']);
    assert.equal((await on.stateOf(app, payout)).trade, 'completed');
    assert.deepEqual(await on.balanceOf(app, shop.merchant.merchant_id), {
      available: 999_000,
      blocked: 0,
    });
    const [back] = await scene.feed(app, shop.account, [
      { amount_cents: 1_000, text: `RETURN AC04 ${ids[0]}` },
    ]);
    assert.deepEqual([back?.status, back?.reason], ['matched', 'payout_returned']);
    assert.deepEqual(await on.stateOf(app, payout), {
      trade: 'reversed',
      reason: 'bank_returned',
      attempt: 'returned',
    });
    assert.deepEqual(await on.balanceOf(app, shop.merchant.merchant_id), {
      available: 1_000_000,
      blocked: 0,
    });
    assert.equal(accepted(await getPayoutBatch(app, batch.id)).state, 'closed');
  });

  test('that come in the wrong order are put together afterwards', async () => {
    const shop = await on.openShop(app, 'BTN');
    const payout = await on.newPayout(app, shop, 'BTN', 700);
    const { ids } = await on.exported(app, shop, [payout]);
    const utr = 'SAMEUTR00001';
    const [back] = await scene.feed(app, shop.account, [
      { amount_cents: 700, text: `RETURN ${ids[0]}`, utr },
    ]);
    assert.deepEqual([back?.status, back?.reason], ['suspense', 'payout_returned_early']);
    await scene.feed(app, shop.account, [{ amount_cents: -700, text: `PAY ${ids[0]}`, utr }]);
    assert.equal((await on.stateOf(app, payout)).trade, 'completed');
    await rematchLines(app);
    assert.equal((await on.stateOf(app, payout)).trade, 'reversed');
  });

  test('without an id decide where amount and time fit one pay-out only', async () => {
    const shop = await on.openShop(app, 'BHD');
    const alone = await on.newPayout(app, shop, 'BHD', 111);
    const twins = [
      await on.newPayout(app, shop, 'BHD', 222),
      await on.newPayout(app, shop, 'BHD', 222),
    ];
    await on.exported(app, shop, [alone, ...twins]);
    const lines = await scene.feed(app, shop.account, [
      { amount_cents: -111, text: 'TRANSFER' },
      { amount_cents: -222, text: 'TRANSFER' },
      { amount_cents: -333, text: 'OTHER' },
    ]);
    assert.deepEqual(
      lines.map(({ reason }) => reason),
      ['payout_amount_time', 'several_candidates', 'outgoing'],
    );
    const trade = await app.store.reads.trade({
      merchant_id: alone.merchant_id,
      trade_id: alone.id,
    });
    assert.deepEqual([trade?.state, trade?.utr], ['completed', null]);
  });

  test('of a pay-out that a person has paid are counted to it, whichever comes first', async () => {
    const shop = await on.openShop(app, 'BIF');
    const pay = async (utr: string) => {
      const payout = await on.newPayout(app, shop, 'BIF', 500);
      const act = (name: 'take' | 'complete', fields: object) =>
        actOnTrade(app, OPERATOR, payout.merchant_id, payout.id, name, raw({ ...fields }));
      accepted(await act('take', {}));
      return { payout, complete: () => act('complete', { utr }) };
    };
    const first = await pay('BYHAND000001');
    accepted(await first.complete());
    const [line] = await scene.feed(app, shop.account, [
      { amount_cents: -500, utr: 'BYHAND000001' },
    ]);
    assert.deepEqual([line?.reason, line?.trade_id], ['payout_utr', first.payout.id]);
    const second = await pay('BYHAND000002');
    const [early] = await scene.feed(app, shop.account, [
      { amount_cents: -500, utr: 'BYHAND000002' },
    ]);
    assert.equal(early?.reason, 'outgoing');
    accepted(await second.complete());
    assert.ok((await rematchLines(app)) >= 1);
    const clearing = await scene.sql<{ account: string; balance_cents: bigint }>(
      app,
      `select account, balance_cents from ledger_accounts where balance_cents <> 0
       and merchant_id = '${shop.merchant.merchant_id}' and account like 'clearing:%' order by 1`,
    );
    assert.deepEqual(
      clearing.map(({ account, balance_cents }) => [account, balance_cents]),
      [
        [`clearing:${shop.account}`, 1_000n],
        ['clearing:none', -1_000_000n],
      ],
    );
  });

  test('with another amount wait for a person', async () => {
    const shop = await on.openShop(app, 'BMD');
    const payout = await on.newPayout(app, shop, 'BMD', 900);
    const { ids } = await on.exported(app, shop, [payout]);
    const [line] = await scene.feed(app, shop.account, [{ amount_cents: -910, text: `${ids[0]}` }]);
    assert.deepEqual([line?.status, line?.reason], ['suspense', 'payout_amount_mismatch']);
    assert.equal((await on.stateOf(app, payout)).trade, 'processing');
  });
});
