// Routes of the operator API: verify the books.
import { type BooksCheck, verifyBooks } from '../../../app/proof/verify-books.ts';
import { flag, integer, list, ON, shape, text, yesOrNo } from '../../schema/shapes.ts';
import { LineAnswer } from '../route/line-stream.ts';
import { type OperatorRoute, route } from '../route/route.ts';

export const VERIFY_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/verify',
    operation_id: 'verifyBooks',
    right: 'books.verify',
    tag: 'Ledger',
    summary: 'Verify the books: sums, chains and balances from the first entry',
    description:
      'Reads everything, which takes long for large books. With `progress=true` the answer is ' +
      'lines of JSON (`application/x-ndjson`): `step`, `done` and `of` as progress, and the ' +
      'result as the last line. An answer without it was cut off.',
    query: { progress: yesOrNo('`true`: a line for each step') },
    answer: shape<BooksCheck>('BooksProof', {
      ok: flag('Nothing is wrong'),
      books: integer('How many were read'),
      entries: integer('How many were read'),
      audit_entries: integer('How many of the audit trail were read'),
      proofs: integer('How many signed proofs were checked'),
      problems: list(text('What is wrong'), { description: 'The first hundred' }),
    }),
    handle: ({ app, query }) =>
      query.progress === ON
        ? Promise.resolve(new LineAnswer((say) => verifyBooks(app, say)))
        : verifyBooks(app),
  }),
];
