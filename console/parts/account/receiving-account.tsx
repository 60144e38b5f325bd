// Receiving accounts by their ids: screens name them, and never show an id in place of a name that
// can be read.
import { call } from '../../api/client.ts';
import { readKey, readOf } from '../../api/keys.ts';
import type { UsedReceivingAccount } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import type { Finder } from '../list/use-found.ts';
import { withWords } from '../list/use-found.ts';
import { shortId } from '../names/short-id.ts';

export type FoundAccount = UsedReceivingAccount;

const FRESH_MS = 60_000;

export const accountLabel = ({ name, number, currency }: FoundAccount): string =>
  `${name} · ${number} · ${currency}`;

const oneOf = (id: string) => ({
  ...readOf('getReceivingAccount', { path: { id } }),
  staleTime: FRESH_MS,
});

/** Undefined until it is read, and of no id. */
export function useReceivingAccount(id: string | null | undefined): FoundAccount | undefined {
  const { data } = useRead({ ...oneOf(id ?? ''), enabled: id !== null && id !== undefined });
  return data;
}

/** Those of these ids that can be read, in their order. */
export function useReceivingAccounts(ids: readonly string[]): readonly FoundAccount[] {
  const { data = [] } = useRead<readonly FoundAccount[]>({
    queryKey: readKey('listReceivingAccounts', {}, 'each', ...ids),
    queryFn: async ({ client }) => {
      const read = await Promise.allSettled(ids.map((id) => client.fetchQuery(oneOf(id))));
      return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    },
    enabled: ids.length > 0,
    staleTime: FRESH_MS,
    placeholderData: (before) => before,
  });
  return data;
}

export function AccountName({ id }: { id: string }) {
  const account = useReceivingAccount(id);
  return account === undefined ? shortId(id) : accountLabel(account);
}

/** `currency`: only those that have it. */
export const accountsToChoose = (currency?: string): Finder<FoundAccount> => ({
  name: 'listReceivingAccounts',
  of: currency,
  find: async (typed, signal) => {
    const words = [currency ?? '', typed].join(' ').trim();
    const { data } = await call('listReceivingAccounts', { query: withWords(words), signal });
    return data.filter((one) => currency === undefined || one.currency === currency);
  },
});

const TWO = 2;

/** If there is one account only: there is nothing to choose. */
export function useSoleAccount(): FoundAccount | undefined {
  const { data } = useRead({
    ...readOf('listReceivingAccounts', { query: { limit: TWO } }),
    staleTime: FRESH_MS,
  });
  return data?.data.length === 1 ? data.data[0] : undefined;
}
