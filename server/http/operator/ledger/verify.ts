// Routes of the operator API: verify the books.
import { type BooksOfCell, verifyCells } from '../../../app/cell/verify-cells.ts';
import { type BooksCheck, verifyBooks } from '../../../app/proof/verify-books.ts';
import {
  flag,
  integer,
  list,
  momentOrNull,
  ON,
  shape,
  text,
  textOrNull,
  yesOrNo,
} from '../../schema/shapes.ts';
import { combined } from '../route/combined-answer.ts';
import { LineAnswer } from '../route/line-stream.ts';
import { type Call, type OperatorRoute, route } from '../route/route.ts';

const booksOf = ({ app, query }: Call): BooksOfCell => ({
  verify: (tell) =>
    verifyBooks(app, tell, { is_full: query.full === ON, is_anew: query.anew === ON }),
});

export const VERIFY_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/verify',
    operation_id: 'verifyBooks',
    right: 'books.verify',
    tag: 'Ledger',
    summary: 'Verify the books: sums, chains and balances',
    description:
      'Goes on from the last signed proof, and says what it left out; without a proof, and with ' +
      '`full=true`, it reads everything from the first entry on, which takes long for large ' +
      'books. A full check that was interrupted goes on where it was, for a week. ' +
      'With `progress=true` the answer is ' +
      'lines of JSON (`application/x-ndjson`): `step`, `done` and `of` as progress, and the ' +
      'result as the last line. An answer without it was cut off.',
    query: {
      progress: yesOrNo('`true`: a line for each step'),
      full: yesOrNo('`true`: from the first entry on'),
      anew: yesOrNo('`true`: a full check does not go on with an interrupted one'),
    },
    answer: shape<BooksCheck>('BooksProof', {
      ok: flag('Nothing is wrong'),
      since: textOrNull('Day of the proof from which it went on; null: from the first entry'),
      resumed_from: momentOrNull('When the interrupted check began that this one went on with'),
      books: integer('How many were read'),
      entries: integer('How many were read'),
      audit_entries: integer('How many of the audit trail were read'),
      proofs: integer('How many signed proofs were checked'),
      not_checked: list(text('What was left out'), {
        description: 'What this check did not read; empty: it read everything',
      }),
      problems: list(text('What is wrong'), { description: 'The first hundred' }),
    }),
    combined: combined({
      // The check itself takes longer than a cell has to answer.
      ask: (call) => Promise.resolve(booksOf(call)),
      join: (cells, { query }, away) =>
        query.progress === ON
          ? new LineAnswer((say) => verifyCells(cells, away, say))
          : verifyCells(cells, away),
    }),
    handle: (call) => {
      const { verify } = booksOf(call);
      return call.query.progress === ON
        ? Promise.resolve(new LineAnswer((say) => verify(say)))
        : verify();
    },
  }),
];
