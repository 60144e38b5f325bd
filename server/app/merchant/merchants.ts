// Operators create and change merchants.

import { merchantTerms } from '../../domain/merchant/change-merchant.ts';
import {
  CREATE_MERCHANT,
  FIND_MERCHANTS,
  UPDATE_MERCHANT,
} from '../../domain/merchant/merchant-requests.ts';
import { DEFAULT_ENDPOINT } from '../../domain/record/callback-endpoint.ts';
import {
  DEFAULT_SETTINGS,
  type Merchant,
  type MerchantSettings,
} from '../../domain/record/merchant.ts';
import {
  beginReading,
  type RawFields,
  readFilters,
  readRequest,
} from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { hasNames } from '../../domain/search/name-search.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readNegativeBalances } from '../../store/line/suspense.ts';
import { balanceOfMerchant } from '../ledger/get-balance.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { newWebhookSecret } from '../process/standard-webhook.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type Page, type PageQuery, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { settingVersion } from '../request/setting-version.ts';
import { type BalanceBody, iso } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

export type MerchantBody = {
  id: string;
  name: string;
  balance_currency: string;
  settings: MerchantSettings;
  callback_url: string | null;
  /** The operator's own merchant, created by the service. */
  is_house: boolean;
  /** A negative `actual_amount_cents` is a debt of the merchant, left by a reversal. */
  balance: BalanceBody;
  created_at: string;
  version: string;
};

async function body(app: App, merchant: Merchant): Promise<MerchantBody> {
  const { merchant_id, name, balance_currency, settings, is_house, created_at } = merchant;
  const { endpoints } = await app.settings.current();
  const endpoint = endpoints.get(merchant_id)?.find(({ number }) => number === DEFAULT_ENDPOINT);
  return {
    id: merchant_id,
    name,
    balance_currency,
    settings,
    callback_url: endpoint?.url ?? null,
    is_house,
    balance: await balanceOfMerchant(app, merchant),
    created_at: iso(created_at),
    version: settingVersion(app.store.cipher, merchantTerms(merchant)),
  };
}

export async function createMerchant(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
  merchant_id = newId(),
): Promise<MerchantBody | Refusal> {
  const asked = readRequest(CREATE_MERCHANT, raw);
  if (isRefusal(asked)) return asked;
  const merchant: Merchant = {
    ...asked,
    merchant_id,
    settings: { ...DEFAULT_SETTINGS, ...asked.settings },
    is_house: false,
    created_at: serviceTime(app),
  };
  const request = { merchant, secret: newWebhookSecret() };
  const made = await changeSetting(app, operator, SETTINGS_ACTS.create_merchant, request);
  return isRefusal(made) ? made : await body(app, made);
}

/** If it is not in the loaded settings, another process may have created it a moment ago. */
export async function merchantRecord(app: App, id: string): Promise<Merchant | Refusal> {
  const merchant_id = parseUuid(id);
  if (merchant_id === null) return refuseUnknown();
  const known = (await app.settings.current()).merchants.get(merchant_id);
  return known ?? (await app.settings.refresh()).merchants.get(merchant_id) ?? refuseUnknown();
}

export async function getMerchant(app: App, id: string): Promise<MerchantBody | Refusal> {
  const record = await merchantRecord(app, id);
  return isRefusal(record) ? record : await body(app, record);
}

/** Changes name and settings; the balance currency never changes. */
export async function updateMerchant(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<MerchantBody | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const reading = beginReading(UPDATE_MERCHANT, raw);
  const { balance_currency = record.balance_currency } = reading.values;
  if (balance_currency !== record.balance_currency) {
    reading.wrong('balance_currency', 'not_allowed', 'never changes');
  }
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const { name, settings } = asked;
  const { merchant_id } = record;
  const request = { merchant_id, name, settings };
  const after = await changeSetting(app, operator, SETTINGS_ACTS.change_merchant, request);
  return isRefusal(after) ? after : await body(app, after);
}

export async function listMerchants(
  app: App,
  query: QueryTexts<typeof FIND_MERCHANTS> & PageQuery,
): Promise<Page<MerchantBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], readFilters(FIND_MERCHANTS, query));
  if (isRefusal(page)) return page;
  const { limit, cursor, filters } = page;
  const below = filters.balance === null ? null : new Set(await readNegativeBalances(app.store.db));
  const { merchants } = await app.settings.current();
  const [after = ''] = cursor ?? [];
  const found = [...merchants.values()]
    .filter(({ merchant_id: id }) => id > after && below?.has(id) !== false)
    .filter(({ merchant_id, name }) => hasNames(filters.q ?? [], [name, merchant_id]))
    .slice(0, limit + 1);
  const bodies = await Promise.all(found.map((merchant) => body(app, merchant)));
  return pageOf(bodies, limit, (merchant) => [merchant.id]);
}
