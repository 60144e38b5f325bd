// Counts tries of passwords, codes and links, per account and per address, over all processes.
import { countSuccess, judgeTry, type TryScope } from '../../domain/access/sign-in-tries.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import { networkOf } from '../../lib/ip-address.ts';
import { lockTries, saveTries, type TryKey } from '../../store/access/sign-in-tries.ts';
import type { App } from '../process/app.ts';

/** What a try is counted for: an account by its id or address hash, a network, or both. */
export type TryTarget = { scope: TryScope; of: string };

const keyOf = (app: App, { scope, of }: TryTarget): TryKey => ({
  scope,
  key_hash: app.store.cipher.lookup(`try/${scope}/${of}`),
});

/** The counters of a password: `account` names the account, whether it exists or not. */
export function passwordTargets(account: string, address: string): TryTarget[] {
  const network = networkOf(address);
  return [
    { scope: 'password_account', of: account },
    { scope: 'password_address', of: network },
    { scope: 'password_pair', of: `${account}/${network}` },
  ];
}

export const linkTargets = (address: string): TryTarget[] => [
  { scope: 'link_address', of: networkOf(address) },
];

export const openidTargets = (address: string): TryTarget[] => [
  { scope: 'openid_address', of: networkOf(address) },
];

/**
 * Counts a try before it is checked: `locked` is answered as a wrong one. A locked address is
 * refused openly, because that says nothing about an account.
 */
export async function takeTry(
  app: App,
  targets: readonly TryTarget[],
): Promise<{ locked: boolean } | Refusal> {
  const keys = targets.map((target) => keyOf(app, target));
  const { verdict, counted, now } = await app.store.db.transaction(async (tx) => {
    const counters = await lockTries(tx, keys);
    const judged = judgeTry(counters.found, counters.now);
    await saveTries(tx, judged.counted);
    return { ...judged, now: counters.now };
  });
  if (verdict !== 'address_locked') return { locked: verdict === 'locked' };
  const until = Math.max(...counted.map(({ tries }) => tries.locked_until ?? 0));
  return refuse('rate_limited', 'Too many failed tries from this address: wait a while.', {
    retry_after_s: Math.max(1, Math.ceil((until - now) / 1_000)),
  });
}

/** The try was right. */
export async function giveBackTry(app: App, targets: readonly TryTarget[]): Promise<void> {
  const keys = targets.map((target) => keyOf(app, target));
  await app.store.db.transaction(async (tx) => {
    const { found, now } = await lockTries(tx, keys);
    const changed = found.map((one) => ({
      ...one,
      tries: countSuccess(one.scope, one.tries, now),
    }));
    await saveTries(tx, changed);
  });
}
