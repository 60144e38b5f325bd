// Routes of the operator API: bank lines, exceptions and closings of days as CSV and as workbooks,
// streamed.

import { findAccount } from '../../../app/account/receiving-accounts.ts';
import { pagesOfBankLines } from '../../../app/line/list-bank-lines.ts';
import type { App } from '../../../app/process/app.ts';
import { serviceTime } from '../../../app/process/service-time.ts';
import { pagesOfClosings } from '../../../app/proof/list-closings.ts';
import { tradesToDecide } from '../../../app/trade/trades-to-decide.ts';
import { FIND_LINES } from '../../../domain/line/line-requests.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../../domain/service/refusal.ts';
import { parseUuid } from '../../../lib/uuid.ts';
import { closingTable } from '../../../pages/export/closing-table.ts';
import {
  EXCEPTION_TABLE,
  type ExceptionRow,
  suspenseRow,
  toDecideRow,
} from '../../../pages/export/exception-table.ts';
import { LINE_TABLE } from '../../../pages/export/line-table.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { FileSchema } from '../../schema/settlement-schemas.ts';
import type { FileAnswer } from '../../transport/file-answer.ts';
import {
  FORMAT_TOLD,
  TABLE_FORMATS,
  type TableFormat,
  tableFile,
} from '../../transport/table-file.ts';
import { exportOf } from '../route/exported-table.ts';
import { type Call, type OperatorRoute, route } from '../route/route.ts';

async function linesTable({ app, query }: Call) {
  const pages = await pagesOfBankLines(app, query);
  return isRefusal(pages) ? pages : { columns: LINE_TABLE, pages };
}

async function* pagesOfRows<Item>(
  pages: AsyncIterable<readonly Item[]>,
  row: (item: Item, now: number) => ExceptionRow,
  now: number,
): AsyncGenerator<ExceptionRow[]> {
  for await (const page of pages) yield page.map((item) => row(item, now));
}

async function* inOrder<Row>(...parts: AsyncIterable<readonly Row[]>[]) {
  for (const part of parts) yield* part;
}

async function exceptionsTable({ app }: Call) {
  const now = serviceTime(app);
  const lines = await pagesOfBankLines(app, { status: 'suspense' });
  if (isRefusal(lines)) return lines;
  const pages = inOrder(
    pagesOfRows(lines, suspenseRow, now),
    pagesOfRows(tradesToDecide(app), toDecideRow, now),
  );
  return { columns: EXCEPTION_TABLE, pages };
}

async function closingsFile(
  app: App,
  id: string,
  format: TableFormat,
): Promise<FileAnswer | Refusal> {
  const account = await findAccount(app, parseUuid(id) ?? '');
  if (account === undefined) return refuseUnknown();
  const names = { name: `closings-${account.receiving_account_id}`, sheet: 'Closings' };
  const columns = closingTable(account.currency);
  return tableFile(format, names, { columns, pages: pagesOfClosings(app, account) });
}

/** Those of a workbook end differently. */
const ID_END = { csv: '', xlsx: 'Workbook' } as const;

const routesOf = (format: TableFormat): readonly OperatorRoute[] => {
  const { as, produces, cells } = FORMAT_TOLD[format];
  const shared = {
    method: 'GET',
    right: 'exports.make',
    tag: 'Bank',
    produces: [produces],
    answer: FileSchema,
  } as const;
  return [
    route({
      ...shared,
      url: `/bank_lines.${format}`,
      operation_id: `exportBankLines${ID_END[format]}`,
      summary: `Export bank lines as ${as}, newest first`,
      description: `All lines that the filters leave, not a page of them. ${cells}`,
      query: queryOf(FIND_LINES),
      ...exportOf({
        table: linesTable,
        file: (table) => tableFile(format, { name: 'bank-lines', sheet: 'Bank lines' }, table),
      }),
    }),
    route({
      ...shared,
      url: `/exceptions.${format}`,
      operation_id: `exportExceptions${ID_END[format]}`,
      summary: `Export as ${as} what waits for a person`,
      description: `Bank lines in suspense, pay-ins with evidence to judge, and open disputes. ${cells}`,
      ...exportOf({
        table: exceptionsTable,
        file: (table) => tableFile(format, { name: 'exceptions', sheet: 'Exceptions' }, table),
      }),
    }),
    route({
      ...shared,
      url: `/receiving_accounts/:id/closings.${format}`,
      operation_id: `exportClosings${ID_END[format]}`,
      summary: `Export the closings of an account’s days as ${as}, every revision`,
      description: cells,
      handle: ({ app, params }) => closingsFile(app, params.id, format),
    }),
  ];
};

export const EXPORT_ROUTES: readonly OperatorRoute[] = TABLE_FORMATS.flatMap(routesOf);
