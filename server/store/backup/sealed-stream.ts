// Encrypts a file of a backup in pieces, so that a restore notices each changed, moved or missing
// piece: AES-256-GCM per piece, whose number and whether it is the last are in the nonce.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { StartupError } from '../../lib/startup-error.ts';

const PIECE_BYTES = 65_536;
const TAG_BYTES = 16;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';

/** How the key was made of the passphrase; stored in the clear. */
export type Stretching = { n: number; r: number; p: number; salt: string };

/** 128 MiB of memory and a good part of a second for each try. */
const COST = { n: 131_072, r: 8, p: 1 } as const;

export const newStretching = (): Stretching => ({
  ...COST,
  salt: randomBytes(SALT_BYTES).toString('base64'),
});

/** A backup from elsewhere must not choose how much memory this takes. */
const isOurs = ({ n, r, p }: Stretching) => n === COST.n && r === COST.r && p === COST.p;

export function stretch(passphrase: string, stretching: Stretching): Uint8Array {
  if (!isOurs(stretching)) {
    throw new StartupError('The backup was encrypted in a way that this version does not know.');
  }
  const { n, r, p, salt } = stretching;
  const maxmem = 256 * n * r;
  return scryptSync(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), KEY_BYTES, {
    ...{ N: n, r, p, maxmem },
  });
}

/** Of one file: its name is part of it, so that files cannot be exchanged. */
const keyOf = (key: Uint8Array, salt: Uint8Array, name: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, salt, `payment-orders backup ${name}`, KEY_BYTES));

function nonceOf(piece: number, is_last: boolean): Uint8Array {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(piece, 5, 6);
  nonce[11] = is_last ? 1 : 0;
  return nonce;
}

/** Pieces of exactly so many bytes, but for the last; at least one, with whether it is the last. */
async function* inPieces(
  source: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<readonly [piece: Uint8Array, is_last: boolean]> {
  let kept: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    kept = kept.length === 0 ? Buffer.from(chunk) : Buffer.concat([kept, chunk]);
    while (kept.length > bytes) {
      yield [kept.subarray(0, bytes), false];
      kept = kept.subarray(bytes);
    }
  }
  yield [kept, true];
}

export async function* seal(
  source: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  name: string,
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(SALT_BYTES);
  const own = keyOf(key, salt, name);
  yield salt;
  let number = 0;
  for await (const [piece, is_last] of inPieces(source, PIECE_BYTES)) {
    const cipher = createCipheriv(CIPHER, own, nonceOf(number, is_last));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

const wrongPassphrase = (name: string) =>
  new StartupError(
    `${name} cannot be decrypted: the passphrase is another one, or the file was changed ` +
      '(docs/operate/backup.md).',
  );

function openPiece(own: Uint8Array, piece: Uint8Array, nonce: Uint8Array): Uint8Array | null {
  const sealed = Buffer.from(piece);
  if (sealed.length < TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, own, nonce);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const opened = decipher.update(sealed.subarray(0, -TAG_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch (error) {
    // Its only message says that the tag is wrong.
    if (error instanceof Error) return null;
    throw error;
  }
}

/** The first bytes, and the rest. */
async function* withoutSalt(source: AsyncIterable<Uint8Array>, found: { salt: Buffer }) {
  for await (const chunk of source) {
    const missing = SALT_BYTES - found.salt.length;
    if (missing === 0) yield chunk;
    else {
      found.salt = Buffer.concat([found.salt, chunk.subarray(0, missing)]);
      if (chunk.length > missing) yield chunk.subarray(missing);
    }
  }
}

export async function* unseal(
  source: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  name: string,
): AsyncGenerator<Uint8Array> {
  const found = { salt: Buffer.alloc(0) };
  let number = 0;
  for await (const [piece, is_last] of inPieces(
    withoutSalt(source, found),
    PIECE_BYTES + TAG_BYTES,
  )) {
    const own = keyOf(key, found.salt, name);
    const opened = openPiece(own, piece, nonceOf(number, is_last));
    if (opened === null) throw wrongPassphrase(name);
    yield opened;
    number += 1;
  }
}
