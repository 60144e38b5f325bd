// People's decisions about bank lines: where the money goes, what is refused, and the effect of an
// undo.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Review } from '../../../server/domain/batch/command.ts';
import { HOUSE_BOOK } from '../../../server/domain/ledger/ledger.ts';
import type { BankLine, LineStatus } from '../../../server/domain/record/bank-line.ts';
import {
  act,
  claim,
  DAY,
  HOUSE,
  idOf,
  lineWith,
  MINUTE,
  merchantWith,
  partsOf,
  payin,
  rematch,
  review,
  sendBack,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';

const ACCOUNT = idOf(2, 1);
const MERCHANT = merchantWith().merchant_id;
const UTR = 'CLAIMED12345';

function waiting(on: DomainScene, fields: Partial<BankLine> = {}): BankLine {
  const { line, outcome } = on.line(take(lineWith({ received_at: on.world.now, ...fields })));
  assert.equal(outcome.status, 'suspense');
  return line;
}

const house = (on: DomainScene, account: string) => on.balance(account, 'INR', HOUSE_BOOK);
const suspense = (on: DomainScene) => house(on, `suspense:${ACCOUNT}`);
const due = (on: DomainScene, merchant = MERCHANT) => house(on, `due:${merchant}:${ACCOUNT}`);
const statusOf = (on: DomainScene, line: BankLine) =>
  on.world.lines.get(line.bank_line_id)?.outcome.status;

const assign = (trade: { merchant_id: string; trade_id: string }): Review => ({
  act: 'assign',
  merchant_id: trade.merchant_id,
  trade_id: trade.trade_id,
});
const UNDO: Review = { act: 'undo', reverse: false };

suite('assign', () => {
  test('exact money completes an open pay-in, whenever the bank booked it', () => {
    const on = scene();
    const line = waiting(on, { booked_at: on.world.now - 30 * DAY });
    const trade = on.trade(payin());
    const { outcome } = on.line(review(line, assign(trade)));
    assert.deepEqual([outcome.status, outcome.reason], ['matched', 'assigned']);
    assert.equal(on.now(trade).state, 'completed');
    assert.equal(on.balance('available'), 10_000n);
    assert.equal(suspense(on), 0n);
    assert.equal(due(on), 10_000n);
  });

  test('another amount is a decision that waits, as with every line', () => {
    const on = scene();
    const trade = on.trade(payin());
    const line = waiting(on, { amount_cents: 9_000n });
    on.line(review(line, assign(trade)));
    const after = on.now(trade);
    assert.deepEqual([after.state, after.state_reason], ['verifying', 'amount_mismatch']);
    assert.equal(after.received_amount_cents, 9_000n);
    on.trade(act(trade, 'confirm'));
    assert.equal(on.balance('available'), 9_000n);
  });

  test('after a cancel it is verifying, and a person confirms', () => {
    const on = scene();
    const trade = on.trade(payin());
    on.trade(act(trade, 'cancel'));
    const line = waiting(on, { booked_at: on.world.now - 30 * DAY });
    on.line(review(line, assign(trade)));
    assert.equal(on.now(trade).state_reason, 'paid_after_cancel');
  });

  test('the pay-in goes to the account that the payer used', () => {
    const on = scene();
    const trade = on.trade(payin());
    const other = idOf(2, 7);
    const line = waiting(on, { receiving_account_id: other });
    on.line(review(line, assign(trade)));
    assert.equal(on.now(trade).receiving_account_id, other);
    assert.equal(on.balance(`clearing:${other}`), -10_000n);
    assert.equal(house(on, `due:${MERCHANT}:${other}`), 10_000n);
  });

  test('is refused where it cannot be', () => {
    const on = scene();
    const paid = on.trade(payin());
    on.line(take(lineWith()));
    const [elsewhere, second] = [waiting(on, { receiving_account_id: idOf(2, 7) }), waiting(on)];
    on.refused(review(second, assign(paid)), 'act_not_allowed');
    on.refused(review(second, assign({ ...paid, trade_id: idOf(9, 9) })), 'invalid_request');
    on.refused(review(second, assign({ ...paid, merchant_id: idOf(9, 9) })), 'invalid_request');
    const euros = on.trade(payin({ currency: 'EUR', rate: null, merchant: EUR_SHOP }));
    on.refused(review(second, assign(euros)), 'invalid_request');
    const failed = on.trade(claim(on.trade(payin({ amount_cents: 5n })), UTR));
    on.trade(act(failed, 'fail'));
    on.refused(review(second, assign(failed)), 'act_not_allowed');
    const confirmed = on.trade(act(on.trade(payin()), 'confirm'));
    on.refused(review(elsewhere, assign(confirmed)), 'invalid_request');
    const late = on.trade(payin({ amount_cents: 77n }));
    on.wait(15 * MINUTE);
    on.trade(act(late, 'expire'));
    on.wait(6 * DAY);
    const received_at = on.world.now;
    const paid_late = waiting(on, { received_at });
    on.refused(review(paid_late, assign(late)), 'act_not_allowed');
    on.refused(review(lineWith(), assign(late)), 'not_found');
  });
});

const EUR_SHOP = merchantWith({}, { merchant_id: idOf(1, 5), balance_currency: 'EUR' });

suite('fee and own transfer', () => {
  const table = [
    ['fee', -50n, `costs:${ACCOUNT}`],
    ['fee', 7n, `costs:${ACCOUNT}`],
    ['own_transfer', -900n, 'transit'],
    ['own_transfer', 900n, 'transit'],
  ] as const;
  for (const [name, amount_cents, account] of table) {
    test(`${name} of ${amount_cents}, and undone`, () => {
      const on = scene();
      const line = waiting(on, { amount_cents });
      const { outcome } = on.line(review(line, { act: name }));
      assert.equal(outcome.status, name satisfies LineStatus);
      assert.deepEqual([suspense(on), house(on, account)], [0n, amount_cents]);
      on.refused(review(line, { act: name }), 'act_not_allowed');
      const undone = on.line(review(line, UNDO));
      assert.deepEqual([undone.outcome.status, undone.outcome.reason], ['suspense', 'undone']);
      assert.deepEqual([suspense(on), house(on, account)], [amount_cents, 0n]);
      on.refused(review(line, UNDO), 'act_not_allowed');
    });
  }

  test('both legs of an own transfer meet', () => {
    const on = scene();
    const legs = [
      waiting(on, { amount_cents: -900n }),
      waiting(on, { amount_cents: 900n, receiving_account_id: idOf(2, 7) }),
    ];
    for (const line of legs) on.line(review(line, { act: 'own_transfer' }));
    assert.equal(house(on, 'transit'), 0n);
  });
});

suite('split', () => {
  test('its parts find their pay-ins by the rules', () => {
    const on = scene();
    const [one, two] = [
      on.trade(payin({ amount_cents: 60n })),
      on.trade(payin({ amount_cents: 40n })),
    ];
    for (const trade of [one, two]) on.trade(claim(trade, UTR));
    const line = waiting(on, { amount_cents: 100n, utr: UTR });
    const split = partsOf(60n, 40n);
    assert.equal(on.line(review(line, split)).outcome.status, 'split');
    for (const part of split.parts) {
      const record = on.world.lines.get(part.bank_line_id);
      assert.ok(record);
      assert.equal(record.line.parent_line_id, line.bank_line_id);
      on.line(rematch(record.line));
    }
    assert.deepEqual(
      [one, two].map((trade) => on.now(trade).state),
      ['completed', 'completed'],
    );
    assert.equal(suspense(on), 0n);
    assert.equal(due(on), 100n);
    assert.equal(house(on, `bank:${ACCOUNT}`), -100n);
    on.refused(review(line, UNDO), 'act_not_allowed');
  });

  test('undone, its money is whole again and its parts count for nothing', () => {
    const on = scene();
    const line = waiting(on, { amount_cents: 100n });
    const split = partsOf(60n, 40n);
    on.line(review(line, split));
    assert.equal(suspense(on), 100n);
    const [first] = split.parts;
    const part = on.world.lines.get(first?.bank_line_id ?? '')?.line;
    assert.ok(part);
    on.line(review(part, { act: 'fee' }));
    on.refused(review(line, UNDO), 'act_not_allowed');
    on.line(review(part, UNDO));
    assert.equal(on.line(review(line, UNDO)).outcome.status, 'suspense');
    assert.equal(statusOf(on, part), 'withdrawn');
    on.refused(review(part, { act: 'fee' }), 'act_not_allowed');
    on.refused(review(part, UNDO), 'act_not_allowed');
    on.line(review(line, partsOf(50n, 50n)));
    on.line(review(line, UNDO));
    assert.equal(suspense(on), 100n);
  });

  test('amounts that are not the line are refused', () => {
    const on = scene();
    const line = waiting(on, { amount_cents: 100n });
    const wrong = [[100n], [50n, 40n], [150n, -50n], [100n, 0n], []];
    for (const amounts of wrong) {
      on.refused(review(line, partsOf(...amounts)), 'invalid_request');
    }
    const out = waiting(on, { amount_cents: -100n });
    on.refused(review(out, partsOf(60n, 40n)), 'invalid_request');
    assert.equal(on.line(review(out, partsOf(-60n, -40n))).outcome.status, 'split');
  });
});

suite('return to sender', () => {
  test('makes a pay-out of the house with its hold, and undoing takes all of it back', () => {
    const on = scene();
    const line = waiting(on);
    const { outcome } = on.line(review(line, sendBack(line)));
    assert.deepEqual([outcome.status, outcome.merchant_id], ['returned', HOUSE.merchant_id]);
    const trade = on.world.trades.get(outcome.trade_id ?? '');
    assert.ok(trade);
    assert.deepEqual([trade.state, trade.amount_cents, trade.fee_cents], ['created', 10_000n, 0n]);
    const money = () => [
      on.balance('available', 'INR', HOUSE.merchant_id),
      on.balance('blocked', 'INR', HOUSE.merchant_id),
      on.balance(`clearing:${ACCOUNT}`, 'INR', HOUSE.merchant_id),
      suspense(on),
      due(on, HOUSE.merchant_id),
    ];
    assert.deepEqual(money(), [0n, 10_000n, -10_000n, 0n, 10_000n]);
    on.line(review(line, UNDO));
    assert.equal(on.now(trade).state, 'canceled');
    assert.deepEqual(money(), [0n, 0n, 0n, 10_000n, 0n]);
    // A new try is a new pay-out.
    const again = on.line(review(line, sendBack(line)));
    assert.notEqual(again.outcome.trade_id, trade.trade_id);
  });

  test('is not undone once the money may have left', () => {
    const on = scene();
    const line = waiting(on);
    const { outcome } = on.line(review(line, sendBack(line)));
    const trade = on.world.trades.get(outcome.trade_id ?? '');
    assert.ok(trade);
    on.trade(act(trade, 'take'));
    on.refused(review(line, UNDO), 'act_not_allowed');
  });

  test('money that went out is not sent back', () => {
    const on = scene();
    const line = waiting(on, { amount_cents: -5n });
    on.refused(review(line, sendBack(line)), 'invalid_request');
  });
});

test('a decision is noted with who and why, and done once', () => {
  const on = scene();
  const line = waiting(on);
  const command = review(line, { act: 'fee' });
  const first = on.line(command);
  const [noted] = [...on.world.line_acts.values()];
  assert.deepEqual(
    [noted?.act, noted?.from_status, noted?.to_status, noted?.note, noted?.actor.role],
    ['fee', 'suspense', 'fee', 'seen by a person', 'operator'],
  );
  const before = structuredClone(on.world);
  assert.deepEqual(on.run(command), { kind: 'line', record: first, found: true });
  assert.deepEqual(on.world, before);
});
