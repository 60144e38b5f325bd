// Which pay-in a bank line is matched to: the order of the rules, each with its reason.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BankLine, LineReason } from '../../../server/domain/record/bank-line.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import {
  claim,
  DAY,
  HOUR,
  idOf,
  lineWith,
  MINUTE,
  payin,
  rematch,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';

const UTR = 'CLAIMED12345';
const OTHER_ACCOUNT = idOf(2, 9);

type Case = {
  /**
   * Amounts of pay-ins on one account, in this order; those marked 'claimed' have the line's UTR.
   */
  payins: [amount: bigint, ...marks: ('claimed' | 'named' | 'paid')[]][];
  line?: Partial<BankLine>;
  waits?: number;
  reason: LineReason;
  /** Index of the pay-in that gets the line; if none does, the line goes to suspense. */
  goes_to?: number;
};

function open(on: DomainScene, [amount_cents, ...marks]: Case['payins'][number]): Trade {
  const trade = on.trade(payin({ amount_cents }));
  if (marks.includes('claimed')) on.trade(claim(trade, UTR));
  if (marks.includes('paid')) {
    const text = referenceOf(trade.trade_id);
    on.line(take(lineWith({ amount_cents, text })));
    assert.equal(on.now(trade).state, 'completed');
  }
  return trade;
}

function check(name: string, found: Case): void {
  test(name, () => {
    const on = scene();
    const trades = found.payins.map((one) => open(on, one));
    on.wait(found.waits ?? 0);
    const named = trades.filter((_, index) => found.payins[index]?.includes('named'));
    const text = named.map((trade) => `PAYMENT ${referenceOf(trade.trade_id)}/X`).join(' ') || null;
    const line = lineWith({ utr: UTR, text, received_at: on.world.now + MINUTE, ...found.line });
    const before = trades.map((trade) => on.now(trade));
    const { outcome } = on.line(take(line));
    assert.equal(outcome.reason, found.reason);
    const target = found.goes_to === undefined ? undefined : trades[found.goes_to];
    assert.equal(outcome.trade_id, target?.trade_id ?? null);
    assert.equal(outcome.status, target === undefined ? 'suspense' : 'matched');
    for (const [index, trade] of trades.entries()) {
      if (trade !== target) assert.deepEqual(on.now(trade), before[index], 'a neighbour moved');
    }
  });
}

suite('the order of the rules', () => {
  check('UTR with account and amount goes before reference and amount', {
    payins: [[100n, 'named'], [100n, 'claimed'], [100n]],
    line: { amount_cents: 100n },
    reason: 'utr_account_amount',
    goes_to: 1,
  });
  check('our reference goes before the amount', {
    payins: [[100n], [100n, 'named']],
    line: { amount_cents: 100n },
    reason: 'reference',
    goes_to: 1,
  });
  check('account, amount and time with exactly one candidate', {
    payins: [[100n], [101n]],
    line: { amount_cents: 100n },
    reason: 'account_amount_time',
    goes_to: 0,
  });
  check('the exact amount of another goes before a UTR with another amount', {
    payins: [[101n, 'claimed'], [100n]],
    line: { amount_cents: 100n },
    reason: 'account_amount_time',
    goes_to: 1,
  });
  check('UTR right, amount different', {
    payins: [[101n, 'claimed'], [102n]],
    line: { amount_cents: 100n },
    reason: 'utr_amount_mismatch',
    goes_to: 0,
  });
  check('our reference goes before a UTR with another amount', {
    payins: [
      [102n, 'named'],
      [101n, 'claimed'],
    ],
    line: { amount_cents: 100n },
    reason: 'reference_amount_mismatch',
    goes_to: 0,
  });
  check('our reference goes before the amount of another, whatever its own', {
    payins: [[102n, 'named'], [100n]],
    line: { amount_cents: 100n },
    reason: 'reference_amount_mismatch',
    goes_to: 0,
  });
  check('reference right, amount different', {
    payins: [[101n, 'named'], [102n]],
    line: { amount_cents: 100n },
    reason: 'reference_amount_mismatch',
    goes_to: 0,
  });
});

