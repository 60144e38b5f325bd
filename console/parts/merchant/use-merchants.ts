// Merchants to choose from: the first ones, or those that the service finds by name.
import { useDebouncedValue } from '@mantine/hooks';
import { call } from '../../api/client.ts';
import { readKey } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';

const PAUSE_MS = 200;
const FIRST = 20;

export type FoundMerchant = { readonly id: string; readonly name: string };

async function find(typed: string, signal: AbortSignal): Promise<readonly FoundMerchant[]> {
  if (typed === '') return (await call('listMerchants', { query: { limit: FIRST }, signal })).data;
  const { merchants } = await call('search', { query: { q: typed }, signal });
  return merchants.map(({ item }) => item);
}

export function useMerchantsToChoose(wanted: string) {
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const { data = [], isFetching } = useRead({
    queryKey: readKey('listMerchants', {}, 'to choose', asked),
    queryFn: ({ signal }) => find(asked, signal),
    placeholderData: (before) => before,
  });
  return { found: data, is_reading: isFetching };
}
