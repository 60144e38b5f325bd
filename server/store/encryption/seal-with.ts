// AES-256-GCM under one key: nonce, tag and ciphertext, bound to the place where they are kept.
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { pooledBytes } from './pooled-bytes.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const OVERHEAD_BYTES = NONCE_BYTES + TAG_BYTES;
/** The error that OpenSSL gives if authentication fails; it has no code. */
export const UNAUTHENTIC = 'Unsupported state or unable to authenticate data';

/** A key object costs a tenth of raw bytes, which are converted at every use. */
type CipherKey = Buffer | KeyObject;

const NO_HEAD = new Uint8Array(0);

/** `head` stands before it all, and is not encrypted: it tells which key opens the rest. */
export function sealWith(
  key: CipherKey,
  plain: Uint8Array,
  place: string,
  head: Uint8Array = NO_HEAD,
): Buffer {
  const nonce = pooledBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  cipher.setAAD(Buffer.from(place));
  // GCM gives each byte at once; the end adds none and makes the tag.
  const sealed = cipher.update(plain);
  cipher.final();
  // Written to one buffer: joined in steps, the parts were copied up to three times, which cost a
  // fifth of all that is done here.
  const whole = Buffer.allocUnsafe(head.length + OVERHEAD_BYTES + sealed.length);
  whole.set(head);
  whole.set(nonce, head.length);
  whole.set(cipher.getAuthTag(), head.length + NONCE_BYTES);
  whole.set(sealed, head.length + OVERHEAD_BYTES);
  return whole;
}

export function openWith(key: CipherKey, sealed: Buffer, place: string): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(tag);
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ]);
}
