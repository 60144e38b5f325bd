// The part of an import's answer about lines that the statement of their day does not have.
import type { UnconfirmedLine } from '../../../app/statement/list-unconfirmed.ts';
import {
  cents,
  integer,
  list,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
} from '../../schema/shapes.ts';

export const UNCONFIRMED_FIELDS = {
  unconfirmed: integer(
    'Lines of reports within the day (camt.052, MT942) that the statement of their day has not',
  ),
  unconfirmed_lines: list(
    shape<UnconfirmedLine>('UnconfirmedLine', {
      id: uuid('The line'),
      receiving_account_id: uuid('Its account'),
      day: text('As `2026-03-05`'),
      amount_cents: cents('Negative: money went out'),
      utr: textOrNull('In canonical form: upper case, no separators'),
      status: text('What became of it: `matched`, `suspense` …'),
      merchant_id: uuidOrNull('Of its trade'),
      trade_id: uuidOrNull('Its trade'),
    }),
    { description: 'At most 200' },
  ),
};
