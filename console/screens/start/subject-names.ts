// Names of the accounts and merchants that something waits at: read only if there are any.
import { BOUNDS } from '../../api/bounds.gen.ts';
import { readOf } from '../../api/keys.ts';
import type { AttentionItem } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { useSession } from '../../session/session.tsx';

const FRESH_MS = 60_000;

type Subject = AttentionItem['subject_type'];

export function useSubjectNames(items: readonly AttentionItem[]): ReadonlyMap<string, string> {
  const { can } = useSession();
  const has = (...types: readonly Subject[]) =>
    items.some(({ subject_type }) => types.includes(subject_type));
  const accounts = useRead({
    ...readOf('listReceivingAccounts', {
      query: { limit: BOUNDS.listReceivingAccounts.limit.max },
    }),
    enabled: has('receiving_account') && can('bank.read'),
    staleTime: FRESH_MS,
  });
  const merchants = useRead({
    ...readOf('listMerchants', { query: { limit: BOUNDS.listMerchants.limit.max } }),
    enabled: has('merchant', 'callback_endpoint') && can('merchants.read'),
    staleTime: FRESH_MS,
  });
  const all = [...(accounts.data?.data ?? []), ...(merchants.data?.data ?? [])];
  return new Map(all.map(({ id, name }) => [id, name]));
}
