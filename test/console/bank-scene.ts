// Bank work in the console: a receiving account and a merchant of the scene's own, orders, claims,
// receipts, and lines as a feed gives them.
import { acceptedBody, type HttpClient, merchantClient } from '../../bench/harness/http-client.ts';
import { JPEG } from '../support/browser/receipt-files.ts';
import type { ConsoleScene } from './console-scene.ts';

type Made = { id: string };
export type Order = { id: string; url: string };

export type BankScene = {
  account: string;
  merchant_id: string;
  /** The merchant's API token. */
  token: string;
  /** By a customer of its own, if none is named. */
  pay(order_id: string, amount_cents: number, client_id?: string): Promise<Order>;
  claim(order: Order, utr: string): Promise<void>;
  sendReceipt(order: Order): Promise<void>;
  /** Gives lines to the account, and returns their ids. */
  give(...lines: object[]): Promise<string[]>;
};

/** As many numbers as scenes, so that each account is one of its own. */
let numbers = 0;

async function makeMerchant(operator: HttpClient, url: string, currency: string) {
  const fields = { name: 'Lotus Books', balance_currency: currency };
  const { id } = acceptedBody(await operator.post<Made>('/merchants', fields));
  const issued = await operator.post<{ token: string }>(`/merchants/${id}/tokens`, {
    mode: 'token',
  });
  const { token } = acceptedBody(issued);
  return { merchant_id: id, token, api: merchantClient(url, token) };
}

export async function openBank(
  { operator, url }: ConsoleScene,
  currency: string,
): Promise<BankScene> {
  numbers += 1;
  const { id: account } = acceptedBody(
    await operator.post<Made>('/receiving_accounts', {
      type: 'account',
      currency,
      name: 'House',
      bank_name: 'First Bank',
      number: String(501_000_000_000 + numbers),
    }),
  );
  const { merchant_id, token, api } = await makeMerchant(operator, url, currency);
  return {
    account,
    merchant_id,
    token,
    async pay(order_id, amount_cents, client_id = `client-${order_id}`) {
      return acceptedBody(
        await api.post<Order>('/orders/deposit/create', {
          merchant_id,
          order_id,
          amount_cents,
          amount_currency: currency,
          type: 'account',
          client_id,
        }),
      );
    },
    async claim({ id }, utr) {
      acceptedBody(await api.post('/orders/deposit/utr', { merchant_id, id, utr }));
    },
    async sendReceipt(order) {
      const form = new FormData();
      form.append('receipt', new File([Uint8Array.from(JPEG)], 'receipt.jpg'));
      const headers = { 'sec-fetch-site': 'same-origin' };
      const { status } = await fetch(`${url}${new URL(order.url).pathname}/receipt`, {
        method: 'POST',
        body: form,
        headers,
        redirect: 'manual',
      });
      if (status !== 303) throw new Error(`The receipt was answered with ${status}`);
    },
    async give(...lines) {
      const booked_at = new Date().toISOString();
      const given = lines.map((line) => ({ booked_at, ...line }));
      const body = { receiving_account_id: account, lines: given };
      const taken = await operator.post<{ lines: Made[] }>('/bank_lines', body);
      return acceptedBody(taken).lines.map(({ id }) => id);
    },
  };
}
