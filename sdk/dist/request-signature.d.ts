export type SignedParts = {
    method: string;
    /** With the query, as the service sees it. */
    path: string;
    /** The body as sent; of a file its lower-case hex SHA-256. */
    body: string;
    /** The parameters of the path, in its order; without any, `merchant_id` of the query. */
    params: readonly (readonly [name: string, value: string])[];
};
/** X-Token of mode `signature`. */
export declare function signedToken(secret: string, parts: SignedParts): Promise<string>;
/** X-Signature at this time, in seconds. */
export declare function xSignature(secret: string, t: number, parts: SignedParts): Promise<string>;
export declare function fileHash(file: Uint8Array<ArrayBuffer>): Promise<string>;
