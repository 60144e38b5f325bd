// Signs requests with WebCrypto: X-Token of mode `signature`, and X-Signature.

const ENCODER = new TextEncoder();

const asHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function hmacHex(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = ENCODER.encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  return asHex(await crypto.subtle.sign('HMAC', key, ENCODER.encode(text)));
}

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
export function signedToken(secret: string, parts: SignedParts): Promise<string> {
  const { method, body, params } = parts;
  const text = method === 'GET' ? JSON.stringify(Object.fromEntries(params)) : body;
  return hmacHex(secret, text);
}

/** X-Signature at this time, in seconds. */
export async function xSignature(secret: string, t: number, parts: SignedParts): Promise<string> {
  const { method, path, body } = parts;
  return `t=${t},v1=${await hmacHex(secret, `${t}.${method}.${path}.${body}`)}`;
}

export async function fileHash(file: Uint8Array<ArrayBuffer>): Promise<string> {
  return asHex(await crypto.subtle.digest('SHA-256', file));
}
