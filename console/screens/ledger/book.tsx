// A book by its name: the house's, or a merchant's, which leads to its accounts.

import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { TEXTS } from '../../texts/en.ts';

export function useMerchantNames(): ReadonlyMap<string, string> {
  const { data } = useRead({
    queryKey: ['merchant names of books'],
    queryFn: ({ signal }) =>
      call('listMerchants', { query: { limit: BOUNDS.listMerchants.limit.max }, signal }),
    staleTime: 60_000,
  });
  return new Map(data?.data.map(({ id, name }) => [id, name]));
}

export function Book({ book }: { book: string }) {
  const names = useMerchantNames();
  if (book === 'house') return TEXTS.ledger.house;
  return (
    <AnchorLink to="/ledger" search={{ merchant_id: book }} title={book}>
      {names.get(book) ?? book.slice(0, 8)}
    </AnchorLink>
  );
}
