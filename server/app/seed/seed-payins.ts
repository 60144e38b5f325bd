// The sandbox's pay-ins: some in every state, with the lines, claims and disputes that lead there.
import type { TradeAct } from '../../domain/batch/command.ts';
import { takeBankLines } from '../line/take-bank-lines.ts';
import { updateMerchant } from '../merchant/merchants.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { SEEDER } from '../request/own-actors.ts';
import { iso, type TradeBody } from '../request/views.ts';
import { actOnTrade } from '../trade/act-on-trade.ts';
import { attachUtr } from '../trade/attach-utr.ts';
import { cancelTrade } from '../trade/cancel-trade.ts';
import { createPayin } from '../trade/create-payin.ts';
import { must, rawFields, type SeededMerchant, type SeededMerchants } from './seed-tools.ts';

type Demo = { app: App; merchant: SeededMerchant; currency: string; type: string; number: number };

/** 12 digits, as banks number their transfers; fixed, so that a demonstration can be repeated. */
const utrOf = (demo: Demo) => String(400_000_000_000 + demo.number * 7_919);

async function create(demo: Demo): Promise<TradeBody> {
  const { app, merchant, currency, type, number } = demo;
  const { merchant_id } = merchant.caller.merchant;
  const { trade } = must(
    await createPayin(
      app,
      merchant.caller,
      rawFields({
        merchant_id,
        order_id: `demo-payin-${number}`,
        amount_cents: 1_500_00 + number * 137,
        amount_currency: currency,
        type,
        client_id: `customer-${number % 7}`,
        ...(number % 3 === 0 ? { description: `Basket of ${(number % 4) + 2} books` } : {}),
      }),
    ),
  );
  return trade;
}

async function claim(demo: Demo, trade: TradeBody): Promise<void> {
  const { merchant_id } = trade;
  const fields = rawFields({ merchant_id, id: trade.id, utr: utrOf(demo) });
  must(await attachUtr(demo.app, demo.merchant.caller, fields));
}

async function pay(demo: Demo, trade: TradeBody, difference_cents = 0): Promise<void> {
  const { app } = demo;
  const { accounts } = await app.settings.current();
  const account = [...accounts.values()].find(
    (one) => one.currency === demo.currency && one.type === demo.type,
  );
  const line = {
    amount_cents: trade.amount_cents + difference_cents,
    booked_at: iso(serviceTime(app)),
    utr: utrOf(demo),
    text: `Transfer ${demo.number}`,
  };
  const fields = { receiving_account_id: account?.receiving_account_id, lines: [line] };
  must(await takeBankLines(app, SEEDER, rawFields(fields)));
}

async function act(demo: Demo, trade: TradeBody, name: TradeAct, fields = {}): Promise<void> {
  must(await actOnTrade(demo.app, SEEDER, trade.merchant_id, trade.id, name, rawFields(fields)));
}

async function complete(demo: Demo): Promise<TradeBody> {
  const trade = await create(demo);
  await claim(demo, trade);
  await pay(demo, trade);
  return trade;
}

/** How to bring about each kind, and how many to create. */
const STORIES: readonly [number, (demo: Demo) => Promise<void>][] = [
  [14, async (demo) => void (await complete(demo))],
  [2, async (demo) => act(demo, await complete(demo), 'dispute', { note: 'Chargeback announced' })],
  [2, async (demo) => act(demo, await complete(demo), 'reverse', { reason: 'bank_returned' })],
  [
    3,
    async (demo) => {
      const trade = await create(demo);
      await claim(demo, trade);
      await act(demo, trade, 'fail', { reason: 'fake_proof', note: 'No such transfer' });
    },
  ],
  [
    3,
    async (demo) => {
      const { merchant_id, id } = await create(demo);
      must(await cancelTrade(demo.app, demo.merchant.caller, rawFields({ merchant_id, id })));
    },
  ],
  [4, async (demo) => void (await create(demo))],
];

/** Pay-ins that wait for a decision or for the payer now. */
const OPEN_STORIES: readonly [number, (demo: Demo) => Promise<void>][] = [
  [4, async (demo) => claim(demo, await create(demo))],
  [
    2,
    async (demo) => {
      const trade = await create(demo);
      await claim(demo, trade);
      await pay(demo, trade, -100);
    },
  ],
  [5, async (demo) => void (await create(demo))],
];

async function tell(
  stories: typeof STORIES,
  demoOf: (number: number) => Demo,
  from: number,
): Promise<number> {
  let number = from;
  for (const [count, story] of stories) {
    for (let index = 0; index < count; index += 1) {
      await story(demoOf(number));
      number += 1;
    }
  }
  return number;
}

const demosOf =
  (app: App, { rupees, dollars }: SeededMerchants) =>
  (number: number): Demo => {
    if (number % 3 === 0) {
      const currency = number % 2 === 0 ? 'KWD' : 'USD';
      return { app, merchant: dollars, currency, type: 'account', number };
    }
    const type = number % 2 === 0 ? 'upi' : 'account';
    return { app, merchant: rupees, currency: 'INR', type, number };
  };

/** Pay-ins of the past, so that their timers have really run out; returns the next free number. */
export async function seedPastPayins(app: App, merchants: SeededMerchants): Promise<number> {
  return await tell(STORIES, demosOf(app, merchants), 1);
}

export async function seedOpenPayins(
  app: App,
  merchants: SeededMerchants,
  from: number,
): Promise<void> {
  const demoOf = demosOf(app, merchants);
  const number = await tell(OPEN_STORIES, demoOf, from);
  await seedDeferred(app, merchants.rupees, demoOf, number);
  // A line that belongs to no pay-in waits in suspense.
  const stray = demoOf(number + 2);
  await pay(stray, { ...(await create(demoOf(number + 3))), amount_cents: 77_77 });
}

/** Created without an account: the payment page assigns one. */
async function seedDeferred(
  app: App,
  rupees: SeededMerchant,
  demoOf: (number: number) => Demo,
  from: number,
): Promise<void> {
  const { merchant_id } = rupees.caller.merchant;
  const set = (deferred_assignment: boolean) =>
    updateMerchant(app, SEEDER, merchant_id, rawFields({ settings: { deferred_assignment } }));
  must(await set(true));
  for (const number of [from, from + 1]) {
    await create({ ...demoOf(1), number });
  }
  must(await set(false));
}
