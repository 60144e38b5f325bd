// The name of a merchant of which only the id is known.
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { shortId } from '../names/short-id.ts';

const LONG_MS = 300_000;

export function MerchantName({ id }: { id: string }) {
  const { data } = useRead({
    ...readOf('getMerchant', { path: { id } }),
    staleTime: LONG_MS,
  });
  return data?.name ?? shortId(id);
}
