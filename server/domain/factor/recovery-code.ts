// Recovery codes: each replaces a lost second factor once.
import { canonicalCrockford, encodeCrockford } from '../../lib/base32.ts';

export const RECOVERY_CODES = {
  count: 10,
  /** 80 bits, so that no hash of a code can be searched. */
  bytes: 10,
} as const;

const CHARACTERS = 16;
const GROUP = 4;
/** With a separator after every character, and some space around. */
const TYPED_MAX_LENGTH = 64;

/** Four groups of four characters, for reading and writing down. */
export function showRecoveryCode(bytes: Uint8Array): string {
  if (bytes.length !== RECOVERY_CODES.bytes) throw new Error('A recovery code has ten bytes');
  const text = encodeCrockford(bytes);
  return Array.from({ length: CHARACTERS / GROUP }, (_, group) =>
    text.slice(group * GROUP, (group + 1) * GROUP),
  ).join('-');
}

/** The characters of a code as somebody typed it, in their canonical form; null if it is none. */
export function readRecoveryCode(typed: string): string | null {
  if (typed.length > TYPED_MAX_LENGTH) return null;
  const plain = canonicalCrockford(typed.replace(/[\s-]/g, ''));
  return plain?.length === CHARACTERS ? plain : null;
}