suite('money that waits in suspense', () => {
  const line = { amount_cents: 100n };
  check('nothing fits', { payins: [[101n]], line, reason: 'no_candidate' });
  check('no pay-in at all', { payins: [], line, reason: 'no_candidate' });
  check('two of one amount', { payins: [[100n], [100n]], line, reason: 'several_candidates' });
  check('two claims of one amount', {
    payins: [
      [100n, 'claimed'],
      [100n, 'claimed'],
    ],
    line,
    reason: 'several_candidates',
  });
  check('two claims of other amounts', {
    payins: [
      [101n, 'claimed'],
      [102n, 'claimed'],
    ],
    line,
    reason: 'several_candidates',
  });
  check('two references in one text', {
    payins: [
      [100n, 'named'],
      [100n, 'named'],
    ],
    line,
    reason: 'several_candidates',
  });
  check('a genuine twin of what was paid', {
    payins: [[100n, 'paid']],
    line,
    reason: 'trade_already_paid',
  });
  check('a second transfer that names what was paid', {
    payins: [[100n, 'claimed', 'named', 'paid']],
    line,
    reason: 'trade_already_paid',
  });
  check('going out', {
    payins: [[100n, 'claimed']],
    line: { amount_cents: -100n },
    reason: 'outgoing',
  });
  check('another account', {
    payins: [[100n, 'claimed', 'named']],
    line: { amount_cents: 100n, receiving_account_id: OTHER_ACCOUNT },
    reason: 'no_candidate',
  });
  check('booked before the pay-in was opened', {
    payins: [[100n, 'claimed', 'named']],
    line: { amount_cents: 100n, booked_at: lineWith().booked_at - HOUR },
    reason: 'too_early',
  });
  check('booked on the day before, whatever the zone', {
    payins: [[100n]],
    line: { amount_cents: 100n, booked_exactly: false, booked_at: lineWith().booked_at - 2 * DAY },
    reason: 'too_early',
  });
});

suite('the time of the bank', () => {
  const reason = 'account_amount_time';
  check('its clock may be 5 minutes behind', {
    payins: [[100n]],
    line: { amount_cents: 100n, booked_at: lineWith().booked_at - 6 * MINUTE },
    reason,
    goes_to: 0,
  });
  check('a day without its hour may be this one in any zone', {
    payins: [[100n]],
    line: { amount_cents: 100n, booked_exactly: false, booked_at: lineWith().booked_at - DAY },
    reason,
    goes_to: 0,
  });
  check('more than five days after its timer, it is nobody’s', {
    payins: [[100n]],
    waits: 6 * DAY,
    line: { amount_cents: 100n, utr: null },
    reason: 'too_late',
  });
});

test('an amount decides alone only where all of its pay-ins are known', () => {
  for (const [paid, status] of [
    [18, 'matched'],
    [19, 'suspense'],
  ] as const) {
    const on = scene();
    for (let index = 0; index < paid; index += 1) open(on, [100n, 'paid']);
    const last = open(on, [100n]);
    assert.equal(last.exclusive, false);
    assert.equal(on.line(take(lineWith({ amount_cents: 100n }))).outcome.status, status);
  }
});

test('a line that comes twice is one line', () => {
  const on = scene();
  on.trade(payin());
  const line = lineWith();
  const record = on.line(take(line));
  const before = structuredClone(on.world);
  const again = { ...lineWith(), line_key: line.line_key };
  assert.deepEqual(on.run(take(again)), { kind: 'line', record, found: true });
  assert.deepEqual(on.world, before);
  // The same key on another account belongs to another line.
  const elsewhere = { ...again, receiving_account_id: OTHER_ACCOUNT };
  assert.equal(on.line(take(elsewhere)).outcome.status, 'suspense');
});

test('a waiting line is given to the trade that the rules find later', () => {
  const on = scene();
  const [first, second] = [on.trade(payin()), on.trade(payin())];
  const line = lineWith();
  const record = on.line(take(line));
  assert.equal(record.outcome.reason, 'several_candidates');
  const evidence = record.outcome.candidates.map((candidate) => candidate.evidence);
  assert.deepEqual(evidence, [
    ['amount', 'time'],
    ['amount', 'time'],
  ]);
  assert.deepEqual(on.run(rematch(line)), { kind: 'line', record, found: true });
  on.line(take(lineWith({ text: referenceOf(first.trade_id) })));
  const found = on.line(rematch(line));
  assert.equal(found.outcome.trade_id, second.trade_id);
  assert.equal(on.now(second).state, 'completed');
  const before = structuredClone(on.world);
  assert.deepEqual(on.run(rematch(line)), { kind: 'line', record: found, found: true });
  assert.deepEqual(on.world, before);
  on.refused(rematch(lineWith()), 'not_found');
});

test('candidates are scored by what speaks for them, best first', () => {
  const on = scene();
  const trades = [on.trade(payin()), on.trade(payin()), on.trade(payin({ amount_cents: 5n }))];
  const [first, second, third] = trades;
  assert.ok(first && second && third);
  for (const trade of [first, second]) on.trade(claim(trade, UTR));
  const text = `${referenceOf(second.trade_id)} ${referenceOf(third.trade_id)}`;
  const { outcome } = on.line(take(lineWith({ utr: UTR, text })));
  assert.deepEqual(
    outcome.candidates.map(({ trade_id, score, evidence }) => [trade_id, score, evidence]),
    [
      [second.trade_id, 140, ['utr', 'reference', 'amount', 'time']],
      [first.trade_id, 100, ['utr', 'amount', 'time']],
      [third.trade_id, 60, ['reference', 'time']],
    ],
  );
});
