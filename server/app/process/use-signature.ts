// Makes sure that a signature opens only one request, whichever process receives it.
import { SIGNATURE_TOLERANCE_S } from '../../domain/callback/signature.ts';
import { insertSignatures, type UsedSignature } from '../../store/access/used-signatures.ts';
import type { Store } from '../../store/batch/store.ts';
import { gather } from './gather.ts';

/**
 * Twice the time for which it is fresh, so that no old one is accepted after a small step back of
 * the clock.
 */
const KEPT_MS = 2 * SIGNATURE_TOLERANCE_S * 1_000;

type GivenSignature = Omit<UsedSignature, 'expires_at'> & { signed_at: number };

/** True for the first request with this signature. */
export type UseSignature = (given: GivenSignature) => Promise<boolean>;

/** Requests that arrive during a write go together into the next: one statement for many. */
export function createSignatureUse({ db }: Pick<Store, 'db'>): UseSignature {
  const write = gather((given: readonly UsedSignature[]) => insertSignatures(db, given));
  return async ({ signed_at, ...given }) => {
    const first = await write({ ...given, expires_at: signed_at + KEPT_MS });
    // Removed, so that only the first of equal ones in a statement counts.
    return first.delete(given.signature);
  };
}
