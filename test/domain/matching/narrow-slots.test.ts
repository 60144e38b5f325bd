// A batch does not read pay-ins of a line's amount if the line names another one: the decisions are
// the same as if it had read all of them.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isMissing } from '../../../server/domain/batch/decision.ts';
import { putReservation, putTrade, type World } from '../../../server/domain/batch/world.ts';
import { decideAll } from '../../../server/domain/decide.ts';
import { narrowSlots } from '../../../server/domain/matching/narrow-slots.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import {
  accountWith,
  act,
  claim,
  lineWith,
  MINUTE,
  payin,
  take,
} from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';

const utrOf = (index: number) => `CLAIMED1000${index}`;

type Payin = { amount: bigint; claims: number | null; ended: 'cancel' | 'pay' | null };
type Line = { amount: bigint; utr: number | null; names: number | null };

const amount = fc.constantFrom(100n, 100n, 101n);
const UTRS = { max: 3 };
const payins: fc.Arbitrary<Payin[]> = fc.array(
  fc.record({
    amount,
    claims: fc.option(fc.nat(UTRS)),
    ended: fc.constantFrom(null, null, null, 'cancel', 'pay'),
  }),
  { minLength: 1, maxLength: 6 },
);
const lines: fc.Arbitrary<Line[]> = fc.array(
  fc.record({ amount, utr: fc.option(fc.nat(UTRS)), names: fc.option(fc.nat({ max: 5 })) }),
  { minLength: 1, maxLength: 4 },
);

function build(given: readonly Payin[], said: readonly Line[]) {
  const on = scene();
  const trades: Trade[] = given.map(({ amount }) => on.trade(payin({ amount_cents: amount })));
  for (const [index, { claims, ended, amount: amount_cents }] of given.entries()) {
    const trade = trades[index];
    if (trade === undefined) continue;
    if (claims !== null) on.trade(claim(trade, utrOf(claims)));
    const text = referenceOf(trade.trade_id);
    if (ended === 'pay') on.line(take(lineWith({ amount_cents, text })));
    if (ended === 'cancel') on.run(act(trade, 'cancel'));
  }
  on.wait(3 * MINUTE);
  const batch = said.map(({ amount: amount_cents, utr, names }) => {
    const named = names === null ? undefined : trades[names];
    return lineWith({
      amount_cents,
      utr: utr === null ? null : utrOf(utr),
      text: named === undefined ? null : `ORDER ${referenceOf(named.trade_id)}`,
      received_at: on.world.now,
    });
  });
  return { world: on.world, batch };
}

/** The world as a batch reads it: of the slots only what is kept, and trades only if pointed at. */
function narrowed(whole: World, batch: readonly BankLine[]): World {
  const claims = [...whole.claims.values()].flat();
  const all = [...whole.reservations.values()];
  const { reservations, narrowed: slots } = narrowSlots(batch, all, claims);
  const texts = batch.map((line) => line.text ?? '').join(' ');
  const by_reference = all.filter(({ reference }) => texts.includes(reference));
  const kept = [...reservations, ...by_reference];
  const ids = new Set([...kept, ...claims].map(({ trade_id }) => trade_id));
  const world: World = {
    ...structuredClone(whole),
    trades: new Map(),
    reservations: new Map(),
    slots: new Map(),
    references: new Map(),
    narrowed_slots: slots,
  };
  for (const reservation of kept) putReservation(world, reservation);
  for (const id of ids) {
    const trade = whole.trades.get(id);
    if (trade !== undefined) putTrade(world, trade);
  }
  return world;
}

const decide = (world: World, batch: readonly BankLine[]) =>
  decideAll(
    world,
    batch.map((line) => ({ ...take(line), command_id: line.bank_line_id })),
  );

suite('pay-ins left out for lines that name another', () => {
  test('change no decision: it is the same, or it asks for them', () => {
    let [narrow, asked] = [0, 0];
    fc.assert(
      fc.property(payins, lines, (given, said) => {
        const { world, batch } = build(given, said);
        const part = narrowed(world, batch);
        if (part.narrowed_slots.size > 0) narrow += 1;
        const decided = decide(part, batch);
        if (isMissing(decided)) asked += 1;
        else assert.deepEqual(decided, decide(world, batch));
      }),
      { numRuns: 2_000 },
    );
    assert.ok(narrow > 100 && asked > 5, `narrowed ${narrow} times, asked ${asked} times`);
  });

  const slot = () => {
    const on = scene();
    const accounts = [accountWith()];
    const trades = [1, 2, 3].map(() => on.trade(payin({ amount_cents: 100n, accounts })));
    const all = () => [...on.world.reservations.values()];
    const claims = () => [...on.world.claims.values()].flat();
    return { on, trades, all, claims };
  };
  const keptOf = ({ reservations }: ReturnType<typeof narrowSlots>) =>
    reservations.map(({ trade_id }) => trade_id);

  test('are those that neither its UTR nor its reference names', () => {
    const { on, trades, all, claims } = slot();
    const [first, second] = trades;
    if (first === undefined || second === undefined) assert.fail('There are three');
    on.trade(claim(first, utrOf(1)));
    const by_utr = lineWith({ amount_cents: 100n, utr: utrOf(1) });
    assert.deepEqual(keptOf(narrowSlots([by_utr], all(), claims())), [first.trade_id]);
    const by_text = lineWith({ amount_cents: 100n, text: referenceOf(second.trade_id) });
    assert.deepEqual(keptOf(narrowSlots([by_text], all(), claims())), [second.trade_id]);
    const both = narrowSlots([by_utr, by_text], all(), claims());
    assert.deepEqual(keptOf(both).toSorted(), [first.trade_id, second.trade_id].toSorted());
    assert.equal(both.narrowed.size, 1);
  });

  test('are none where a line of the amount names nothing, or one that is over', () => {
    const { on, trades, all, claims } = slot();
    const [first] = trades;
    if (first === undefined) assert.fail('There are three');
    const text = referenceOf(first.trade_id);
    const named = lineWith({ amount_cents: 100n, text });
    const plain = lineWith({ amount_cents: 100n });
    assert.equal(keptOf(narrowSlots([named, plain], all(), claims())).length, 3);
    on.run(act(first, 'cancel'));
    const { reservations, narrowed: slots } = narrowSlots([named], all(), claims());
    assert.deepEqual([reservations.length, slots.size], [3, 0]);
  });
});
