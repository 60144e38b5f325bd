// Creation of either direction: one order per order_id, frozen terms, exact sums, and the hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rate } from '../../../server/domain/record/merchant.ts';
import { tradeAmounts } from '../../../server/domain/trade/trade-amounts.ts';
import { currencyExponent } from '../../../server/domain/values/currency.ts';
import type { Decimal } from '../../../server/domain/values/decimal.ts';
import {
  accountWith,
  act,
  adjust,
  decimal,
  idOf,
  MERCHANT_ACTOR,
  MINUTE,
  merchantWith,
  payin,
  payout,
  START,
} from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';

function rateOf(trade_currency: string, balance_currency: string, text: string): Rate {
  const rate = decimal(text);
  return { trade_currency, balance_currency, rate, source: 'test', at: START - MINUTE };
}

test('a pay-in is pending with its terms frozen, and tells of it once', () => {
  const on = scene();
  const command = payin({ percent: decimal('1.5'), amount_cents: 10_050n });
  const trade = on.trade(command);
  assert.equal(trade.state, 'pending');
  assert.equal(trade.sequence, 1);
  assert.equal(trade.requested_amount_cents, 10_050n);
  assert.equal(trade.amount_cents, 10_050n);
  assert.equal(trade.fee_cents, 151n, '150.75 rounds half up');
  assert.equal(trade.settlement_amount_cents, 9_899n);
  assert.deepEqual(trade.exchange_rate, decimal('1'));
  assert.equal(trade.rate_source, null);
  assert.equal(trade.expires_at, START + 15 * MINUTE);
  assert.equal(trade.receiving_account_id, accountWith().receiving_account_id);
  assert.equal(trade.exclusive, true);
  assert.equal(trade.final_at, null);
  const [change, ...rest] = on.changes.filter((made) => 'event' in made);
  assert.equal(rest.length, 0);
  assert.equal(change?.event.type, 'deposit.pending');
  assert.deepEqual(change?.event.actor, MERCHANT_ACTOR);
  assert.equal(on.balance('available'), 0n, 'nothing is credited yet');
});

test('a second cancel changes nothing and tells the canceled trade', () => {
  for (const make of [payin, payout]) {
    const on = scene();
    on.run(adjust(20_000n));
    const canceled = on.trade(act(on.trade(make()), 'cancel', { actor: MERCHANT_ACTOR }));
    const before = structuredClone(on.world);
    const again = on.run(act(canceled, 'cancel', { actor: MERCHANT_ACTOR }));
    assert.deepEqual(again, { kind: 'trade', trade: canceled, found: true });
    assert.deepEqual(on.world, before);
  }
});

test('the same order again is the trade as it is now; other content is refused', () => {
  for (const make of [payin, payout]) {
    const on = scene();
    on.run(adjust(20_000n));
    const first = make();
    const trade = on.trade(first);
    const canceled = on.trade(act(trade, 'cancel'));
    const before = structuredClone(on.world);
    const { order_id, fingerprint } = first;
    const again = on.run(make({ order_id, fingerprint }));
    assert.deepEqual(again, { kind: 'trade', trade: canceled, found: true });
    assert.deepEqual(on.world, before);
    const refusal = on.refused(make({ order_id }), 'order_id_taken');
    assert.deepEqual(refusal.extra, { id: trade.trade_id });
    assert.equal(refusal.errors?.[0]?.field, 'order_id');
    const other = make === payin ? payout : payin;
    on.refused(other({ order_id }), 'order_id_taken');
    const elsewhere = merchantWith({}, { merchant_id: idOf(1, 2) });
    assert.equal(on.trade(payin({ order_id, merchant: elsewhere, amount_cents: 7n })).sequence, 1);
  }
});

test('a refused request consumes nothing: its order_id stays free', () => {
  const on = scene();
  const order_id = 'free';
  on.refused(payout({ order_id }), 'insufficient_funds');
  on.refused(payin({ order_id, accounts: [] }), 'no_receiving_account_available');
  on.refused(payin({ order_id, currency: 'USD' }), 'no_exchange_rate');
  on.refused(payout({ order_id, currency: 'USD' }), 'no_exchange_rate');
  assert.equal(on.trade(payin({ order_id })).state, 'pending');
});

