// Routes of the operator API: bank lines, exceptions and closings of days as CSV, streamed.

import { Readable } from 'node:stream';
import { findAccount } from '../../../app/account/receiving-accounts.ts';
import { type LineQuery, pagesOfBankLines } from '../../../app/line/list-bank-lines.ts';
import type { App } from '../../../app/process/app.ts';
import { serviceTime } from '../../../app/process/service-time.ts';
import { pagesOfClosings } from '../../../app/proof/list-closings.ts';
import { exponentOf } from '../../../app/request/views.ts';
import { tradesToDecide } from '../../../app/trade/trades-to-decide.ts';
import { FIND_LINES } from '../../../domain/line/line-requests.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../../domain/service/refusal.ts';
import { parseUuid } from '../../../lib/uuid.ts';
import { closingCsvHead, closingCsvRow } from '../../../pages/export/closing-csv.ts';
import {
  exceptionCsvHead,
  suspenseCsvRow,
  tradeCsvRow,
} from '../../../pages/export/exception-csv.ts';
import { lineCsvHead, lineCsvRow } from '../../../pages/export/line-csv.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { FileSchema } from '../../schema/settlement-schemas.ts';
import { FileAnswer } from '../../transport/file-answer.ts';
import { type OperatorRoute, route } from '../route/route.ts';

async function* rowsOf<Item>(
  pages: AsyncIterable<readonly Item[]>,
  row: (item: Item) => string,
): AsyncGenerator<string> {
  for await (const page of pages) yield page.map(row).join('');
}

async function* inOrder(head: string, ...parts: AsyncIterable<string>[]): AsyncGenerator<string> {
  yield head;
  for (const part of parts) yield* part;
}

const csvFile = (file_name: string, text: AsyncIterable<string>): FileAnswer =>
  new FileAnswer({ content_type: 'text/csv; charset=utf-8', file_name, body: Readable.from(text) });

async function linesFile(app: App, query: LineQuery): Promise<FileAnswer | Refusal> {
  const pages = await pagesOfBankLines(app, query);
  if (isRefusal(pages)) return pages;
  const rows = rowsOf(pages, (record) => lineCsvRow(record, exponentOf(record.line.currency)));
  return csvFile('bank-lines.csv', inOrder(lineCsvHead(), rows));
}

async function exceptionsFile(app: App): Promise<FileAnswer | Refusal> {
  const now = serviceTime(app);
  const pages = await pagesOfBankLines(app, { status: 'suspense' });
  if (isRefusal(pages)) return pages;
  const lines = rowsOf(pages, (record) =>
    suspenseCsvRow(record, exponentOf(record.line.currency), now),
  );
  const trades = rowsOf(tradesToDecide(app), (trade) =>
    tradeCsvRow(trade, exponentOf(trade.currency), now),
  );
  return csvFile('exceptions.csv', inOrder(exceptionCsvHead(), lines, trades));
}

async function closingsFile(app: App, id: string): Promise<FileAnswer | Refusal> {
  const account = await findAccount(app, parseUuid(id) ?? '');
  if (account === undefined) return refuseUnknown();
  const { currency, receiving_account_id } = account;
  const rows = rowsOf(pagesOfClosings(app, account), (closing) =>
    closingCsvRow(closing, currency, exponentOf(currency)),
  );
  return csvFile(`closings-${receiving_account_id}.csv`, inOrder(closingCsvHead(), rows));
}

const tag = 'Bank';
const FILE = { tag, produces: ['text/csv'], answer: FileSchema } as const;

export const EXPORT_ROUTES: readonly OperatorRoute[] = [
  route({
    ...FILE,
    method: 'GET',
    url: '/bank_lines.csv',
    operation_id: 'exportBankLines',
    right: 'exports.make',
    summary: 'Export bank lines as CSV, newest first',
    description: 'All lines that the filters leave, not a page of them.',
    query: queryOf(FIND_LINES),
    handle: ({ app, query }) => linesFile(app, query),
  }),
  route({
    ...FILE,
    method: 'GET',
    url: '/exceptions.csv',
    operation_id: 'exportExceptions',
    right: 'exports.make',
    summary: 'Export as CSV what waits for a person',
    description: 'Bank lines in suspense, pay-ins with evidence to judge, and open disputes.',
    handle: ({ app }) => exceptionsFile(app),
  }),
  route({
    ...FILE,
    method: 'GET',
    url: '/receiving_accounts/:id/closings.csv',
    operation_id: 'exportClosings',
    right: 'exports.make',
    summary: 'Export the closings of an account’s days as CSV, every revision',
    handle: ({ app, params }) => closingsFile(app, params.id),
  }),
];
