// An event is what was: nothing that changes later changes it, in the feed or in a callback.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeReceivingAccount } from '../../../server/app/account/receiving-accounts.ts';
import { type CallbackBody, callbackBody } from '../../../server/app/callback/event-view.ts';
import { listEvents } from '../../../server/app/callback/list-events.ts';
import { updateBranding } from '../../../server/app/merchant/branding.ts';
import { updateMerchant } from '../../../server/app/merchant/merchants.ts';
import { putRates, putTariffs } from '../../../server/app/merchant/tariffs.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import type { ReceivingAccount } from '../../../server/domain/record/receiving-account.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { readTradeEvents } from '../../../server/store/callback/events.ts';
import { COVERED } from '../../../server/store/proof/record-columns.ts';
import { readTrades } from '../../../server/store/trade/trades.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  setDefaultEndpoint,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(async () => {
  await service.stop();
});

/** Another value of the same kind. */
function altered(name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return `${value}x`;
  if (value === null && name === 'payee') return { name: null, number: '123456789' };
  if (value === null) return /_(?:at|day|minute)$|cents|count|digits/.test(name) ? 1 : 'other';
  const members = Object.entries(Object(value));
  return Object.fromEntries(members.map(([key, of]) => [key, altered(key, of)]));
}

/** The members of a record whose change makes another event. */
function changing<Known extends object>(of: Known, bodyWith: (changed: Known) => CallbackBody) {
  const before_change = JSON.stringify(bodyWith(of));
  // The earlier names are a record of the past themselves.
  const names = Object.keys(of).filter((name) => !['renamed_at', 'earlier_names'].includes(name));
  return names.filter((name) => {
    const changed = { ...of, [name]: altered(name, Reflect.get(of, name)) };
    return JSON.stringify(bodyWith(changed)) !== before_change;
  });
}

async function anEvent(merchant: TestMerchant, id: string) {
  const { db, cipher } = app.store;
  const { merchant_id } = merchant;
  const [trade] = await readTrades(db, cipher, [{ merchant_id, trade_id: id }]);
  const [event] = await readTradeEvents(db, cipher, merchant_id, id);
  if (trade === undefined || event === undefined) throw new Error('Nothing there');
  return { trade, event };
}

const page_url = ({ trade_id, page_key_id }: Pick<Trade, 'trade_id' | 'page_key_id'>) =>
  `page/${trade_id}/${page_key_id}`;

describe('an event', () => {
  it('reads only what never changes of its trade, and the rest from itself', async () => {
    await scene.makeAccount(app, 'CHF');
    const merchant = await makeMerchant(app, { balance_currency: 'CHF' });
    await scene.fund(app, merchant.merchant_id, 5_000);
    const terms = { amount_currency: 'CHF', callback_url: 'https://shop.example/hook' };
    const made = [
      await scene.newPayin(app, merchant, { amount_cents: 1_500, ...terms }),
      await scene.newPayout(app, merchant, 1_200, terms),
    ];
    const { accounts } = await app.settings.current();
    const columns: readonly string[] = [...COVERED.trades.fixed, ...COVERED.trades.sealed];
    for (const { id } of made) {
      const { trade, event } = await anEvent(merchant, id);
      const names = changing(trade, (one) => callbackBody(event, one, { page_url, accounts }));
      ok(names.includes('order_id') && names.includes('percent'), names.join());
      // No facts of the past: where the page is now, and a month that has no events any more.
      deepEqual(
        names.filter((name) => !columns.includes(name)),
        ['page_key_id', 'archived_month'],
      );
    }
  });

  it('reads only the names that its account had then, and what never changes', async () => {
    const id = await scene.makeAccount(app, 'DKK');
    const merchant = await makeMerchant(app, { balance_currency: 'DKK' });
    const { id: trade_id } = await scene.newPayin(app, merchant, {
      amount_cents: 1_500,
      amount_currency: 'DKK',
    });
    const { trade, event } = await anEvent(merchant, trade_id);
    const account = (await app.settings.current()).accounts.get(id);
    if (account === undefined) throw new Error('Nothing there');
    equal(trade.receiving_account_id, id);
    const { name, bank_name } = account;
    const renamed: ReceivingAccount = {
      ...account,
      earlier_names: [
        { name: 'Before', bank_name: null, renamed_at: event.at },
        { name, bank_name, renamed_at: event.at + 1 },
        { name: 'Between', bank_name: 'Between', renamed_at: event.at + 2 },
      ],
    };
    const bodyWith = (one: ReceivingAccount) =>
      callbackBody(event, trade, { page_url, accounts: new Map([[id, one]]) });
    deepEqual(bodyWith(renamed), bodyWith(account));
    const names = changing(renamed, bodyWith);
    deepEqual(
      names.filter((one) => !['type', 'number'].includes(one)),
      [],
    );
  });
});

