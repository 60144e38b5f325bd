// The operator's own merchants, one per currency: created when money is first returned to a sender.
import { DEFAULT_SETTINGS, type Merchant } from '../../domain/record/merchant.ts';
import type { Actor } from '../../domain/record/origin.ts';
import type { App } from '../process/app.ts';
import { idFrom } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { newWebhookSecret } from '../process/standard-webhook.ts';
import { changeSettingIn } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

/** The same id in every process, so that two processes never create two. */
const houseMerchantId = (currency: string) => idFrom(`house-merchant/returns/${currency}`);

/** Whether this merchant's pay-outs return bank lines; true if the merchant is not known yet. */
export async function mayReturn(app: App, merchant_id: string): Promise<boolean> {
  const { merchants } = await app.settings.current();
  return merchants.get(merchant_id)?.is_house ?? true;
}

async function makeHouseMerchant(app: App, actor: Actor, merchant: Merchant): Promise<void> {
  const request = { merchant, secret: newWebhookSecret() };
  await app.store.db.transaction((tx) =>
    changeSettingIn({ app, tx, actor }, SETTINGS_ACTS.create_house_merchant, request),
  );
  await app.settings.refresh();
}

/** A merchant like any other, without a tariff: its balance is money to be returned. */
export async function houseMerchant(app: App, actor: Actor, currency: string): Promise<Merchant> {
  const merchant_id = houseMerchantId(currency);
  const known = (await app.settings.current()).merchants.get(merchant_id);
  if (known !== undefined) return known;
  const merchant: Merchant = {
    merchant_id,
    name: `Returns to senders (${currency})`,
    balance_currency: currency,
    settings: DEFAULT_SETTINGS,
    is_house: true,
    created_at: serviceTime(app),
  };
  await makeHouseMerchant(app, actor, merchant);
  return merchant;
}
