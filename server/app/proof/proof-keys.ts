// The keys that sign the daily proofs: created on first use, the newest signs, all public keys are
// published.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { now } from '../../store/batch/store.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import {
  insertProofKey,
  openPrivateKey,
  type ProofKey,
  readProofKeys,
  sealPrivateKey,
} from '../../store/proof/proof-rows.ts';
import type { App } from '../process/app.ts';
import { iso, isoOrNull } from '../request/views.ts';

export type ProofKeyBody = {
  key_id: number;
  algorithm: 'Ed25519';
  /** 32 bytes as base64url. */
  public_key: string;
  created_at: string;
  /** When it stopped signing; null: it signs. */
  ended_at: string | null;
};

const privateOf = (cipher: Cipher, key: ProofKey): KeyObject =>
  createPrivateKey({ key: openPrivateKey(cipher, key), format: 'der', type: 'pkcs8' });

/** The public key as it is published: 32 bytes. */
function rawPublicKey(key: KeyObject): Buffer {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  return Buffer.from(x ?? '', 'base64url');
}

export function makeKey(cipher: Cipher, key_id: number): Omit<ProofKey, 'created_at'> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  return {
    key_id,
    public_key: rawPublicKey(privateKey),
    private_key: sealPrivateKey(cipher, key_id, pkcs8),
  };
}

/** At least one: if two processes create the first key at once, one of them is kept. */
export async function keysOf(app: App): Promise<ProofKey[]> {
  const { db, cipher } = app.store;
  const known = await readProofKeys(db);
  if (known.length > 0) return known;
  await insertProofKey(db, { ...makeKey(cipher, 1), created_at: await now(app.store) });
  return await readProofKeys(db);
}

/** A key ends at the moment when the next one is created; the list is in this order. */
const endOf = (keys: readonly ProofKey[], index: number) => keys[index + 1]?.created_at ?? null;

export const keyBodies = (keys: readonly ProofKey[]): ProofKeyBody[] =>
  keys.map((key, index) => ({
    key_id: key.key_id,
    algorithm: 'Ed25519',
    public_key: key.public_key.toString('base64url'),
    created_at: iso(key.created_at),
    ended_at: isoOrNull(endOf(keys, index)),
  }));

/** All keys that have ever signed, so that old proofs can still be checked. */
export async function listProofKeys(app: App): Promise<{ keys: ProofKeyBody[] }> {
  return { keys: keyBodies(await keysOf(app)) };
}

/** The id of the key that signs, as this transaction sees it. */
export async function newestKeyId(tx: Queryable): Promise<number | null> {
  return (await readProofKeys(tx)).at(-1)?.key_id ?? null;
}

export type Signer = { key_id: number; sign(text: string): Buffer };

/** The newest key signs. */
export async function openSigner(app: App): Promise<Signer> {
  const key = (await keysOf(app)).at(-1);
  if (key === undefined) throw new Error('No key to sign proofs with');
  const secret = privateOf(app.store.cipher, key);
  return { key_id: key.key_id, sign: (text) => sign(null, Buffer.from(text), secret) };
}

/** Every reader of a proof gets its public key from the stored row. */
export async function publicKeyOf(app: App, key_id: number): Promise<string> {
  const key = (await keysOf(app)).find((one) => one.key_id === key_id);
  if (key === undefined) throw new Error(`No proof key ${key_id}`);
  return key.public_key.toString('base64url');
}

/** The public key, computed from the private one; a text with the problem if that is impossible. */
function publicHalf(cipher: Cipher, key: ProofKey): KeyObject | string {
  let secret: KeyObject;
  try {
    secret = privateOf(cipher, key);
  } catch (error) {
    return `the private key cannot be decrypted (${String(error)})`;
  }
  if (rawPublicKey(secret).equals(key.public_key)) return createPublicKey(secret);
  return 'the published key does not belong to the private key';
}

export type Verifier = {
  verify(key_id: number, text: string, signature: Uint8Array): boolean;
  /** True if the key no longer signed at this time. */
  hadEnded(key_id: number, at: number): boolean;
  /** Problems of the keys themselves. */
  problems: readonly string[];
};

/**
 * Computes public keys from the private ones, which cannot be replaced without the master key
 * outside the database; otherwise somebody could sign everything again with a key of their own.
 */
export async function openVerifier(tx: Queryable, cipher: Cipher): Promise<Verifier> {
  const problems: string[] = [];
  const publics = new Map<number, KeyObject>();
  const ends = new Map<number, number | null>();
  const keys = await readProofKeys(tx);
  for (const [index, key] of keys.entries()) {
    ends.set(key.key_id, endOf(keys, index));
    const half = publicHalf(cipher, key);
    if (typeof half === 'string') problems.push(`proof key ${key.key_id}: ${half}`);
    else publics.set(key.key_id, half);
  }
  return {
    problems,
    verify(key_id, text, signature) {
      const key = publics.get(key_id);
      return key !== undefined && verify(null, Buffer.from(text), key, signature);
    },
    hadEnded(key_id, at) {
      const ended_at = ends.get(key_id) ?? null;
      return ended_at !== null && at > ended_at;
    },
  };
}
