// The operator's own merchants, one per currency: made when money is first sent back to a sender.
import { DEFAULT_SETTINGS, type Merchant } from '../../domain/record/merchant.ts';
import type { Actor } from '../../domain/record/trade.ts';
import { bumpSettingsVersion } from '../../store/batch/settings.ts';
import { insertBook } from '../../store/ledger/ledger.ts';
import { insertMerchantOnce } from '../../store/merchant/merchants.ts';
import type { App } from '../process/app.ts';
import { idFrom } from '../process/ids.ts';
import { newWebhookSecret } from '../process/standard-webhook.ts';
import { auditIn } from '../request/audit.ts';

/** The same id in every process, so that two of them never make two. */
const houseMerchantId = (currency: string) => idFrom(`house-merchant/returns/${currency}`);

/** Whether pay-outs of this merchant send bank lines back; one that is not known yet may. */
export async function mayReturn(app: App, merchant_id: string): Promise<boolean> {
  const { merchants } = await app.settings.current();
  return merchants.get(merchant_id)?.merchant.is_house ?? true;
}

async function makeHouseMerchant(app: App, actor: Actor, merchant: Merchant): Promise<void> {
  const { merchant_id, name, balance_currency } = merchant;
  const secret = newWebhookSecret();
  const callbacks = { url: null, secret, previous_secret: null, previous_until: null };
  await app.store.db.transaction(async (tx) => {
    if (!(await insertMerchantOnce(tx, app.store.cipher, { merchant, callbacks }))) return;
    await insertBook(tx, merchant_id);
    await bumpSettingsVersion(tx);
    const detail = { name, balance_currency, is_house: true };
    await auditIn(tx, actor, 'merchant_created', `merchants/${merchant_id}`, detail);
  });
  await app.settings.refresh();
}

/** A merchant as any other, without a tariff: its balance is money on its way back. */
export async function houseMerchant(app: App, actor: Actor, currency: string): Promise<Merchant> {
  const merchant_id = houseMerchantId(currency);
  const known = (await app.settings.current()).merchants.get(merchant_id)?.merchant;
  if (known !== undefined) return known;
  const merchant: Merchant = {
    merchant_id,
    name: `Returns to senders (${currency})`,
    balance_currency: currency,
    settings: DEFAULT_SETTINGS,
    is_house: true,
    created_at: Date.now(),
  };
  await makeHouseMerchant(app, actor, merchant);
  return merchant;
}
