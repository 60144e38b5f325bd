// Commands that are only looked at: each is decided with the money that those before it leave.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreseenChanges, foreseenRefusals } from '../../server/domain/foresee.ts';
import type { Trade } from '../../server/domain/record/trade.ts';
import { isRefusal } from '../../server/domain/service/refusal.ts';
import {
  accountWith,
  adjust,
  idOf,
  lineWith,
  merchantWith,
  payin,
  refund,
  take,
} from '../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../support/model/domain-scene.ts';
import { fc } from '../support/property.ts';

type Merchant = ReturnType<typeof merchantWith>;

let utrs = 0;

function paid(on: DomainScene, amount_cents: bigint, merchant = merchantWith()): Trade {
  const receiving_account_id = idOf(2, 500 + utrs);
  const accounts = [accountWith({ receiving_account_id })];
  const trade = on.trade(payin({ amount_cents, merchant, accounts }));
  utrs += 1;
  const line = lineWith({ amount_cents, receiving_account_id, utr: `SEEN${utrs + 10_000_000}` });
  on.line(take(line, [merchant]));
  const now = on.now(trade);
  assert.equal(now.state, 'completed');
  return now;
}

const OTHER = merchantWith({}, { merchant_id: idOf(1, 7) });

type Row = readonly [payin: Trade, amount_cents: bigint | null, merchant?: Merchant];

const looked = (on: DomainScene, rows: readonly Row[]) =>
  foreseenRefusals(
    on.world,
    rows.map(([trade, amount_cents, merchant = merchantWith()]) =>
      refund(trade, amount_cents, { merchant }),
    ),
  ).map((refusal) => refusal?.code ?? 'made');

test('rows are covered in their order, by merchant; a refused one takes nothing', () => {
  const on = scene();
  const [one, two, three] = [100n, 200n, 300n].map((amount_cents) => paid(on, amount_cents));
  const foreign = paid(on, 50n, OTHER);
  on.run(adjust(-250n));
  if (one === undefined || two === undefined || three === undefined) assert.fail('not paid');
  // 350 are left of the first merchant, and 50 of the other.
  const rows: Row[] = [
    [two, null],
    [three, null],
    [foreign, null, OTHER],
    [one, null],
    [three, 50n],
    [three, 1n],
  ];
  assert.deepEqual(looked(on, rows), [
    'made',
    'insufficient_funds',
    'made',
    'made',
    'made',
    'insufficient_funds',
  ]);
});

test('what is held back of a pay-in covers its own refund only', () => {
  const terms = { settlement_delay_days: 0, reserve_percent: 50, reserve_days: 30 };
  const on = scene();
  on.world.hold_terms = new Map([[merchantWith().merchant_id, terms]]);
  const [one, two] = [paid(on, 100n), paid(on, 100n)];
  on.run(adjust(-100n));
  assert.deepEqual([on.balance('available'), on.balance('blocked')], [0n, 100n]);
  assert.deepEqual(
    looked(on, [
      [one, 51n],
      [one, 50n],
      [one, 1n],
      [two, null],
      [two, 50n],
    ]),
    ['insufficient_funds', 'made', 'insufficient_funds', 'insufficient_funds', 'made'],
  );
});

test('a balance covers as many rows as its sums say, whatever the order', () => {
  const cents = fc.bigInt({ min: 1n, max: 1_000n });
  const rows = fc.array(fc.tuple(cents, fc.boolean()), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(rows, fc.bigInt({ min: 0n, max: 6_000n }), (asked, taken) => {
      const on = scene();
      const made = asked.map(([amount_cents, is_other]): Row => {
        const merchant = is_other ? OTHER : merchantWith();
        return [paid(on, amount_cents, merchant), null, merchant];
      });
      const all = on.balance('available');
      const left = taken > all ? 0n : all - taken;
      if (left < all) on.run(adjust(left - all));
      const rest = new Map([
        [merchantWith().merchant_id, left],
        [OTHER.merchant_id, on.balance('available', 'INR', OTHER.merchant_id)],
      ]);
      const expected = made.map(([{ merchant_id, amount_cents }]) => {
        const has = rest.get(merchant_id) ?? 0n;
        if (has < amount_cents) return 'insufficient_funds';
        rest.set(merchant_id, has - amount_cents);
        return 'made';
      });
      assert.deepEqual(looked(on, made), expected);
    }),
    { numRuns: 60 },
  );
});

test('one command tells what it would change, or why it would change nothing', () => {
  const on = scene();
  const trade = paid(on, 100n);
  const changes = foreseenChanges(on.world, refund(trade, 40n));
  if (isRefusal(changes)) assert.fail(changes.detail);
  const acts = changes.flatMap((change) => (change.kind === 'entry' ? change.entry.act : []));
  assert.deepEqual(acts, ['payout_held']);
  const refused = foreseenChanges(on.world, refund(trade, 61n));
  assert.ok(isRefusal(refused));
  assert.equal(refused.code, 'refund_too_large');
});
