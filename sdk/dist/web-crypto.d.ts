/** Of a text in UTF-8, as lower-case hex. */
export declare function sha256(text: string): Promise<string>;
/** Ed25519; key and signature as base64url. */
export declare function isSigned(text: string, signature: string, public_key: string): Promise<boolean>;
