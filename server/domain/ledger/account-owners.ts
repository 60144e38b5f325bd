// Whom a ledger account is about, as its name says: `due:MERCHANT:ACCOUNT`, `bank:ACCOUNT`.

export type AccountOwners = { merchant_id: string | null; receiving_account_id: string | null };

/** The accounts whose name ends with a receiving account; `clearing:none` is of no account. */
export function accountOwners(account: string): AccountOwners {
  const [kind, first = null, second = null] = account.split(':');
  if (kind === 'due') return { merchant_id: first, receiving_account_id: second };
  return { merchant_id: null, receiving_account_id: first === 'none' ? null : first };
}
