// Signs requests with WebCrypto: X-Token of mode `signature`, and X-Signature.
const ENCODER = new TextEncoder();
const asHex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
async function hmacHex(secret, text) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const bytes = ENCODER.encode(secret);
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
    return asHex(await crypto.subtle.sign('HMAC', key, ENCODER.encode(text)));
}
/** X-Token of mode `signature`. */
export function signedToken(secret, parts) {
    const { method, body, params } = parts;
    const text = method === 'GET' ? JSON.stringify(Object.fromEntries(params)) : body;
    return hmacHex(secret, text);
}
/** X-Signature at this time, in seconds. */
export async function xSignature(secret, t, parts) {
    const { method, path, body } = parts;
    return `t=${t},v1=${await hmacHex(secret, `${t}.${method}.${path}.${body}`)}`;
}
export async function fileHash(file) {
    return asHex(await crypto.subtle.digest('SHA-256', file));
}
