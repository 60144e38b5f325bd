// The content by which two refunds with one order_id are equal.

import type { Payee, Trade } from '../record/trade.ts';
import type { CreateContent } from '../trade/create-content.ts';
import type { AskedRefund } from '../trade/create-requests.ts';
import { metadataContent } from '../trade/metadata.ts';
import type { Metadata } from '../values/text.ts';
import { payeeContent } from './refund-payee.ts';

type ContentFields = {
  payee: Payee;
  type: string;
  asked_cents: bigint | null;
  callback_url: string | null;
  metadata: Metadata | null;
  note: string | null;
};

/**
 * Fields of the payee that the request leaves out stay out, because the bank may report the payer's
 * data later.
 */
export function refundContent(
  asked: AskedRefund,
  payin: Trade,
  fields: ContentFields,
): CreateContent<'refund'> {
  const { payee, type, asked_cents, callback_url, metadata, note } = fields;
  const named = (field: 'type' | 'number' | 'name', value: string | null) =>
    asked[field] === null ? null : value;
  const { number, name, ...known } = payeeContent(payee);
  return {
    ...known,
    id: payin.trade_id,
    amount_cents: asked_cents === null ? null : String(asked_cents),
    type: named('type', type),
    number: named('number', number),
    name: named('name', name),
    callback_url,
    note,
    metadata: metadataContent(metadata),
  };
}
