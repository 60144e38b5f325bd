// Tries of codes and passkeys, limited per account and per address.
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { networkOf } from '../../lib/ip-address.ts';
import { giveBackTry, type TryTarget, takeTry } from '../access/sign-in-tries.ts';
import type { App } from '../process/app.ts';

/** Without an account before it is known whose passkey signed. */
const targetsOf = (person_id: string | null, address: string): TryTarget[] => [
  ...(person_id === null ? [] : [{ scope: 'factor_account', of: person_id } as const]),
  { scope: 'factor_address', of: networkOf(address) },
];

/** The first lock is as long; how long a later one is, is not told to a guesser. */
const LOCK_TOLD_S = 60;

type Trier = { person_id: string | null; address: string };

/**
 * Counts the try, then makes it, unless too many failed before; gives it back only if it was right.
 * Who tries a code has given a password already, so the lock is told.
 */
export async function countedTry<Value>(
  app: App,
  { person_id, address }: Trier,
  attempt: () => Promise<Value | Refusal>,
): Promise<Value | Refusal> {
  const targets = targetsOf(person_id, address);
  const taken = await takeTry(app, targets);
  if (isRefusal(taken)) return taken;
  if (taken.locked) {
    return refuse('rate_limited', 'Too many wrong codes: wait a while, then try again.', {
      retry_after_s: LOCK_TOLD_S,
    });
  }
  const result = await attempt();
  if (!isRefusal(result)) await giveBackTry(app, targets);
  return result;
}
