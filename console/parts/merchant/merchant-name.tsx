// The name of a merchant of which only the id is known.

import { call } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { shortId } from '../names/short-id.ts';

const LONG_MS = 300_000;

export function MerchantName({ id }: { id: string }) {
  const { data } = useRead({
    queryKey: ['merchant name', id],
    queryFn: ({ signal }) => call('getMerchant', { path: { id }, signal }),
    staleTime: LONG_MS,
  });
  return data?.name ?? shortId(id);
}
