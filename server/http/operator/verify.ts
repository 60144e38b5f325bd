// The proof of the books on the operators' wire.
import { type BooksProof, verifyBooks } from '../../app/verify-books.ts';
import { type OperatorRoute, route } from './route.ts';
import { flag, integer, list, shape, text } from './shapes.ts';

export const VERIFY_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/verify',
    operation_id: 'verifyBooks',
    tag: 'Ledger',
    summary: 'Prove the books: sums, chains and balances from the first entry',
    description: 'Reads everything, so it takes its time on large books.',
    answer: shape<BooksProof>('BooksProof', {
      ok: flag('Nothing is wrong'),
      books: integer('How many were read'),
      entries: integer('How many were read'),
      audit_entries: integer('How many of the audit trail were read'),
      problems: list(text('What is wrong'), { description: 'The first hundred' }),
    }),
    handle: ({ app }) => verifyBooks(app),
  }),
];
