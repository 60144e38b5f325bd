// Creates many merchants with tokens, tariffs and money in one transaction.
import { addAdjustment } from '../../server/app/merchant/add-adjustment.ts';
import type { OpenApp } from '../../server/app/open-app.ts';
import { newId, newRandom, sha256Hex } from '../../server/app/process/ids.ts';
import { newWebhookSecret } from '../../server/app/process/standard-webhook.ts';
import { SEEDER } from '../../server/app/request/own-actors.ts';
import { must, rawFields } from '../../server/app/seed/seed-tools.ts';
import { firstEndpoint } from '../../server/domain/merchant/change-endpoint.ts';
import { DEFAULT_SETTINGS, type MerchantSettings } from '../../server/domain/record/merchant.ts';
import { formatApiToken, SCOPES } from '../../server/domain/service/api-token.ts';
import { LIMITS } from '../../server/domain/service/limits.ts';
import { bumpSettingsVersion } from '../../server/store/batch/settings-version.ts';
import { saveCallbackEndpoint } from '../../server/store/callback/callback-endpoints.ts';
import type { Queryable } from '../../server/store/connection/database.ts';
import { insertBook } from '../../server/store/ledger/ledger.ts';
import { insertMerchant, saveTariffs } from '../../server/store/merchant/merchants.ts';
import { insertToken } from '../../server/store/merchant/tokens.ts';
import { withApp } from './bench-app.ts';
import type { Shop } from './shop.ts';

export type MerchantsOptions = {
  readonly count: number;
  /** Funds of each merchant; default: none. */
  readonly funds_cents?: number;
  /** The endpoint of the merchant with this index, from 0; default: none. */
  readonly callbackUrl?: (index: number) => string;
  readonly settings?: Partial<MerchantSettings>;
};

/** Longer than any benchmark, so that nothing expires during one. */
const LIFE_MINUTES = LIMITS.payin_life_max_ms / 60_000;

const TARIFFS = [
  { direction: 'payin', type: null, currency: null, percent: { digits: 15n, scale: 1 } },
  { direction: 'payout', type: null, currency: null, percent: { digits: 5n, scale: 1 } },
] as const;

async function insertShop(
  tx: Queryable,
  app: OpenApp,
  options: MerchantsOptions,
  index: number,
): Promise<Shop> {
  const { cipher } = app.store;
  const merchant_id = newId();
  const token_id = newId();
  const token = formatApiToken(app.mode, newRandom(32));
  const secret = newWebhookSecret();
  const created_at = Date.now();
  const settings = {
    ...DEFAULT_SETTINGS,
    payin_life_minutes: LIFE_MINUTES,
    // No pay-in is ever paid here, so the number of open ones must not be limited.
    max_open_payins: 1_000_000_000,
    ...options.settings,
  };
  const name = `Shop ${index}`;
  const common = { merchant_id, name, balance_currency: 'INR', is_house: false };
  const merchant = { ...common, settings, created_at };
  const url = options.callbackUrl?.(index) ?? null;
  await insertMerchant(tx, merchant);
  await saveCallbackEndpoint(tx, cipher, { ...firstEndpoint(merchant, secret), url });
  await insertBook(tx, merchant_id);
  await saveTariffs(tx, merchant_id, TARIFFS);
  await insertToken(tx, cipher, {
    token: {
      token_id,
      merchant_id,
      mode: 'token',
      scopes: SCOPES,
      allowed_ips: [],
      require_signature: false,
      rate_limit_per_second: null,
      expires_at: null,
      revoked_at: null,
      created_at,
      last_used_at: null,
    },
    token_hash: sha256Hex(token),
    signing_secret: newWebhookSecret(),
    service_mode: app.mode,
  });
  return { merchant_id, token, token_id, secret: url === null ? '' : secret };
}

async function insertShops(app: OpenApp, options: MerchantsOptions): Promise<Shop[]> {
  const shops = await app.store.db.transaction(async (tx) => {
    const made: Shop[] = [];
    while (made.length < options.count) made.push(await insertShop(tx, app, options, made.length));
    await bumpSettingsVersion(tx);
    return made;
  });
  await app.settings.refresh();
  return shops;
}

/** Books the funds in the ledger as an operator would, so that `verify` proves these books too. */
async function fund(app: OpenApp, shops: readonly Shop[], amount_cents: number): Promise<void> {
  const funding = rawFields({ amount_cents, reason: 'Opening balance of the benchmark' });
  const answers = await Promise.all(
    shops.map(({ merchant_id }) => addAdjustment(app, SEEDER, merchant_id, funding, 'opening')),
  );
  for (const answer of answers) must(answer);
}

/** A running service learns of them within a second: make them before it starts, or wait. */
export async function makeMerchants(
  database_url: string,
  options: MerchantsOptions,
): Promise<Shop[]> {
  return await withApp(database_url, async (app) => {
    const shops = await insertShops(app, options);
    const { funds_cents = 0 } = options;
    if (funds_cents > 0) await fund(app, shops, funds_cents);
    return shops;
  });
}
