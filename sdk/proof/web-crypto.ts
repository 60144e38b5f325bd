// Hashes and signatures through WebCrypto, which Node, Deno, Bun, browsers and edge runtimes share.
import { demand } from './proof-problem.ts';

const ENCODER = new TextEncoder();

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Of a text in UTF-8, as lower-case hex. */
export async function sha256(text: string): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', ENCODER.encode(text))));
}

function bytesOf(base64url: string, what: string): Uint8Array<ArrayBuffer> {
  demand(/^[\w-]+$/.test(base64url), 'malformed', `${what} is not base64url`);
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** Ed25519; key and signature as base64url. */
export async function isSigned(
  text: string,
  signature: string,
  public_key: string,
): Promise<boolean> {
  const raw = bytesOf(public_key, 'The public key');
  demand(raw.length === KEY_BYTES, 'malformed', 'The public key does not have 32 bytes');
  const signed = bytesOf(signature, 'The signature');
  demand(signed.length === SIGNATURE_BYTES, 'malformed', 'The signature does not have 64 bytes');
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
  return await crypto.subtle.verify('Ed25519', key, signed, ENCODER.encode(text));
}
