// Routes of the operator API: the journal of a month as CSV, as a workbook, and as XML for Tally,
// streamed.
import { Readable } from 'node:stream';
import {
  listJournal,
  listTally,
  type TallyJournal,
  type TallyQuery,
} from '../../../app/ledger/list-journal.ts';
import type { App } from '../../../app/process/app.ts';
import { EXPORT_JOURNAL, EXPORT_TALLY } from '../../../domain/ledger/ledger-requests.ts';
import { isRefusal, type Refusal } from '../../../domain/service/refusal.ts';
import { journalTable } from '../../../pages/export/journal-table.ts';
import { TALLY_END, tallyHead, tallyVouchers } from '../../../pages/export/journal-tally.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { FileSchema } from '../../schema/settlement-schemas.ts';
import { FileAnswer } from '../../transport/file-answer.ts';
import {
  FORMAT_TOLD,
  TABLE_FORMATS,
  type TableFormat,
  tableFile,
} from '../../transport/table-file.ts';
import { exportOf } from '../route/exported-table.ts';
import { type Call, type OperatorRoute, route } from '../route/route.ts';

async function journalOf({ app, params, query }: Call) {
  const journal = await listJournal(app, params.month ?? '', query);
  return isRefusal(journal) ? journal : { ...journal, columns: journalTable(journal.columns) };
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

const tableRoute = (format: TableFormat): OperatorRoute =>
  route({
    method: 'GET',
    url: `/ledger/months/:month/journal.${format}`,
    operation_id: format === 'csv' ? 'exportJournal' : 'exportJournalWorkbook',
    right: 'exports.make',
    tag: 'Ledger',
    produces: [FORMAT_TOLD[format].produces],
    summary:
      `Export a month’s journal as ${FORMAT_TOLD[format].as}: a row for each posting, in columns ` +
      'of your choice',
    description:
      'For the books of an accountant: choose the columns, and give them the names that the ' +
      'other program expects. Amounts are decimals of the currency. A month that is over always ' +
      `gives the same rows. ${FORMAT_TOLD[format].cells}`,
    query: queryOf(EXPORT_JOURNAL),
    answer: FileSchema,
    ...exportOf({
      table: journalOf,
      file: (table, { params: { month = '' } }) =>
        tableFile(format, { name: `journal-${month}`, sheet: `Journal ${month}` }, table),
    }),
  });

export const JOURNAL_ROUTES: readonly OperatorRoute[] = [
  ...TABLE_FORMATS.map(tableRoute),
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
