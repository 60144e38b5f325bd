// The fields of the three create calls in the documented order, and the content by which two
// requests with one order_id are equal: every field of the call, as the service understood it.
import { canonicalText } from '../values/text.ts';

export const CREATE_FIELDS = {
  payin: [
    'merchant_id',
    'order_id',
    'amount_cents',
    'amount_currency',
    'type',
    'client_id',
    'callback_url',
    'return_url',
  ],
  payout: [
    'merchant_id',
    'order_id',
    'amount_cents',
    'amount_currency',
    'type',
    'number',
    'name',
    'client_id',
    'callback_url',
    'customer_phone_number',
    'payment_data_bank_name',
  ],
  refund: [
    'merchant_id',
    'id',
    'order_id',
    'amount_cents',
    'type',
    'number',
    'name',
    'payment_data_bank_name',
    'customer_phone_number',
    'callback_url',
    'note',
  ],
} as const;

type Fields = typeof CREATE_FIELDS;
export type CreateCall = keyof Fields;
export type CreateField<Call extends CreateCall> = Fields[Call][number];

/** These two identify the order, so they are equal before contents are compared. */
type OrderKey = 'merchant_id' | 'order_id';

/**
 * A value for each of the other fields, null if it was not given; a missing field does not compile.
 */
export type CreateContent<Call extends CreateCall> = Readonly<
  Record<Exclude<CreateField<Call>, OrderKey>, string | null>
>;

/**
 * The content as a text to hash. Fields that were not given are omitted, so that a new field does
 * not change the text of requests without it.
 */
export function contentText<Call extends CreateCall>(
  call: Call,
  content: CreateContent<Call>,
): string {
  const values: Readonly<Record<string, string | null>> = content;
  const given = CREATE_FIELDS[call].flatMap((field) => {
    const value = values[field] ?? null;
    return value === null ? [] : [[field, value]];
  });
  return canonicalText(JSON.stringify([call, ...given]));
}
