// How many lines wait in suspense, of one receiving account or all.
import { readOf } from '../../../api/keys.ts';
import { useRead } from '../../../api/use-read.ts';

export const useSuspense = () => useRead(readOf('listSuspense', {}));

/** Null until it is known. */
export function useSuspenseCount(receiving_account_id?: string): number | null {
  const { data } = useSuspense();
  if (data === undefined) return null;
  return data.data
    .filter((group) => [undefined, group.receiving_account_id].includes(receiving_account_id))
    .reduce((sum, { lines }) => sum + lines, 0);
}
