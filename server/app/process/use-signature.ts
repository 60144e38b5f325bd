// A signature opens one request, whichever process it comes to.
import { SIGNATURE_TOLERANCE_S } from '../../domain/callback/signature.ts';
import { insertSignatures, type UsedSignature } from '../../store/access/used-signatures.ts';
import type { Store } from '../../store/batch/store.ts';
import { gather } from './gather.ts';

/** Twice the time for which it is fresh: a clock that was set back a little opens no old one. */
const KEPT_MS = 2 * SIGNATURE_TOLERANCE_S * 1_000;

type GivenSignature = Omit<UsedSignature, 'expires_at'> & { signed_at: number };

/** True for the first request that comes with it. */
export type UseSignature = (given: GivenSignature) => Promise<boolean>;

/** Requests that come while others are written go together: one statement for many. */
export function createSignatureUse({ db }: Pick<Store, 'db'>): UseSignature {
  const write = gather((given: readonly UsedSignature[]) => insertSignatures(db, given));
  return async ({ signed_at, ...given }) => {
    const first = await write({ ...given, expires_at: signed_at + KEPT_MS });
    // Taken out, so that of equal ones in one statement one is the first.
    return first.delete(given.signature);
  };
}
