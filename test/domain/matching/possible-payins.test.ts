// The pay-ins that a line with another amount may be for: what counts, what does not, in which
// order.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  isMistyped,
  mistypedAmounts,
  type PossibleEvidence,
  possiblePayins,
} from '../../../server/domain/matching/possible-payins.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import { DAY, idOf, lineWith, MINUTE, payin } from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';

const ASKED = 250_777n;

function found(line: Partial<BankLine>, trade: Partial<Trade> = {}, asked = ASKED) {
  const on = scene();
  const made = on.trade(payin({ amount_cents: asked }));
  const booked_at = on.world.now + MINUTE;
  const given = { ...made, ...trade };
  return possiblePayins([given], lineWith({ booked_at, booked_exactly: true, ...line }))[0];
}

const CASES: readonly [string, Partial<BankLine>, Partial<Trade>, PossibleEvidence[], bigint][] = [
  ['charges on the way', { amount_cents: 250_000n }, {}, ['amount_close', 'time', 'open'], -777n],
  ['a little too much', { amount_cents: 260_777n }, {}, ['amount_close', 'time', 'open'], 10_000n],
  ['digits exchanged', { amount_cents: 520_777n }, {}, ['amount_digits', 'time', 'open'], 270_000n],
  [
    'a zero too many',
    { amount_cents: 2_507_770n },
    {},
    ['amount_digits', 'time', 'open'],
    2_256_993n,
  ],
  ['half of it', { amount_cents: 125_000n }, {}, ['time', 'open'], -125_777n],
  [
    'a UTR with one wrong digit',
    { amount_cents: 100n, utr: '412345678901' },
    { utr: '412345678911' },
    ['utr_similar', 'time', 'open'],
    -250_677n,
  ],
  [
    'a UTR with two digits exchanged',
    { amount_cents: 100n, utr: '412345678901' },
    { utr: '412354678901' },
    ['utr_similar', 'time', 'open'],
    -250_677n,
  ],
  [
    'the merchant’s order id in the text',
    { amount_cents: 100n, text: 'IMPS/Shop-4711/ASHA' },
    { order_id: 'shop-4711' },
    ['order_id', 'time', 'open'],
    -250_677n,
  ],
  [
    'what is still missing of a pay-in in parts',
    { amount_cents: 100_000n },
    { received_amount_cents: 150_777n },
    ['amount', 'time', 'open'],
    0n,
  ],
];

suite('a pay-in that a line may be for', () => {
  for (const [name, line, trade, evidence, difference] of CASES) {
    test(name, () => {
      const possible = found(line, trade);
      assert.deepEqual(possible?.evidence, evidence);
      assert.equal(possible?.difference_cents, difference);
    });
  }

  test('its reference in the text counts more than a near amount', () => {
    const on = scene();
    const [named, near] = [5_000n, 1_000n].map((amount_cents) => on.trade(payin({ amount_cents })));
    assert.ok(named !== undefined && near !== undefined);
    const text = `FROM ASHA ${referenceOf(named.trade_id)}`;
    const line = lineWith({ amount_cents: 999n, text, booked_at: on.world.now + MINUTE });
    const order = possiblePayins([near, named], line).map(({ trade }) => trade.trade_id);
    assert.deepEqual(order, [named.trade_id, near.trade_id]);
  });

  test('of equal ones the smaller difference comes first', () => {
    const on = scene();
    const trades = [900n, 500n, 700n].map((amount_cents) => on.trade(payin({ amount_cents })));
    const line = lineWith({ amount_cents: 100n, booked_at: on.world.now + MINUTE });
    const order = possiblePayins(trades, line).map(({ trade }) => trade.amount_cents);
    assert.deepEqual(order, [500n, 700n, 900n]);
  });
});

suite('no pay-in for a line is', () => {
  const near = { amount_cents: ASKED - 5n };
  const never: readonly [string, Partial<BankLine>, Partial<Trade>][] = [
    ['one of another account', { ...near, receiving_account_id: idOf(2, 9) }, {}],
    ['one that was made after the money came', { ...near, booked_at: 0 }, {}],
    ['one that failed', near, { state: 'failed' }],
    ['a pay-out', near, { direction: 'payout' }],
    ['one that is paid', near, { state: 'completed', received_amount_cents: ASKED }],
  ];
  for (const [name, line, trade] of never) {
    test(name, () => assert.equal(found(line, trade), undefined));
  }

  test('one whose state alone speaks for it', () => {
    const on = scene();
    const made = { ...on.trade(payin({ amount_cents: ASKED })), utr: null };
    const verifying = { ...made, state: 'verifying' as const, state_reason: null };
    const line = lineWith({ amount_cents: 5n, booked_at: on.world.now + 4 * DAY });
    assert.deepEqual(possiblePayins([verifying], line), []);
  });
});

test('mistyped amounts are positive, others than the amount, and the slip leads back', () => {
  const property = fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), (amount) => {
    for (const other of mistypedAmounts(amount)) {
      assert.ok(other > 0n && other !== amount);
      // An exchange that moved a zero to the front has lost it.
      const is_shorter = other.toString().length < amount.toString().length;
      if (!is_shorter) assert.ok(mistypedAmounts(other).includes(amount), `${amount} ${other}`);
    }
  });
  fc.assert(property);
});

test('a UTR is mistyped by one character or one exchange, and no more', () => {
  assert.ok(isMistyped('AB12', 'AB13'));
  assert.ok(isMistyped('AB12', 'BA12'));
  for (const other of ['AB12', 'AB1', 'AB123', 'AC13', '1BA2']) {
    assert.ok(!isMistyped('AB12', other), other);
  }
});
