import type { Operations } from './schema.gen.ts';
type Name = keyof Operations;
export type WithMerchant<Fields> = Fields & {
    /** Default: the client's `merchantId`. */
    merchant_id?: string;
};
/** The body of an operation; `merchant_id` may be the client's. */
export type BodyOf<N extends Name> = Operations[N] extends {
    body: infer Body;
} ? WithMerchant<Omit<Body, 'merchant_id'>> : never;
export type QueryOf<N extends Name> = Operations[N] extends {
    query: infer Query;
} ? Query : never;
/** Names a record of a merchant. */
export type RecordName = string | WithMerchant<{
    id: string;
}>;
/** Sending reports a missing merchant. */
export declare const withMerchant: <Fields extends {
    merchant_id?: string;
}>(fields: Fields, own: string | undefined) => Fields & {
    merchant_id: string | undefined;
};
/** The path of a record. */
export declare function recordPath(name: RecordName, own: string | undefined): {
    merchant: string;
    uuid: string;
};
export {};
