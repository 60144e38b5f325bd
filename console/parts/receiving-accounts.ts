// The receiving accounts that screens name or let somebody choose: all of them, read page by page
// once for all screens.
import { BOUNDS } from '../api/bounds.gen.ts';
import { call } from '../api/client.ts';
import { readKey } from '../api/keys.ts';
import type { ReceivingAccount } from '../api/schema.gen.ts';
import { useRead } from '../api/use-read.ts';

const FRESH_MS = 60_000;

async function readAll(signal: AbortSignal): Promise<readonly ReceivingAccount[]> {
  const all: ReceivingAccount[] = [];
  let cursor: string | undefined;
  do {
    const query = {
      limit: BOUNDS.listReceivingAccounts.limit.max,
      ...(cursor === undefined ? {} : { cursor }),
    };
    const page = await call('listReceivingAccounts', { query, signal });
    all.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

/** Empty until they are read. */
export function useReceivingAccounts(): readonly ReceivingAccount[] {
  const { data = [] } = useRead({
    queryKey: readKey('listReceivingAccounts', {}, 'all'),
    queryFn: ({ signal }) => readAll(signal),
    staleTime: FRESH_MS,
  });
  return data;
}
