// Routes of the operator API: the journal of a month as CSV, and as XML for Tally, streamed.
import { Readable } from 'node:stream';
import {
  type JournalQuery,
  listJournal,
  listTally,
  type MonthJournal,
  type TallyJournal,
  type TallyQuery,
} from '../../../app/ledger/list-journal.ts';
import type { App } from '../../../app/process/app.ts';
import { exponentOf } from '../../../app/request/views.ts';
import { EXPORT_JOURNAL, EXPORT_TALLY } from '../../../domain/ledger/ledger-requests.ts';
import { isRefusal, type Refusal } from '../../../domain/service/refusal.ts';
import { journalCsvHead, journalCsvRow } from '../../../pages/export/journal-csv.ts';
import { TALLY_END, tallyHead, tallyVouchers } from '../../../pages/export/journal-tally.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { FileSchema } from '../../schema/settlement-schemas.ts';
import { FileAnswer } from '../../transport/file-answer.ts';
import { type OperatorRoute, route } from '../route/route.ts';

async function* textOf({ columns, pages }: MonthJournal): AsyncGenerator<string> {
  yield journalCsvHead(columns);
  for await (const page of pages) {
    const rows = page.map((row) => journalCsvRow(row, columns, exponentOf(row.posting.currency)));
    yield rows.join('');
  }
}

async function journalFile(
  app: App,
  month: string,
  query: JournalQuery,
): Promise<FileAnswer | Refusal> {
  const journal = await listJournal(app, month, query);
  if (isRefusal(journal)) return journal;
  return new FileAnswer({
    content_type: 'text/csv; charset=utf-8',
    file_name: `journal-${month}.csv`,
    body: Readable.from(textOf(journal)),
  });
}

async function* xmlOf({ form, pages }: TallyJournal): AsyncGenerator<string> {
  yield tallyHead(form);
  for await (const page of pages) yield tallyVouchers(page, form);
  yield TALLY_END;
}

async function tallyFile(
  app: App,
  month: string,
  query: TallyQuery,
): Promise<FileAnswer | Refusal> {
  const journal = await listTally(app, month, query);
  if (isRefusal(journal)) return journal;
  return new FileAnswer({
    content_type: 'application/xml; charset=utf-8',
    file_name: `tally-${month}.xml`,
    body: Readable.from(xmlOf(journal)),
  });
}

export const JOURNAL_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/ledger/months/:month/journal.csv',
    operation_id: 'exportJournal',
    right: 'exports.make',
    tag: 'Ledger',
    produces: ['text/csv'],
    summary: 'Export a month’s journal as CSV: a row for each posting, in columns of your choice',
    description:
      'For the books of an accountant: choose the columns, and give them the names that the ' +
      'other program expects. Amounts are decimals of the currency. A month that is over always ' +
      'gives the same rows.',
    query: queryOf(EXPORT_JOURNAL),
    answer: FileSchema,
    handle: ({ app, params, query }) => journalFile(app, params.month, query),
  }),
  route({
    method: 'GET',
    url: '/ledger/months/:month/tally.xml',
    operation_id: 'exportTally',
    right: 'exports.make',
    tag: 'Ledger',
    produces: ['application/xml'],
    summary: 'Export a month’s journal as XML that Tally imports: a voucher for each entry',
    description:
      'Of one currency, in which each entry balances. The ledgers have to exist in Tally; say ' +
      'what your accounts are called there. An entry’s voucher has the same `REMOTEID` in every ' +
      'export.',
    query: queryOf(EXPORT_TALLY),
    answer: FileSchema,
    handle: ({ app, params, query }) => tallyFile(app, params.month, query),
  }),
];
