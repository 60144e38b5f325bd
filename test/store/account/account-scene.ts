// Sets of receiving accounts for tests of the choice among them: their reservations, use and closed
// hours, and the choice that looking at all of them would give.
import assert from 'node:assert/strict';
import type { CreatePayin } from '../../../server/domain/batch/command.ts';
import { workOf } from '../../../server/domain/decide.ts';
import { NO_BANDS } from '../../../server/domain/record/band.ts';
import {
  chooseAccount,
  epochDay,
  type ReceivingAccount,
  type Reservation,
} from '../../../server/domain/record/receiving-account.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import { addAccountDays } from '../../../server/store/account/account-days.ts';
import { insertReservations } from '../../../server/store/account/reservations.ts';
import { now, runBatch, type Store } from '../../../server/store/batch/store.ts';
import { accountWith, idOf, merchantWith } from '../../support/model/domain-commands.ts';
import { fc } from '../../support/property.ts';

const HOUR_MS = 3_600_000;
const MINUTES = 1_440;

export const write = async (store: Store, commands: readonly CreatePayin[]) =>
  (
    await runBatch(store, workOf(commands), {
      addressOf: () => [],
      shard: 1,
      hold_terms: new Map(),
      is_shared: false,
      bands: NO_BANDS,
    })
  ).answers;

let made = 0;
const newId = () => {
  made += 1;
  return idOf(2, 1_000 + made);
};

const HELD = [
  'free',
  'exclusive',
  'shared',
  'run_out',
  'shared_run_out',
  'run_out_and_shared',
  'shared_some_run_out',
] as const;
export type Held = (typeof HELD)[number];
const AMOUNTS = [100n, 101n, 150n] as const;

export type Place = {
  account: Partial<ReceivingAccount>;
  sleeps: boolean;
  used: number;
  held: readonly Held[];
};

const place = (held: fc.Arbitrary<Held>): fc.Arbitrary<Place> =>
  fc.record({
    account: fc.record({
      enabled: fc.constantFrom(true, true, true, true, false),
      exclusive_only: fc.constantFrom(false, false, false, true),
      weight: fc.integer({ min: 1, max: 3 }),
      min_amount_cents: fc.constantFrom(null, null, null, null, 101n),
      max_amount_cents: fc.constantFrom(null, null, null, null, 149n),
    }),
    sleeps: fc.constantFrom(false, false, false, false, false, true),
    used: fc.nat({ max: 4 }),
    held: fc.tuple(held, held, held),
  });

/** Some worlds are nearly full, in some nothing is taken. */
export const places = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom('free', 'exclusive', null))
  .chain(([count, usual]) => {
    const any = fc.constantFrom(...HELD);
    const held = usual === null ? any : fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, any);
    return fc.array(place(held), { minLength: count, maxLength: count });
  });

export const limits = fc.option(fc.integer({ min: 1, max: 6 }), { nil: null, freq: 2 });
const wishes = fc.array(
  fc.record({ amount: fc.constantFrom(...AMOUNTS), shifts: fc.constantFrom(false, false, true) }),
  { minLength: 1, maxLength: 40 },
);
/** Amounts that nobody shifts are those that a batch may narrow most. */
export const batches = fc.array(
  fc.oneof(
    wishes,
    wishes.map((list) => list.map(({ amount }) => ({ amount, shifts: false }))),
  ),
  { minLength: 1, maxLength: 3 },
);

type Slots = Map<string, Reservation[]>;
const slotOf = (id: string, amount: bigint) => `${id}/${amount}`;

type Scene = { accounts: ReceivingAccount[]; slots: Slots; counts: Map<string, number> };

function reservationsOf(id: string, amount: bigint, held: Held, at: number): Reservation[] {
  const reservation = (exclusive: boolean, free_at: number | null): Reservation => {
    const trade_id = newId();
    return {
      receiving_account_id: id,
      amount_cents: amount,
      merchant_id: merchantWith().merchant_id,
      trade_id,
      reference: referenceOf(trade_id),
      exclusive,
      free_at,
    };
  };
  const [past, future] = [at - HOUR_MS, at + HOUR_MS];
  const table: Record<Held, () => Reservation[]> = {
    free: () => [],
    exclusive: () => [reservation(true, null)],
    shared: () => [reservation(false, future), reservation(false, null)],
    run_out: () => [reservation(true, past)],
    shared_run_out: () => [reservation(false, past), reservation(false, past)],
    run_out_and_shared: () => [reservation(true, past), reservation(false, future)],
    shared_some_run_out: () => [
      reservation(false, past),
      reservation(false, past),
      reservation(false, null),
    ],
  };
  return table[held]();
}