test('a rate leads between the currencies and is frozen with its source', () => {
  const on = scene();
  const merchant = merchantWith({}, { balance_currency: 'USD' });
  const rate = rateOf('INR', 'USD', '83.5');
  const trade = on.trade(payin({ merchant, rate, percent: decimal('2') }));
  assert.equal(trade.fee_cents, 200n);
  assert.equal(trade.settlement_amount_cents, 117n, 'floor(9800 / 83.5 = 117.36…)');
  assert.deepEqual(trade.exchange_rate, decimal('83.5'));
  assert.equal(trade.rate_source, 'test');
  assert.equal(trade.rate_at, START - MINUTE);
  // A rate between equal currencies must not be given: it is always 1.
  const same = on.trade(payin({ rate: rateOf('INR', 'INR', '3'), amount_cents: 500n }));
  assert.equal(same.settlement_amount_cents, 500n);
  assert.equal(same.rate_at, null);
  const tiny = rateOf('INR', 'USD', '0.00000001');
  const most = { merchant, rate: tiny, amount_cents: 10n ** 12n };
  on.refused(payin(most), 'amount_out_of_range');
  on.refused(payout(most), 'amount_out_of_range');
});

test('conversion by hand: floor for pay-ins, ceil for pay-outs, exponents adjusted', () => {
  const table: [direction: 'payin' | 'payout', from: string, to: string, string, bigint, bigint][] =
    [
      ['payin', 'INR', 'USD', '83.5', 10_000n, 119n],
      ['payout', 'INR', 'USD', '83.5', 10_000n, 120n],
      ['payin', 'INR', 'USD', '80', 8_000n, 100n],
      ['payout', 'INR', 'USD', '80', 8_000n, 100n],
      ['payin', 'JPY', 'USD', '150', 1_000n, 666n],
      ['payout', 'JPY', 'USD', '150', 1_000n, 667n],
      ['payin', 'USD', 'JPY', '0.0067', 100n, 149n],
      ['payout', 'USD', 'JPY', '0.0067', 100n, 150n],
      ['payin', 'JPY', 'KWD', '490', 1_000n, 2_040n],
      ['payout', 'JPY', 'KWD', '490', 1_000n, 2_041n],
      ['payin', 'KWD', 'JPY', '0.00204', 1_001n, 490n],
      ['payout', 'INR', 'USD', '83.5', 1n, 1n],
      ['payin', 'INR', 'USD', '83.5', 1n, 0n],
    ];
  for (const [direction, currency, settlement_currency, rate, amount, expected] of table) {
    const terms = { direction, currency, settlement_currency, percent: decimal('0') };
    const settled = tradeAmounts({ ...terms, exchange_rate: decimal(rate) }, amount);
    const name = `${direction} ${amount} ${currency} → ${settlement_currency}`;
    assert.equal(settled.settlement_amount_cents, expected, name);
  }
});

test('settlement against exact fractions', () => {
  const currency = fc.constantFrom('INR', 'JPY', 'KWD', 'CLF');
  const direction = fc.constantFrom('payin' as const, 'payout' as const);
  const percent = fc.bigInt({ min: 0n, max: 1_000_000n }).map((digits) => ({ digits, scale: 4 }));
  const rate: fc.Arbitrary<Decimal> = fc
    .record({ digits: fc.bigInt({ min: 1n, max: 10n ** 15n }), scale: fc.nat({ max: 8 }) })
    .filter((value) => value.digits > 0n);
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(direction, currency, currency, percent, rate, amounts, (way, from, to, ...rest) => {
      const [fee_percent, exchange_rate, amount] = rest;
      const terms = { direction: way, currency: from, settlement_currency: to };
      const settled = tradeAmounts({ ...terms, percent: fee_percent, exchange_rate }, amount);
      const { fee_cents: fee, net_amount_cents: net } = settled;
      const twice = 2n * amount * fee_percent.digits;
      assert.ok(2n * fee * 1_000_000n <= twice + 1_000_000n, 'fee is at most a half too much');
      assert.ok(2n * fee * 1_000_000n > twice - 1_000_000n, 'fee is less than a half too little');
      assert.equal(net, way === 'payin' ? amount - fee : amount + fee);
      // settlement × rate, against net, both as integers over one denominator
      const scale = 10n ** BigInt(exchange_rate.scale + (currencyExponent(to) ?? 0));
      const exact = net * scale;
      const unit = exchange_rate.digits * 10n ** BigInt(currencyExponent(from) ?? 0);
      const got = settled.settlement_amount_cents;
      if (way === 'payin') assert.ok(got * unit <= exact && exact < (got + 1n) * unit, 'floor');
      else assert.ok((got - 1n) * unit < exact && exact <= got * unit, 'ceil');
      const off = settled.fx_amount_cents - got;
      assert.ok(way === 'payin' ? off === 0n || off === 1n : off === 0n || off === -1n);
    }),
  );
});

