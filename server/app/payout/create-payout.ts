// A merchant creates a pay-out: its amount is blocked in the same transaction.

import { payeeContent } from '../../domain/payout/refund-payee.ts';
import type { RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { CREATE_PAYOUT, payeeOf } from '../../domain/trade/create-requests.ts';
import type { App } from '../process/app.ts';
import { expectKind } from '../process/writer.ts';
import type { Caller } from '../request/caller.ts';
import { readOwn } from '../request/read-own.ts';
import { addressRules } from '../request/read-web-address.ts';
import { tradeBody } from '../request/views.ts';
import { createFields, fingerprintOf, orderContent } from '../trade/create-fields.ts';
import type { Created } from '../trade/create-payin.ts';

export async function createPayout(
  app: App,
  caller: Caller,
  body: RawFields,
): Promise<Created | Refusal> {
  const asked = readOwn(caller, CREATE_PAYOUT, body, addressRules(app));
  if (isRefusal(asked)) return asked;
  const order = { ...asked, return_url: null, description: null };
  const payee = payeeOf(asked);
  const settings = app.settings.fresh() ?? (await app.settings.current());
  const content = { ...orderContent(order), ...payeeContent(payee) };
  const fingerprint = fingerprintOf(app, 'payout', content);
  const fields = createFields(app, settings, caller, 'payout', order, fingerprint);
  const answer = await app.writer.submit({ ...fields, kind: 'create_payout', payee });
  const result = expectKind(answer, 'trade');
  if (isRefusal(result)) return result;
  if (!result.found) await app.sandbox_bank?.note(result.trade);
  const { page_url } = app;
  const options = { page_url, accounts: settings.accounts, masked: false };
  return { trade: tradeBody(result.trade, options), replayed: result.found };
}