export async function makeScene(
  store: Store,
  given: readonly Place[],
  limit: number | null = null,
): Promise<Scene> {
  const at = await now(store);
  const minute = Math.floor((at % (24 * HOUR_MS)) / 60_000);
  const night = {
    active_from_minute: (minute + 120) % MINUTES,
    active_to_minute: (minute + 180) % MINUTES,
  };
  const accounts = given.map(({ account, sleeps }, index) =>
    accountWith({
      ...account,
      ...(sleeps ? night : {}),
      daily_count_limit: index % 3 === 0 ? limit : null,
      receiving_account_id: newId(),
    }),
  );
  const slots: Slots = new Map();
  const counts = new Map<string, number>();
  for (const [index, { held, used }] of given.entries()) {
    const id = accounts[index]?.receiving_account_id ?? '';
    counts.set(id, used);
    for (const [place_of_amount, amount] of AMOUNTS.entries()) {
      slots.set(
        slotOf(id, amount),
        reservationsOf(id, amount, held[place_of_amount] ?? 'free', at),
      );
    }
  }
  const days = [...counts].map(([receiving_account_id, count]) => ({
    receiving_account_id,
    day: epochDay(at),
    count,
    amount_cents: 0n,
  }));
  await store.db.transaction(async (tx) => {
    await insertReservations(tx, [...slots.values()].flat());
    await addAccountDays(tx, days, { limited: new Set(), shard: 7 });
  });
  return { accounts, slots, counts };
}

/** The choice that looking at all accounts would give in the present state. */
function bestChoice({ accounts, slots, counts }: Scene, command: CreatePayin, at: number) {
  const day = epochDay(at);
  return chooseAccount({
    accounts,
    amount_cents: command.amount_cents,
    now: at,
    shift_allowed: command.merchant.settings.amount_shift,
    dayFor: (id) => ({
      receiving_account_id: id,
      day,
      count: counts.get(id) ?? 0,
      amount_cents: 0n,
    }),
    isBeyondPart: () => false,
    isTaken: (id, amount) =>
      (slots.get(slotOf(id, amount)) ?? []).some(({ free_at }) => free_at === null || free_at > at),
  });
}

function take({ slots, counts }: Scene, trade: Trade): void {
  const { receiving_account_id: id, amount_cents, exclusive } = trade;
  if (id === null) throw new Error('A pending pay-in has no account');
  const slot = slotOf(id, amount_cents);
  const { trade_id, merchant_id } = trade;
  const reservation = {
    receiving_account_id: id,
    amount_cents,
    merchant_id,
    trade_id,
    reference: referenceOf(trade_id),
    exclusive,
    free_at: null,
  };
  const before = (slots.get(slot) ?? []).map((other) =>
    exclusive ? { ...other, exclusive: false } : other,
  );
  slots.set(slot, [...before, reservation]);
  counts.set(id, (counts.get(id) ?? 0) + 1);
}

export async function checkBatch(
  store: Store,
  scene: Scene,
  commands: readonly CreatePayin[],
): Promise<void> {
  const at = await now(store);
  const answers = await write(store, commands);
  for (const [index, command] of commands.entries()) {
    const best = bestChoice(scene, command, at);
    const answer = answers[index];
    if (answer === undefined) assert.fail('A command got no answer');
    if (isRefusal(answer)) {
      assert.deepEqual(best, { missed: answer.extra?.reason });
      continue;
    }
    if (answer.kind !== 'trade' || 'missed' in best) assert.fail('Nothing could be chosen');
    const { trade } = answer;
    assert.equal(trade.exclusive, best.exclusive);
    assert.equal(trade.amount_cents, best.amount_cents);
    take(scene, trade);
  }
}

/** Exactly those that should hold an amount alone do. */
export async function checkExclusive(store: Store, { accounts, slots }: Scene): Promise<void> {
  const rows = await store.db.query<{ trade_id: string }>(
    'test-exclusive',
    `select trade_id from reservations
     where receiving_account_id = any($1::uuid[]) and exclusive order by trade_id`,
    [accounts.map((account) => account.receiving_account_id)],
  );
  const expected = [...slots.values()]
    .flat()
    .filter(({ exclusive }) => exclusive)
    .map(({ trade_id }) => trade_id);
  assert.deepEqual(
    rows.map(({ trade_id }) => trade_id),
    expected.toSorted(),
  );
}
