// A merchant creates a pay-in.

import type { RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { CREATE_PAYIN } from '../../domain/trade/create-requests.ts';
import { accountsFor } from '../account/payin-accounts.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { expectKind } from '../process/writer.ts';
import type { Caller } from '../request/caller.ts';
import { readOwn } from '../request/read-own.ts';
import { addressRules } from '../request/read-web-address.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import { createFields, fingerprintOf, orderContent } from './create-fields.ts';

export type Created = { trade: TradeBody; replayed: boolean };

/** A pay-in that found no receiving account. */
function noteMiss(app: App, fields: ReturnType<typeof createFields>, reason: unknown): void {
  app.count('receiving_account_misses', { reason: String(reason) });
  const { merchant, currency, type, amount_cents } = fields;
  const missed = { merchant_id: merchant.merchant_id, currency, type, amount_cents };
  app.misses.note({ ...missed, at: serviceTime(app) }, reason);
}

export async function createPayin(
  app: App,
  caller: Caller,
  body: RawFields,
): Promise<Created | Refusal> {
  const order = readOwn(caller, CREATE_PAYIN, body, addressRules(app));
  if (isRefusal(order)) return order;
  const settings = app.settings.fresh() ?? (await app.settings.current());
  const { return_url, description } = order;
  const content = { ...orderContent(order), return_url, description };
  const fingerprint = fingerprintOf(app, 'payin', content);
  const fields = createFields(app, settings, caller, 'payin', order, fingerprint);
  const unwanted = app.sandbox_bank?.refuses(fields.amount_cents) ?? null;
  if (unwanted !== null) {
    // Counted as if no account were free, so that reports show what the magic value stands for.
    if (unwanted.code === 'no_receiving_account_available') noteMiss(app, fields, 'no_account');
    return unwanted;
  }
  const accounts = await accountsFor(app, fields.type, fields.currency);
  const answer = await app.writer.submit({ ...fields, kind: 'create_payin', accounts });
  const result = expectKind(answer, 'trade');
  if (isRefusal(result)) {
    if (result.code === 'no_receiving_account_available') {
      noteMiss(app, fields, result.extra?.reason);
    }
    return result;
  }
  if (!result.found) await app.sandbox_bank?.note(result.trade);
  const { accounts: shown } = app.settings.fresh() ?? (await app.settings.current());
  const options = { page_url: app.page_url, accounts: shown, masked: false };
  return { trade: tradeBody(result.trade, options), replayed: result.found };
}
