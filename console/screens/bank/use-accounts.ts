// The receiving accounts by their ids, so that screens name them instead of showing ids.
import type { ReceivingAccount } from '../../api/schema.gen.ts';
import type { Choice } from '../../parts/list/filters.ts';
import { useReceivingAccounts } from '../../parts/receiving-accounts.ts';

const accountName = ({ name, number, currency }: ReceivingAccount): string =>
  `${name} · ${number} · ${currency}`;

type Accounts = {
  readonly all: readonly ReceivingAccount[];
  nameOf(id: string): string;
  readonly choices: readonly Choice[];
};

export function useAccounts(): Accounts {
  const all = useReceivingAccounts();
  const names = new Map(all.map((account) => [account.id, accountName(account)]));
  return {
    all,
    nameOf: (id) => names.get(id) ?? id,
    choices: all.map((account) => ({ value: account.id, label: accountName(account) })),
  };
}
