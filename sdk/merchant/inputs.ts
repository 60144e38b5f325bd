// What callers give: the types of the API's document, with the merchant filled in.
import type { CallApi } from '../api/call-api.ts';
import type { Operations } from './schema.gen.ts';

export type CallMerchant = CallApi<Operations>;

type Name = keyof Operations;

export type WithMerchant<Fields> = Fields & {
  /** Default: the client's `merchantId`. */
  merchant_id?: string;
};

/** The body of an operation; `merchant_id` may be the client's. */
export type BodyOf<N extends Name> = Operations[N] extends { body: infer Body }
  ? WithMerchant<Omit<Body, 'merchant_id'>>
  : never;

export type QueryOf<N extends Name> = Operations[N] extends { query: infer Query } ? Query : never;

/** Names a record of a merchant. */
export type RecordName = string | WithMerchant<{ id: string }>;

/** Sending reports a missing merchant. */
export const withMerchant = <Fields extends { merchant_id?: string }>(
  fields: Fields,
  own: string | undefined,
): Fields & { merchant_id: string | undefined } => ({
  ...fields,
  merchant_id: fields.merchant_id ?? own,
});

/** The path of a record. */
export function recordPath(
  name: RecordName,
  own: string | undefined,
): { merchant: string; uuid: string } {
  const { id, merchant_id = own } = typeof name === 'string' ? { id: name } : name;
  return { merchant: merchant_id ?? '', uuid: id };
}
