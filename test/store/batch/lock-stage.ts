// The setting for the scenes of locks: two merchants and their accounts in the reverse order of
// their ids, so that locking rows in the order of arrival is detected.
import assert from 'node:assert/strict';
import { authenticateOperator } from '../../../server/app/access/authenticate-operator.ts';
import { issueFeedToken } from '../../../server/app/account/feed-tokens.ts';
import { openDisputeAsOperator } from '../../../server/app/dispute/open-dispute.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { takeBankLines } from '../../../server/app/line/take-bank-lines.ts';
import { updateMerchant } from '../../../server/app/merchant/merchants.ts';
import type { App } from '../../../server/app/process/app.ts';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import type { TradeAct } from '../../../server/domain/batch/command.ts';
import type { LineAct } from '../../../server/domain/record/bank-line.ts';
import * as payouts from '../../app/payout/payout-scene.ts';
import * as scene from '../../app/scene.ts';
import { settling } from '../../app/settlement/settlement-scene.ts';
import {
  accepted,
  OPERATOR,
  raw,
  setDefaultEndpoint,
  type TestMerchant,
} from '../../support/test-app.ts';

export const NUMBER = '50100087654321';

/** Two merchants and two accounts, both in the reverse order of their ids. */
export type Stage = {
  app: App;
  merchants: readonly TestMerchant[];
  accounts: readonly string[];
  feed: OperatorCaller;
};

export async function openStage(app: App): Promise<Stage> {
  const limits = { daily_count_limit: 1_000 };
  const accounts = [
    await scene.makeAccount(app, 'INR', limits),
    await scene.makeAccount(app, 'INR', limits),
    // Without a limit.
    await scene.makeAccount(app, 'INR', { type: 'card', number: '4111111111111111' }),
  ].toReversed();
  const settings = {
    client_max_open_payins: 100,
    settlement_delay_days: 1,
    reserve_percent: 10,
    reserve_days: 2,
  };
  const merchants = [await settling(app).withAccount(), await settling(app).withAccount()];
  for (const { merchant_id } of merchants) {
    accepted(await updateMerchant(app, OPERATOR, merchant_id, raw({ settings })));
    await setDefaultEndpoint(app, merchant_id, 'https://shop.example/hook');
    await scene.fund(app, merchant_id, 1_000_000);
  }
  const terms = { name: 'Bank', receiving_account_ids: accounts };
  const { token } = accepted(await issueFeedToken(app, OPERATOR, raw(terms)));
  const entry = { authorization: `Bearer ${token}`, address: '203.0.113.7', request_id: 'test' };
  const feed = accepted(await authenticateOperator(app, entry));
  return { app, merchants: merchants.toReversed(), accounts, feed };
}

/**
 * Holds commands back until there are this many, so that they form one batch. Returns their kinds.
 */
export async function together(app: App, { count, work }: Scene): Promise<string[]> {
  const { writer } = app;
  const held: (() => void)[] = [];
  const kinds: string[] = [];
  app.writer = {
    ...writer,
    submit: (command) =>
      new Promise((resolve, reject) => {
        kinds.push(command.kind);
        held.push(() => writer.submit(command).then(resolve, reject));
        if (held.length === count) for (const go of held) go();
      }),
  };
  try {
    await work();
  } finally {
    app.writer = writer;
  }
  return kinds;
}

/** What is to be recorded: how many commands it gives to the writer, and what they are. */
export type Scene = { count: number; work: () => Promise<unknown> };

type Trade = { merchant_id: string; id: string };

export async function each<Item, Value>(
  items: readonly Item[],
  one: (item: Item) => Promise<Value>,
) {
  const values: Value[] = [];
  for (const item of items) values.push(await one(item));
  return values;
}

export const all = <Item>(
  items: readonly Item[],
  one: (item: Item) => Promise<unknown>,
): Scene => ({
  count: items.length,
  work: () => Promise.all(items.map(one)),
});

let utrs = 0;
export function newUtr(): string {
  utrs += 1;
  return `LOCK${String(utrs).padStart(8, '0')}`;
}

export const newAmount = (): number => 1_000 + scene.newNumber();

