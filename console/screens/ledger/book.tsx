// A book by its name: the house's, or a merchant's, which leads to its accounts.
import type { LedgerAccount } from '../../api/schema.gen.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { shortId } from '../../parts/names/short-id.ts';
import { LEDGER_TEXTS } from '../../texts/ledger/ledger.ts';

type Props = { readonly of: Pick<LedgerAccount, 'book' | 'book_name'> };

export function Book({ of: { book, book_name } }: Props) {
  if (book === 'house') return LEDGER_TEXTS.house;
  return (
    <AnchorLink to="/ledger" search={{ merchant_id: book }} title={book}>
      {book_name ?? shortId(book)}
    </AnchorLink>
  );
}
