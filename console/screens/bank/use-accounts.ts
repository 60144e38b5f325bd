// The receiving accounts by their ids, so that screens name them instead of showing ids.
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { ReceivingAccount } from '../../api/schema.gen.ts';
import type { Choice } from '../../parts/list/filters.ts';

const MOST = 200;
const FRESH_MS = 60_000;

const accountName = ({ name, number, currency }: ReceivingAccount): string =>
  `${name} · ${number} · ${currency}`;

type Accounts = {
  readonly all: readonly ReceivingAccount[];
  nameOf(id: string): string;
  readonly choices: readonly Choice[];
};

export function useAccounts(): Accounts {
  const { data } = useQuery({
    queryKey: ['receiving accounts', 'names'],
    queryFn: ({ signal }) => call('listReceivingAccounts', { query: { limit: MOST }, signal }),
    staleTime: FRESH_MS,
  });
  const all = data?.data ?? [];
  const names = new Map(all.map((account) => [account.id, accountName(account)]));
  return {
    all,
    nameOf: (id) => names.get(id) ?? id,
    choices: all.map((account) => ({ value: account.id, label: accountName(account) })),
  };
}
