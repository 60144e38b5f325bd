// A merchant creates a pay-out: its amount is blocked in the same transaction.

import type { Payee } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { CREATE_FIELDS } from '../../domain/trade/create-content.ts';
import type { App } from '../process/app.ts';
import { expectKind } from '../process/writer.ts';
import type { Caller } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { NUMBER_MAX_LENGTH, payeeContent, readPhone } from '../request/read-payee.ts';
import { tradeBody } from '../request/views.ts';
import {
  createFields,
  keyedFingerprint,
  type OrderFields,
  orderContent,
  readOrder,
  refuseCreate,
} from '../trade/create-fields.ts';
import type { Created } from '../trade/create-payin.ts';

function readPayee(reader: FieldReader, order: OrderFields): Payee {
  const given = reader.text('number', NUMBER_MAX_LENGTH);
  const number = order.type?.normalise(given) ?? '';
  if (given !== '' && order.type !== null && number === '') {
    reader.wrong('number', 'format', order.type.rule);
  }
  return {
    number,
    name: reader.optionalText('name', LIMITS.name_max_length),
    bank_name: reader.optionalText('payment_data_bank_name', LIMITS.bank_name_max_length),
    phone: readPhone(reader),
  };
}

export async function createPayout(
  app: App,
  caller: Caller,
  body: RawFields,
): Promise<Created | Refusal> {
  const reader = readFields(body, CREATE_FIELDS.payout);
  const order = { ...readOrder(app, reader), return_url: null };
  const payee = readPayee(reader, order);
  const refused = refuseCreate(caller, order, reader);
  if (refused !== null) return refused;
  const settings = app.settings.fresh() ?? (await app.settings.current());
  const content = { ...orderContent(order), ...payeeContent(payee) };
  const fingerprint = keyedFingerprint(app, 'payout', content);
  const fields = createFields(app, settings, caller, 'payout', order, fingerprint);
  const answer = await app.writer.submit({ ...fields, kind: 'create_payout', payee });
  const result = expectKind(answer, 'trade');
  if (isRefusal(result)) return result;
  if (!result.found) await app.sandbox_bank?.note(result.trade);
  const { page_url } = app;
  const options = { page_url, accounts: settings.accounts, masked: false };
  return { trade: tradeBody(result.trade, options), replayed: result.found };
}