const bodies = async (merchant: TestMerchant) =>
  accepted(await listEvents(app, merchant.caller, { limit: '200' })).data;

describe('events of the past', () => {
  it('show an account that another process has created a moment ago', async () => {
    const other = await service.another();
    await scene.makeAccount(app, 'NOK');
    const merchant = await makeMerchant(app, { balance_currency: 'NOK' });
    await other.settings.refresh();
    const known = await other.settings.current();
    await scene.newPayin(app, merchant, { amount_cents: 1_500, amount_currency: 'NOK' });
    const [own] = await bodies(merchant);
    const without: typeof other = {
      ...other,
      settings: {
        ...other.settings,
        current: () => Promise.resolve({ ...known, accounts: new Map() }),
      },
    };
    const page = accepted(await listEvents(without, merchant.caller, {}));
    deepEqual(page.data, [own]);
    ok(JSON.stringify(own).includes('"bank_name":"Bank"'), JSON.stringify(own));
  });

  it('stay as they are when everything else changes, and those after it are as it is then', async () => {
    const account = await scene.makeAccount(app, 'SEK');
    const merchant = await makeMerchant(app, { balance_currency: 'SEK' });
    const { merchant_id } = merchant;
    await scene.fund(app, merchant_id, 100_000);
    const terms = { amount_currency: 'SEK' };
    const payin = await scene.newPayin(app, merchant, { amount_cents: 2_500, ...terms });
    const payout = await scene.newPayout(app, merchant, 1_200, terms);
    accepted(await scene.claim(app, merchant, payin.id, 'PAST12345678'));
    const past = await bodies(merchant);
    equal(past.length, 3);

    const change = (fields: Record<string, unknown>) =>
      changeReceivingAccount(app, OPERATOR, account, raw(fields));
    accepted(await change({ name: 'New house', bank_name: 'Second Bank' }));
    accepted(await change({ bank_name: 'Third Bank', enabled: false, weight: 7 }));
    const settings = { payin_life_minutes: 30, amount_policy: 'accept_actual' };
    accepted(await updateMerchant(app, OPERATOR, merchant_id, raw({ name: 'Renamed', settings })));
    const tariffs = [{ direction: 'payin', type: null, currency: null, percent: 9 }];
    accepted(await putTariffs(app, OPERATOR, merchant_id, raw({ tariffs })));
    const rates = [{ trade_currency: 'SEK', balance_currency: 'SEK', rate: 1, source: 'x' }];
    await putRates(app, OPERATOR, raw({ rates }));
    await setDefaultEndpoint(app, merchant_id, 'https://elsewhere.example/hook');
    accepted(await updateBranding(app, OPERATOR, merchant_id, raw({ display_name: 'Renamed' })));
    deepEqual(await bodies(merchant), past);

    // Other processes may use the names before for so long.
    await sleep(1_100);
    for (const act of ['confirm', 'dispute', 'resolve', 'reverse'] as const) {
      accepted(await actOnTrade(app, OPERATOR, merchant_id, payin.id, act, raw({})));
    }
    accepted(await actOnTrade(app, OPERATOR, merchant_id, payout.id, 'take', raw({})));
    accepted(
      await actOnTrade(
        app,
        OPERATOR,
        merchant_id,
        payout.id,
        'complete',
        raw({ utr: 'OUT12345678' }),
      ),
    );
    const now = await bodies(merchant);
    deepEqual(now.slice(0, past.length), past);
    const shown = now.flatMap(({ data }) =>
      'direction' in data && data.direction === 'payin' && 'payment_data' in data
        ? [`${data.payment_data.name}, ${data.payment_data.bank_name}`]
        : [],
    );
    deepEqual([...new Set(shown)], ['House, Bank', 'New house, Third Bank']);
    const other = await service.another();
    deepEqual(
      accepted(await listEvents(other, merchant.caller, { limit: '200' })).data,
      now,
      'the same in another process',
    );
  });
});
