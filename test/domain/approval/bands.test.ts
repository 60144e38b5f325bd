// Bands: from which amount an act needs a second person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bandFor,
  bandProblem,
  defaultBand,
  hasAmount,
  needsSecond,
} from '../../../server/domain/approval/bands.ts';
import { type Band, bandsOf } from '../../../server/domain/record/band.ts';
import { APPROVAL_ACTS } from '../../../server/domain/record/proposal.ts';
import { SERVICE_MODES } from '../../../server/domain/service/service-mode.ts';
import { CURRENCIES } from '../../../server/domain/values/currency.ts';
import { fc } from '../../support/property.ts';

const band = (act: Band['act'], currency: string | null, from_cents: bigint | null): Band => ({
  act,
  currency,
  from_cents,
});

const SET = [
  band('pay_out', 'INR', 500n),
  band('pay_out', 'USD', null),
  band('refund', null, 0n),
  band('refund', 'INR', null),
  band('tariff', null, 0n),
  band('rate', null, null),
];

test('a second person is needed from the amount of the band on', () => {
  const sandbox = bandsOf('sandbox', SET);
  const live = bandsOf('live', SET);
  const cases = [
    [sandbox, 'pay_out', 'INR', 499n, false],
    [sandbox, 'pay_out', 'INR', 500n, true],
    [sandbox, 'pay_out', 'INR', -500n, true],
    [sandbox, 'pay_out', 'USD', 10n ** 12n, false],
    [sandbox, 'pay_out', 'EUR', 10n ** 12n, false],
    [sandbox, 'refund', 'EUR', 1n, true],
    [sandbox, 'refund', 'INR', 10n ** 12n, false],
    [sandbox, 'tariff', null, null, true],
    [sandbox, 'rate', null, null, false],
    [sandbox, 'bands', null, null, false],
    [live, 'pay_out', 'USD', 10n ** 12n, false],
    [live, 'pay_out', 'EUR', 99_999n, false],
    [live, 'pay_out', 'EUR', 100_000n, true],
    [live, 'adjustment', 'JPY', 100_000n, true],
    [live, 'adjustment', 'KWD', 299_999n, false],
    [live, 'adjustment', 'KWD', 300_000n, true],
    [live, 'rate', null, null, false],
    [live, 'bands', null, null, true],
    [live, 'callback_address', null, null, true],
  ] as const;
  for (const [bands, act, currency, amount, expected] of cases) {
    const name = `${bands.mode} ${act} ${currency} ${amount}`;
    assert.equal(needsSecond(bands, act, currency, amount), expected, name);
  }
});

test('in the sandbox nothing needs two people by default, in live mode everything does from some amount', () => {
  for (const act of APPROVAL_ACTS) {
    for (const currency of hasAmount(act) ? CURRENCIES : [null]) {
      assert.equal(defaultBand('sandbox', { act, currency }), null);
      const from = defaultBand('live', { act, currency });
      assert.ok(from !== null && from <= 300_000n, `${act} ${currency}`);
      assert.equal(from > 0n, hasAmount(act), `${act} ${currency}`);
    }
  }
  assert.equal(defaultBand('live', { act: 'pay_out', currency: 'XXX' }), 0n, 'unknown: always');
});

const amounts = fc.bigInt(-(10n ** 12n), 10n ** 12n);
const someBand = fc.record({
  act: fc.constantFrom(...APPROVAL_ACTS.filter(hasAmount)),
  currency: fc.constantFrom('INR', 'JPY', 'KWD', null),
  from_cents: fc.option(fc.bigInt(0n, 10n ** 12n)),
});
const rowsOf = fc.array(
  someBand.filter((given) => bandProblem(given) === null),
  { maxLength: 12 },
);

test('more money never needs fewer people, and the sign does not matter', () => {
  const property = fc.property(
    fc.constantFrom(...SERVICE_MODES),
    rowsOf,
    fc.constantFrom(...APPROVAL_ACTS.filter(hasAmount)),
    fc.constantFrom('INR', 'JPY', 'KWD'),
    amounts,
    amounts,
    (mode, rows, act, currency, first, second) => {
      const bands = bandsOf(mode, rows);
      const size = (amount: bigint) => (amount < 0n ? -amount : amount);
      const [less, more] = size(first) < size(second) ? [first, second] : [second, first];
      const needs = (amount: bigint) => needsSecond(bands, act, currency, amount);
      assert.ok(!needs(less) || needs(more));
      assert.equal(needs(less), needs(-less));
      const from = bandFor(bands, { act, currency });
      assert.equal(needs(more), from !== null && size(more) >= from);
    },
  );
  fc.assert(property, { numRuns: 2_000 });
});

test('a band of one act and currency changes no other', () => {
  const property = fc.property(rowsOf, someBand, amounts, (rows, added, amount) => {
    fc.pre(added.currency !== null && bandProblem(added) === null);
    const [before, after] = [bandsOf('live', rows), bandsOf('live', [...rows, added])];
    for (const act of APPROVAL_ACTS.filter(hasAmount)) {
      for (const currency of ['INR', 'JPY', 'KWD', 'EUR']) {
        if (act === added.act && currency === added.currency) continue;
        const [was, is] = [before, after].map((bands) => needsSecond(bands, act, currency, amount));
        assert.equal(is, was, `${act} ${currency}`);
      }
    }
  });
  fc.assert(property, { numRuns: 500 });
});

test('a band that says nothing sensible is refused', () => {
  const cases = [
    [band('pay_out', 'INR', -1n), 'must not be negative'],
    [band('pay_out', null, 5n), 'must be 0 or null without a currency: amounts differ by currency'],
    [band('tariff', 'INR', 0n), 'has no amount, and so no currency'],
    [band('tariff', null, 5n), 'has no amount: must be 0 or null'],
    [band('tariff', null, 0n), null],
    [band('pay_out', null, null), null],
    [band('pay_out', 'INR', 7n), null],
  ] as const;
  for (const [given, problem] of cases) assert.equal(bandProblem(given), problem);
});
