// What the load of the torture works on: shops, accounts that receive, and an empty journal.
import { setTimeout as sleep } from 'node:timers/promises';
import { operatorClient } from '../harness/http-client.ts';
import { addAccount, BENCH_OPERATOR_TOKEN, openShop, type Shop } from '../harness/shop.ts';
import type { CallbackLog } from './callback-log.ts';
import { newJournal } from './journal.ts';
import type { TortureScene } from './stories.ts';

const SETTINGS_AGE_MS = 1_000;
const SHOPS = 4;
export const SHOP_FUNDS_CENTS = 1_000_000_00;
const ACCOUNTS = ['990011000001', '990011000002', '990011000003', '990011000004'];

/** Shops with money, whose callbacks go to the log, and accounts that receive. */
export async function setScene(urls: readonly string[], log: CallbackLog): Promise<TortureScene> {
  const operator = operatorClient(urls[0] ?? '', BENCH_OPERATOR_TOKEN);
  const accounts = new Map<string, string>();
  for (const number of ACCOUNTS) accounts.set(number, await addAccount(operator, number));
  const shops: Shop[] = [];
  for (let index = 1; index <= SHOPS; index += 1) {
    const shop = await openShop(operator, {
      name: `Shop ${index}`,
      funds_cents: SHOP_FUNDS_CENTS,
      callback_url: log.urlOf(`shop-${index}`),
      settings: { payin_life_minutes: 60 },
    });
    log.secrets.set(`/shop-${index}`, shop.secret);
    shops.push(shop);
  }
  // The other services learn of changed settings within a second.
  await sleep(SETTINGS_AGE_MS);
  return { urls, shops, accounts, journal: newJournal() };
}
