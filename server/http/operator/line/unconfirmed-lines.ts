// The parts of an import's answer about lines that other files of the same days have differently.
import type { StatementGap } from '../../../app/statement/import-tally.ts';
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

export const ONE_TRUTH_FIELDS = {
  waiting: integer(
    'Lines that were not taken, because stored lines may be the same movements: see `/waiting_lines`',
  ),
  gaps: list(
    shape<StatementGap>('StatementGap', {
      receiving_account_id: uuid('The account'),
      currency: text('ISO 4217 code'),
      last_day: text('The last day before the file of which the closing balance is known'),
      last_closing_cents: cents('The closing balance of that day'),
      first_day: text('The first day of the file'),
      opening_cents: cents('The opening balance of that day, which is another one'),
    }),
    { description: 'Statements that seem to be missing before this file, by account' },
  ),
};
