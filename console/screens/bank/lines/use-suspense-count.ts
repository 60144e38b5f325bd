// How many lines wait in suspense, of one receiving account or all.
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

export const useSuspense = () =>
  useQuery({
    queryKey: ['suspense'],
    queryFn: ({ signal }) => call('listSuspense', { signal }),
  });

/** Null until it is known. */
export function useSuspenseCount(receiving_account_id?: string): number | null {
  const { data } = useSuspense();
  if (data === undefined) return null;
  return data.data
    .filter((group) => [undefined, group.receiving_account_id].includes(receiving_account_id))
    .reduce((sum, { lines }) => sum + lines, 0);
}
