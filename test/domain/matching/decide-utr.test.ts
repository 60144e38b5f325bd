// Attaching a UTR: it is a claim and never a proof, can be replaced three times and up to five days
// late, and belongs to one trade per transfer.
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { Trade } from '../../../server/domain/record/trade.ts';
import {
  accountWith,
  act,
  adjust,
  claim,
  DAY,
  HOUR,
  idOf,
  lineWith,
  MERCHANT_ACTOR,
  MINUTE,
  merchantWith,
  payin,
  payout,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';

const UTR = 'CLAIMED12345';

function expired(on: DomainScene): Trade {
  const trade = on.trade(payin());
  on.wait(15 * MINUTE);
  return on.trade(act(trade, 'expire'));
}

test('a claim stops the timer and is no money', () => {
  const on = scene();
  const trade = on.trade(claim(on.trade(payin()), UTR));
  assert.equal(trade.state, 'verifying');
  assert.equal(trade.state_reason, null);
  assert.equal(trade.utr, UTR);
  assert.equal(trade.received_amount_cents, 0n);
  assert.equal(trade.closed_at, null);
  assert.equal(on.balance('available'), 0n);
});

test('the same UTR again changes nothing, also when it has completed the pay-in', () => {
  const on = scene();
  const trade = on.trade(claim(on.trade(payin()), UTR));
  const before = structuredClone(on.world);
  assert.deepEqual(on.run(claim(trade, UTR)), { kind: 'trade', trade, found: true });
  assert.deepEqual(on.world, before);
  on.line(take(lineWith({ utr: UTR })));
  const completed = on.now(trade);
  assert.equal(completed.state, 'completed');
  assert.deepEqual(on.run(claim(trade, UTR)), { kind: 'trade', trade: completed, found: true });
});

test('a UTR is replaced up to three times, and what was replaced no longer speaks', () => {
  const on = scene();
  const trade = on.trade(payin());
  for (const digit of [0, 1, 2, 3]) {
    const claimed = on.trade(claim(trade, `UTRNUMBER00${digit}`));
    assert.equal(claimed.utr, `UTRNUMBER00${digit}`);
    assert.equal(claimed.utr_claims, digit + 1);
  }
  on.refused(claim(trade, 'UTRNUMBER004'), 'utr_change_limit');
  assert.equal(on.trade(claim(trade, 'UTRNUMBER003')).utr_claims, 4);
  const held = [...on.world.claims].filter(([, claims]) => claims.length > 0);
  assert.deepEqual(
    held.map(([utr]) => utr),
    ['UTRNUMBER003'],
  );
  const old = on.line(take(lineWith({ utr: 'UTRNUMBER000', amount_cents: 1n })));
  assert.equal(old.outcome.reason, 'no_candidate');
});

test('UPI wants exactly 12 digits', () => {
  const on = scene();
  const trade = on.trade(payin({ type: 'upi' }));
  for (const utr of ['12345678901', '1234567890123', '12345678901A', 'HDFC0123456789AB']) {
    const refusal = on.refused(claim(trade, utr), 'invalid_request');
    assert.equal(refusal.errors?.[0]?.field, 'utr');
  }
  assert.equal(on.trade(claim(trade, '412345678901')).state, 'verifying');
});

test('late: verifying for 5 days after the end, then refused', () => {
  for (const [late_ms, in_time] of [
    [0, true],
    [5 * DAY, true],
    [5 * DAY + 1, false],
  ] as const) {
    const on = scene();
    const trade = expired(on);
    on.wait(late_ms);
    if (!in_time) {
      on.refused(claim(trade, UTR), 'utr_too_late');
      continue;
    }
    const claimed = on.trade(claim(trade, UTR));
    assert.equal(claimed.state, 'verifying');
    assert.equal(claimed.state_reason, 'paid_late');
    assert.equal(claimed.final_at, null);
    assert.equal(claimed.closed_at, trade.closed_at, 'it keeps being judged by its end');
  }
});

test('never on a pay-out, not even its own UTR again', () => {
  const on = scene();
  on.run(adjust(20_000n));
  const trade = on.trade(payout());
  on.refused(claim(trade, UTR), 'act_not_allowed');
  on.trade(act(trade, 'take'));
  on.trade(act(trade, 'complete', { utr: UTR }));
  on.refused(claim(trade, UTR), 'act_not_allowed');
});

test('a transfer that has paid one order pays no other', () => {
  const on = scene();
  const paid = on.trade(payin());
  on.line(take(lineWith({ utr: UTR })));
  assert.equal(on.now(paid).state, 'completed');
  const accounts = [accountWith({ receiving_account_id: idOf(2, 9) })];
  for (const other of [payin({ amount_cents: 77n }), payin({ accounts })]) {
    const refusal = on.refused(claim(on.trade(other), UTR), 'utr_already_used');
    assert.equal(refusal.errors?.[0]?.field, 'utr');
  }
});

test('two open claims of one UTR flag both, by the service, whoever claimed', () => {
  const on = scene();
  const stranger = merchantWith({}, { merchant_id: idOf(1, 2) });
  const first = on.trade(claim(on.trade(payin()), UTR));
  const second = on.trade(payin({ merchant: stranger }));
  const seen = on.changes.length;
  const actor = { ...MERCHANT_ACTOR, id: idOf(3, 9) };
  const claimed = on.trade(claim(second, UTR, { merchant: stranger, actor }));
  for (const trade of [on.now(first), claimed]) {
    assert.equal(trade.state, 'verifying');
    assert.equal(trade.state_reason, 'duplicate_utr_claim');
  }
  assert.equal(claimed.trade_id, second.trade_id, 'the answer is the claimed pay-in');
  const told = on.changes.slice(seen).flatMap((made) => ('event' in made ? made.event : []));
  assert.deepEqual(
    told.map((event) => [event.trade_id, event.actor.role, event.actor.id]),
    [
      [first.trade_id, 'service', null],
      [second.trade_id, 'merchant', actor.id],
    ],
  );
  // Another claim flags nobody a second time.
  const third = on.trade(payin({ merchant: stranger }));
  on.trade(claim(third, UTR, { merchant: stranger }));
  assert.equal(on.now(first).sequence, 3);
});

test('of two claims the account and the amount decide', () => {
  const on = scene();
  const squatter = on.trade(payin({ amount_cents: 1n }));
  on.trade(claim(squatter, UTR));
  const payer = on.trade(payin());
  on.trade(claim(payer, UTR));
  const record = on.line(take(lineWith({ utr: UTR })));
  assert.equal(record.outcome.trade_id, payer.trade_id);
  assert.equal(on.now(payer).state, 'completed');
  assert.equal(on.now(squatter).state, 'verifying');
});

test('of two claims of one amount on one account a person decides', () => {
  const on = scene();
  for (const trade of [on.trade(payin()), on.trade(payin())]) on.trade(claim(trade, UTR));
  const record = on.line(take(lineWith({ utr: UTR })));
  assert.equal(record.outcome.status, 'suspense');
  assert.equal(record.outcome.reason, 'several_candidates');
  assert.equal(record.outcome.candidates.length, 2);
});

test('a line that waits completes the pay-in at once', () => {
  const on = scene();
  const [first, second] = [on.trade(payin()), on.trade(payin())];
  assert.equal(second.exclusive, false);
  const record = on.line(take(lineWith({ utr: UTR })));
  assert.equal(record.outcome.reason, 'several_candidates');
  const completed = on.trade(claim(second, UTR));
  assert.equal(completed.state, 'completed');
  assert.equal(completed.received_amount_cents, 10_000n);
  assert.equal(on.now(first).state, 'pending');
  const outcome = on.world.lines.get(record.line.bank_line_id)?.outcome;
  assert.equal(outcome?.status, 'matched');
  assert.equal(outcome?.trade_id, second.trade_id);
  assert.equal(outcome?.reason, 'utr_account_amount');
  assert.equal(on.balance('available'), 10_000n);
});

test('a line that waits with another amount is a mismatch, and never others’ money', () => {
  const on = scene();
  const trade = on.trade(payin());
  on.line(take(lineWith({ utr: UTR, amount_cents: 9_999n })));
  const claimed = on.trade(claim(trade, UTR));
  assert.equal(claimed.state, 'verifying');
  assert.equal(claimed.state_reason, 'amount_mismatch');
  assert.equal(claimed.received_amount_cents, 9_999n);
  assert.equal(claimed.amount_cents, 10_000n);
  assert.equal(on.balance('available'), 0n);
  // A false claim does not take the money that two other pay-ins are waiting for.
  const twins = [on.trade(payin({ amount_cents: 500n })), on.trade(payin({ amount_cents: 500n }))];
  on.line(take(lineWith({ utr: 'TWINS1234567', amount_cents: 500n })));
  const squatter = on.trade(claim(on.trade(payin({ amount_cents: 7n })), 'TWINS1234567'));
  assert.equal(squatter.received_amount_cents, 0n);
  const [, payer] = twins;
  assert.ok(payer);
  assert.equal(on.trade(claim(payer, 'TWINS1234567')).state, 'completed');
});

test('a line that waits counts only on its account, in its time, alone, and coming in', () => {
  const table: [name: string, lines: Parameters<typeof lineWith>[0][]][] = [
    ['another account', [{ receiving_account_id: idOf(2, 9) }]],
    ['booked before the order', [{ booked_at: lineWith().booked_at - HOUR }]],
    ['a day before the order', [{ booked_at: lineWith().booked_at - 3 * DAY }]],
    ['two of them', [{}, {}]],
    ['going out', [{ amount_cents: -10_000n }]],
  ];
  for (const [name, lines] of table) {
    const on = scene();
    for (const fields of lines) on.line(take(lineWith({ utr: UTR, ...fields })));
    const claimed = on.trade(claim(on.trade(payin()), UTR));
    assert.equal(claimed.state, 'verifying', name);
    assert.equal(claimed.received_amount_cents, 0n, name);
    const waiting = [...on.world.lines.values()].map((record) => record.outcome.status);
    assert.ok(
      waiting.every((status) => status === 'suspense'),
      name,
    );
  }
});

test('what came after a cancel stays a person’s decision, whatever is claimed later', () => {
  const on = scene();
  const trade = on.trade(payin());
  on.trade(act(trade, 'cancel'));
  on.line(take(lineWith({ utr: 'FIRST1234567', amount_cents: 4_000n })));
  assert.equal(on.now(trade).state, 'canceled', 'another amount says nothing');
  on.line(take(lineWith({ utr: UTR })));
  assert.equal(on.now(trade).state_reason, 'paid_after_cancel');
  assert.equal(on.trade(claim(trade, 'OTHER1234567')).state_reason, 'paid_after_cancel');
  const rival = on.trade(claim(on.trade(payin({ amount_cents: 3n })), 'OTHER1234567'));
  assert.equal(rival.state_reason, 'duplicate_utr_claim');
  assert.equal(on.now(trade).state_reason, 'paid_after_cancel');
});

describe('after a cancel', () => {
  const canceled = (on: DomainScene): Trade => on.trade(act(on.trade(payin()), 'cancel'));

  it('is kept as evidence for 5 days, and a person decides', () => {
    for (const [late_ms, in_time] of [
      [0, true],
      [5 * DAY, true],
      [5 * DAY + 1, false],
    ] as const) {
      const on = scene();
      const trade = canceled(on);
      on.wait(late_ms);
      if (!in_time) {
        on.refused(claim(trade, UTR), 'utr_too_late');
        continue;
      }
      const claimed = on.trade(claim(trade, UTR));
      assert.deepEqual(
        [claimed.state, claimed.state_reason, claimed.utr, claimed.received_amount_cents],
        ['verifying', 'paid_after_cancel', UTR, 0n],
      );
      assert.equal(claimed.closed_at, trade.closed_at, 'it keeps being judged by its end');
    }
  });

  it('credits nothing by itself, whether its bank line comes before or after it', () => {
    for (const line_first of [true, false]) {
      const on = scene();
      const trade = canceled(on);
      // Booked before the cancel, but another amount, so that only the UTR finds the pay-in.
      const line = take(lineWith({ utr: UTR, amount_cents: 77n }));
      if (line_first) on.line(line);
      on.trade(claim(trade, UTR));
      if (!line_first) on.line(line);
      const now = on.now(trade);
      assert.deepEqual([now.state, now.state_reason], ['verifying', 'paid_after_cancel']);
      assert.equal(now.received_amount_cents, 77n);
      assert.equal(on.balance('available'), 0n);
    }
  });

  it('waits for a person also if another pay-in claims the same UTR', () => {
    const on = scene();
    const trade = canceled(on);
    const other = on.trade(claim(on.trade(payin({ amount_cents: 77n })), UTR));
    const claimed = on.trade(claim(trade, UTR));
    assert.equal(claimed.state_reason, 'paid_after_cancel');
    assert.equal(on.now(other).state_reason, 'duplicate_utr_claim');
  });
});
