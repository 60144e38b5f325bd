// The highest balance of a merchant: every sum of it stays a number that JSON readers get exactly.
import type { Change } from '../batch/decision.ts';
import { balanceOf, type World } from '../batch/world.ts';
import { accountKey, BALANCE_ACCOUNTS, isBalanceAccount } from '../ledger/ledger.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import { MAX_BALANCE_CENTS } from '../values/money.ts';

/** The effect of changes on balances, by merchant and currency. */
function movesOf(changes: readonly Change[]) {
  const moved = new Map<string, bigint>();
  const balances = new Map<string, { book: string; currency: string }>();
  for (const change of changes) {
    if (change.kind !== 'entry') continue;
    const { book, postings } = change.entry;
    for (const { account, currency, amount_cents } of postings) {
      if (!isBalanceAccount(account)) continue;
      const key = accountKey(book, account, currency);
      moved.set(key, (moved.get(key) ?? 0n) + amount_cents);
      balances.set(`${book}/${currency}`, { book, currency });
    }
  }
  return { moved, balances: [...balances.values()] };
}

const isBeyond = (cents: bigint) => cents > MAX_BALANCE_CENTS || cents < -MAX_BALANCE_CENTS;

/** Whether a balance, or a part of it, would exceed the bound. */
export function passesBound(world: World, changes: readonly Change[]): boolean {
  // Most orders move no money yet.
  if (changes.every(({ kind }) => kind !== 'entry')) return false;
  const { moved, balances } = movesOf(changes);
  return balances.some(({ book, currency }) => {
    const after = BALANCE_ACCOUNTS.map((part) => {
      const delta = moved.get(accountKey(book, part, currency)) ?? 0n;
      return balanceOf(world, book, part, currency) + delta;
    });
    return [...after, after.reduce((sum, part) => sum + part, 0n)].some(isBeyond);
  });
}

export const refuseBeyondBound = (): Refusal =>
  refuse(
    'balance_limit',
    `The merchant's balance would pass ${MAX_BALANCE_CENTS} minor units, the most that it may be.`,
  );
