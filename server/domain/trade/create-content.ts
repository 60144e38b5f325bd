// The fields of the three create calls, in the documented order, and the content by which two
// requests with one order_id are equal: every field of the call, as it was understood.
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

/** These two say which order is meant, so they are equal before anything is compared. */
type OrderKey = 'merchant_id' | 'order_id';

/** One value for each of the other fields, null if it was not given: a missing one is an error. */
export type CreateContent<Call extends CreateCall> = Readonly<
  Record<Exclude<CreateField<Call>, OrderKey>, string | null>
>;

/**
 * The content as a text to be hashed. What was not given is left out, so that a field added later
 * leaves the texts of requests without it as they were.
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
