// The content by which two creates with one order_id are equal: every field of the call, as the
// service understood it.
import type { RequestOf } from '../request/request-shape.ts';
import { canonicalText } from '../values/text.ts';
import type { CREATE_SHAPES } from './create-requests.ts';

export type CreateCall = keyof typeof CREATE_SHAPES;
type CreateField<Call extends CreateCall> = keyof RequestOf<(typeof CREATE_SHAPES)[Call]>;

/** These two identify the order, so they are equal before contents are compared. */
type OrderKey = 'merchant_id' | 'order_id';
type ContentField<Call extends CreateCall> = Exclude<CreateField<Call>, OrderKey>;

/**
 * A value for each of the other fields, null if it was not given; a missing field does not compile.
 */
export type CreateContent<Call extends CreateCall> = Readonly<
  Record<ContentField<Call>, string | null>
>;

/**
 * The fields in the order of version 1 of the canonical text, which is final: each order keeps only
 * the digest of its text, so any other order or spelling would refuse the repeats of stored orders.
 * A new field is added at the end of its list and must be optional.
 */
const TEXT_ORDER = {
  payin: [
    'amount_cents',
    'amount_currency',
    'type',
    'client_id',
    'callback_url',
    'return_url',
    'description',
    'metadata',
  ],
  payout: [
    'amount_cents',
    'amount_currency',
    'type',
    'number',
    'name',
    'client_id',
    'callback_url',
    'customer_phone_number',
    'payment_data_bank_name',
    'metadata',
  ],
  refund: [
    'id',
    'amount_cents',
    'type',
    'number',
    'name',
    'payment_data_bank_name',
    'customer_phone_number',
    'callback_url',
    'note',
    'metadata',
  ],
} as const satisfies { readonly [Call in CreateCall]: readonly ContentField<Call>[] };

/** Fields that the text would leave out; a field without a place in it does not compile. */
type Forgotten = {
  [Call in CreateCall]: Exclude<ContentField<Call>, (typeof TEXT_ORDER)[Call][number]>;
}[CreateCall];
const TEXT_FIELDS: Forgotten extends never
  ? Readonly<Record<CreateCall, readonly string[]>>
  : never = TEXT_ORDER;

/**
 * Version 1 of the content as a text to hash. Fields that were not given are omitted, so that a new
 * field does not change the text of requests without it. If another version should ever be needed,
 * this one stays beside it, for the orders that it has digested.
 */
export function contentText<Call extends CreateCall>(
  call: Call,
  content: CreateContent<Call>,
): string {
  const values: Readonly<Record<string, string | null>> = content;
  const parts: (string | [field: string, value: string])[] = [call];
  for (const field of TEXT_FIELDS[call]) {
    const value = values[field] ?? null;
    if (value !== null) parts.push([field, value]);
  }
  return canonicalText(JSON.stringify(parts));
}
