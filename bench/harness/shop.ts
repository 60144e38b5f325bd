// Sets up a merchant with a token, money and a callback endpoint through the operator API.
import { createHash } from 'node:crypto';
import { acceptedBody, type HttpClient, merchantClient } from './http-client.ts';

export type Shop = {
  readonly merchant_id: string;
  readonly token: string;
  readonly token_id: string;
  /** Its signing secret for callbacks; empty if it has no endpoint. */
  readonly secret: string;
};

export type ShopOptions = {
  readonly name?: string;
  readonly funds_cents?: number;
  readonly callback_url?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
};

/** Looks random, because live mode refuses a token that can be guessed. */
export const BENCH_OPERATOR_TOKEN = createHash('sha256').update('the harness').digest('base64url');

type Identified = { id: string };

function send(operator: HttpClient, method: string, path: string, fields: object) {
  const headers = { 'content-type': 'application/json' };
  return operator.send<object>(path, { method, headers, body: JSON.stringify(fields) });
}

/** Sets where a merchant's callbacks go by default, and returns the secret that signs them. */
export async function setCallbacks(
  operator: HttpClient,
  merchant_id: string,
  url: string,
): Promise<string> {
  const endpoint = `/merchants/${merchant_id}/callback_endpoints/0`;
  acceptedBody(await send(operator, 'PATCH', endpoint, { url }));
  const rotated = await operator.post<{ secret: string }>(`${endpoint}/rotate_secret`, {});
  return acceptedBody(rotated).secret;
}

export async function openShop(operator: HttpClient, options: ShopOptions = {}): Promise<Shop> {
  const { name = 'Shop', funds_cents = 0, callback_url, settings } = options;
  const fields = { name, balance_currency: 'INR', ...(settings === undefined ? {} : { settings }) };
  const { id: merchant_id } = acceptedBody(await operator.post<Identified>('/merchants', fields));
  const here = `/merchants/${merchant_id}`;
  const tariffs = [
    { direction: 'payin', type: null, currency: null, percent: 1.5 },
    { direction: 'payout', type: null, currency: null, percent: 0.5 },
  ];
  acceptedBody(await send(operator, 'PUT', `${here}/tariffs`, { tariffs }));
  if (funds_cents > 0) {
    const funding = { amount_cents: funds_cents, reason: 'Opening balance' };
    acceptedBody(await operator.post(`${here}/adjustments`, funding));
  }
  const secret =
    callback_url === undefined ? '' : await setCallbacks(operator, merchant_id, callback_url);
  const issued = await operator.post<Identified & { token: string }>(`${here}/tokens`, {
    mode: 'token',
  });
  const { id: token_id, token } = acceptedBody(issued);
  return { merchant_id, token, token_id, secret };
}

export async function addAccount(operator: HttpClient, number: string): Promise<string> {
  const account = { type: 'account', currency: 'INR', name: 'House', number, bank_name: 'Bank' };
  return acceptedBody(await operator.post<Identified>('/receiving_accounts', account)).id;
}

export function payinFields(shop: Shop, order_id: string, amount_cents: number) {
  return {
    merchant_id: shop.merchant_id,
    order_id,
    amount_cents,
    amount_currency: 'INR',
    type: 'account',
    client_id: 'customer-1',
  };
}

export function payoutFields(shop: Shop, order_id: string, amount_cents: number) {
  return { ...payinFields(shop, order_id, amount_cents), number: '000111222333', name: 'Asha Rao' };
}

export const clientOf = (url: string, shop: Shop) => merchantClient(url, shop.token);
