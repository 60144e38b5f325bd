// A shop with a receiving account and pay-ins whose pages are opened, for tests of payers' input.

import { createReceivingAccount } from '../../../server/app/account/receiving-accounts.ts';
import { openPage } from '../../../server/app/page/open-page.ts';
import { sha256Hex } from '../../../server/app/process/ids.ts';
import { createPayin } from '../../../server/app/trade/create-payin.ts';
import type { PageView } from '../../../server/domain/page/page-view.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';

/** The receiving account's. */
export const NUMBER = '000111222333';

export type Page = { token: string; id: string };

export type PageScene = TestApp & {
  shop: TestMerchant;
  payin(): Promise<Page>;
  view(page: Page): Promise<PageView>;
  rows<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
};

export async function openPageScene(): Promise<PageScene> {
  const service = await openTestApp();
  const { app } = service;
  const shop = await makeMerchant(app);
  const account = { type: 'account', currency: 'INR', name: 'House', number: NUMBER };
  accepted(await createReceivingAccount(app, OPERATOR, raw(account)));
  let last = 0;
  return {
    ...service,
    shop,
    async payin() {
      last += 1;
      const fields = {
        merchant_id: shop.merchant_id,
        order_id: `order-${last}`,
        amount_cents: 10_000 + last,
        amount_currency: 'INR',
        type: 'account',
        client_id: 'client-1',
      };
      const { trade } = accepted(await createPayin(app, shop.caller, raw(fields)));
      return { token: trade.url.split('/').at(-1) ?? '', id: trade.id };
    },
    view: async ({ token }) => accepted(await openPage(app, token)),
    rows: <Row extends object>(text: string, values: unknown[] = []) =>
      app.store.db.query<Row & Record<string, unknown>>(
        `test ${sha256Hex(text).slice(0, 32)}`,
        text,
        values,
      ),
  };
}
