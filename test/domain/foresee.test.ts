// Commands that are only looked at: each is decided with the money that those before it leave.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreseenChanges, foreseenEntries, foreseenRefusals } from '../../server/domain/foresee.ts';
import type { EntryDraft } from '../../server/domain/ledger/ledger.ts';
import type { Trade } from '../../server/domain/record/trade.ts';
import { isRefusal } from '../../server/domain/service/refusal.ts';
import {
  accountWith,
  act,
  adjust,
  decimal,
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

/** A copy to look at: to decide changes the world. */
const worldLike = ({ world }: DomainScene): DomainScene['world'] => structuredClone(world);

/** What an act posts, without the ids of the trades that it makes. */
const posted = (entries: readonly Pick<EntryDraft, 'act' | 'postings'>[]) =>
  entries.map(({ act, postings }) => ({ act, postings }));

function entriesSince(on: DomainScene, from: number) {
  const entries = on.changes.slice(from).flatMap((one) => (one.kind === 'entry' ? one.entry : []));
  return posted(entries);
}

test('what a refund and a reversal would post is what they post', () => {
  const amount = fc.bigInt({ min: 100n, max: 1_000_000n });
  const fee = fc.constantFrom('0', '1.5', '7.25');
  const reserve = fc.constantFrom(0, 50);
  fc.assert(
    fc.property(amount, fee, reserve, (amount_cents, percent, reserve_percent) => {
      const terms = { settlement_delay_days: 0, reserve_percent, reserve_days: 30 };
      const scenes = [scene(), scene()] as const;
      const [refunded, reversed] = scenes.map((on) => {
        on.world.hold_terms = new Map([[merchantWith().merchant_id, terms]]);
        on.run(adjust(1_000_000n));
        return paid(on, amount_cents);
      });
      if (refunded === undefined || reversed === undefined) assert.fail('not paid');

      const [by_refund, by_reversal] = scenes;
      const command = refund(refunded, null, { percent: decimal(percent) });
      const foreseen = foreseenEntries(worldLike(by_refund), command);
      if (isRefusal(foreseen)) assert.fail(foreseen.detail);
      let from = by_refund.changes.length;
      const payout = by_refund.trade(command);
      assert.deepEqual(posted(foreseen.now), entriesSince(by_refund, from));
      by_refund.trade(act(payout, 'take'));
      from = by_refund.changes.length;
      by_refund.trade(act(payout, 'complete'));
      assert.deepEqual(posted(foreseen.once_paid), entriesSince(by_refund, from));

      const reversal = act(reversed, 'reverse');
      const taken = foreseenEntries(worldLike(by_reversal), reversal);
      if (isRefusal(taken)) assert.fail(taken.detail);
      from = by_reversal.changes.length;
      by_reversal.trade(reversal);
      assert.deepEqual(posted(taken.now), entriesSince(by_reversal, from));
      assert.deepEqual(taken.once_paid, []);
    }),
    { numRuns: 40 },
  );
});

test('what is not possible posts nothing, and says why', () => {
  const on = scene();
  const open = on.trade(payin());
  for (const command of [refund(open, null), act(open, 'reverse')]) {
    const refused = foreseenEntries(on.world, command);
    assert.ok(isRefusal(refused));
    assert.equal(refused.code, 'act_not_allowed');
  }
});