export function onStage({ app, merchants, accounts, feed }: Stage) {
  const payins = (fields: object = {}) =>
    each(merchants, (merchant) => {
      const base = { amount_cents: newAmount(), callback_url: 'https://shop.example/hook' };
      return scene.newPayin(app, merchant, { ...base, ...fields });
    });
  const paidOut = () => each(merchants, (merchant) => scene.newPayout(app, merchant, newAmount()));
  const act = (trade: Trade, name: TradeAct, fields: object = {}) =>
    actOnTrade(app, OPERATOR, trade.merchant_id, trade.id, name, raw({ ...fields }));
  const did = async (trade: Trade, name: TradeAct, fields: object = {}) =>
    accepted(await act(trade, name, fields));
  const credited = async () => {
    const made = await payins();
    await each(made, (trade) => did(trade, 'confirm'));
    return made;
  };
  /** Lines that match no trade, on two accounts. */
  const stray = async () => {
    const lines = await each(accounts.slice(1), async (account) => {
      const line = { amount_cents: newAmount(), utr: newUtr() };
      const [taken] = await scene.feed(app, account, [line]);
      return { ...line, account, id: taken?.id ?? assert.fail() };
    });
    return lines.toReversed();
  };
  const review = (id: string, name: LineAct, fields: object = {}) =>
    reviewLine(app, OPERATOR, id, name, raw({ note: 'test', ...fields }), undefined);
  const give = async (account: string, lines: readonly object[]) => {
    const booked_at = new Date().toISOString();
    const body = { receiving_account_id: account };
    const booked = lines.map((line) => ({ booked_at, ...line }));
    accepted(await takeBankLines(app, feed, raw({ ...body, lines: booked })));
  };
  return { app, merchants, accounts, payins, paidOut, act, did, credited, stray, review, give };
}

export type OnStage = ReturnType<typeof onStage>;

export const merchantOf = ({ merchants }: OnStage, { merchant_id }: Trade): TestMerchant =>
  merchants.find((merchant) => merchant.merchant_id === merchant_id) ?? assert.fail();

export async function accountOf({ app }: OnStage, trade_id: string): Promise<string> {
  const text = `select receiving_account_id as id from trades where trade_id = '${trade_id}'`;
  const [row] = await scene.sql<{ id: string }>(app, text);
  return row?.id ?? assert.fail();
}

export async function actScene(
  on: OnStage,
  before: () => Promise<readonly Trade[]>,
  name: TradeAct,
  fields = {},
) {
  return all(await before(), (trade) => on.did(trade, name, fields));
}

export async function disputed(on: OnStage): Promise<readonly Trade[]> {
  const made = await on.credited();
  await each(made, (trade) => on.did(trade, 'dispute'));
  return made;
}

export async function openedDispute({ app }: OnStage, { merchant_id, id }: Trade) {
  const fields = raw({ type: 'fraud', amount_cents: 100, note: 'test' });
  return accepted(
    await openDisputeAsOperator(app, OPERATOR, { merchant_id, id }, fields, undefined),
  );
}

export async function contested(on: OnStage): Promise<readonly Trade[]> {
  return await each(await on.credited(), (trade) => openedDispute(on, trade));
}

export async function claimed(on: OnStage): Promise<readonly Trade[]> {
  const made = await on.payins();
  await each(made, (trade) => scene.claim(on.app, merchantOf(on, trade), trade.id, newUtr()));
  return made;
}

export async function takenPayouts(on: OnStage): Promise<readonly Trade[]> {
  const made = await on.paidOut();
  await each(made, (trade) => on.did(trade, 'take'));
  return made;
}

/** A draft for every merchant, over the credits since the last one. */
export async function drafts(on: OnStage) {
  return await each(on.merchants, async (merchant) =>
    accepted(await settling(on.app).draft(merchant)),
  );
}

export async function exportedPayouts({ app, merchants, accounts }: OnStage) {
  const account = accounts.at(-1) ?? assert.fail();
  return await each(merchants, async (merchant) => {
    const payout = await scene.newPayout(app, merchant, newAmount());
    return { payout, ...(await payouts.exported(app, { merchant, account }, [payout])) };
  });
}

export async function draftBatches({ app, merchants, accounts }: OnStage) {
  const account = accounts.at(-1) ?? assert.fail();
  return await each(merchants, async (merchant) => {
    const shop = { merchant, account };
    const first = await scene.newPayout(app, merchant, newAmount());
    const { id } = await payouts.batchOf(app, shop, [first]);
    return { id, merchant, account };
  });
}