test('a pay-out takes amount and fee on hold, exactly to the last unit', () => {
  const percent = decimal('1.5');
  const on = scene();
  on.run(adjust(10_149n));
  const refusal = on.refused(payout({ percent }), 'insufficient_funds');
  assert.equal(refusal.errors?.[0]?.field, 'amount_cents');
  on.run(adjust(1n));
  const trade = on.trade(payout({ percent }));
  assert.equal(trade.state, 'created');
  assert.equal(trade.fee_cents, 150n);
  assert.equal(trade.settlement_amount_cents, 10_150n);
  assert.equal(trade.receiving_account_id, null);
  assert.equal(trade.expires_at, null);
  assert.equal(on.balance('available'), 0n);
  assert.equal(on.balance('blocked'), 10_150n);
  on.refused(payout({ amount_cents: 1n }), 'insufficient_funds');
  on.refused(adjust(-1n), 'insufficient_funds');
});

test('a hold comes back whole, or becomes amount and fee', () => {
  const percent = decimal('1.5');
  for (const [acts, available, fees, clearing] of [
    [['cancel'], 20_000n, 0n, 0n],
    [['fail'], 20_000n, 0n, 0n],
    [['take', 'fail'], 20_000n, 0n, 0n],
    [['take', 'release', 'cancel'], 20_000n, 0n, 0n],
    [['take', 'complete'], 9_850n, 150n, -10_000n],
    [['take', 'complete', 'dispute'], 9_850n, 150n, -10_000n],
    [['take', 'complete', 'dispute', 'resolve'], 9_850n, 150n, -10_000n],
    [['take', 'complete', 'reverse'], 20_000n, 0n, 0n],
    [['take', 'complete', 'dispute', 'reverse'], 20_000n, 0n, 0n],
  ] as const) {
    const on = scene();
    on.run(adjust(20_000n));
    let trade = on.trade(payout({ percent }));
    for (const name of acts) trade = on.trade(act(trade, name));
    const name = acts.join(' ');
    assert.equal(on.balance('available'), available, name);
    assert.equal(on.balance('blocked'), 0n, name);
    assert.equal(on.balance('fees'), fees, name);
    // The amount that the funding left in clearing, and the amount paid out of it.
    assert.equal(on.balance('clearing:none'), -20_000n - clearing, name);
  }
});

test('a completed pay-out carries the UTR of its payment', () => {
  const on = scene();
  on.run(adjust(20_000n));
  const trade = on.trade(payout());
  on.trade(act(trade, 'take'));
  const refusal = on.refused(act(trade, 'complete', { utr: null }), 'invalid_request');
  assert.equal(refusal.errors?.[0]?.field, 'utr');
  assert.equal(on.now(trade).state, 'processing');
  assert.equal(on.trade(act(trade, 'complete', { utr: 'BANK12345678' })).utr, 'BANK12345678');
});

test('the remainder of a conversion goes to the rounding account', () => {
  const merchant = merchantWith({}, { balance_currency: 'USD' });
  const rate = rateOf('INR', 'USD', '83.5');
  const on = scene();
  const bought = on.trade(payin({ merchant, rate, amount_cents: 9_950n }));
  on.trade(act(bought, 'confirm'));
  assert.equal(on.balance('available', 'USD'), 119n, 'floor of 119.16…');
  assert.equal(on.balance('rounding', 'USD'), 0n, 'nearest is the same');
  const more = on.trade(payin({ merchant, rate, amount_cents: 9_990n }));
  on.trade(act(more, 'confirm'));
  assert.equal(on.balance('available', 'USD'), 238n);
  assert.equal(on.balance('rounding', 'USD'), 1n, '119.64… was floored');
  const sold = on.trade(payout({ merchant, rate, amount_cents: 10_000n }));
  assert.equal(on.balance('blocked', 'USD'), 120n, 'ceil of 119.76…');
  on.trade(act(sold, 'take'));
  on.trade(act(sold, 'complete'));
  assert.equal(on.balance('rounding', 'USD'), 1n);
  const odd = on.trade(payout({ merchant, rate, amount_cents: 9_850n }));
  on.trade(act(odd, 'take'));
  on.trade(act(odd, 'complete'));
  assert.equal(on.balance('available', 'USD'), 0n, 'ceil of 117.96… took the rest');
});
