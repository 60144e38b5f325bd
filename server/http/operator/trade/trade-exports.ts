// Routes of the operator API: the list of trades as a file, streamed.

import { exportTrades, MOST_EXPORTED_TRADES } from '../../../app/trade/export-trades.ts';
import { readFilters } from '../../../domain/request/read-request.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { CSV_FORM, FIND_TRADES } from '../../../domain/trade/query-requests.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { FileSchema } from '../../schema/settlement-schemas.ts';
import { csvFile, type TableFormat, WORKBOOK, workbookFile } from '../../transport/table-file.ts';
import { exportOf } from '../route/exported-table.ts';
import { type Call, type OperatorRoute, route } from '../route/route.ts';
import { TRADES, tradeTable } from './trade-file.ts';

const MOST = MOST_EXPORTED_TRADES.toLocaleString('en');
const WHAT =
  `All trades that the filters leave, at most ${MOST}, in the order of the list. Times are in ` +
  'UTC, numbers of accounts are masked. Columns are only ever added, at the end.';

const shared = {
  method: 'GET',
  right: 'exports.make',
  own_merchant: { query: 'merchant_id' },
  tag: 'Trades',
  answer: FileSchema,
} as const;

const formOf = ({ query }: Call) => readFilters(CSV_FORM, query);

async function tableFor({ app, operator, query }: Call, format: TableFormat) {
  const pages = await exportTrades(app, operator, query, format);
  return isRefusal(pages) ? pages : tradeTable(pages);
}

export const TRADE_EXPORT_ROUTES: readonly OperatorRoute[] = [
  route({
    ...shared,
    url: '/trades.csv',
    operation_id: 'exportTradesCsv',
    summary: 'Export trades as CSV; recorded in the audit trail',
    description:
      `${WHAT} Cells that a spreadsheet would take for formulas, or for numbers to round, begin ` +
      "with `'`. With another separator than the comma the file begins with a byte order mark, " +
      'for Excel.',
    produces: ['text/csv'],
    query: {
      ...queryOf(FIND_TRADES),
      ...queryOf(CSV_FORM),
    },
    ...exportOf({
      check(call) {
        const form = formOf(call);
        return isRefusal(form) ? form : null;
      },
      table: (call) => tableFor(call, 'csv'),
      file(table, call) {
        const form = formOf(call);
        if (isRefusal(form)) throw new Error('The form was checked before the trades were read');
        return csvFile('trades', table, form);
      },
    }),
  }),
  route({
    ...shared,
    url: '/trades.xlsx',
    operation_id: 'exportTradesWorkbook',
    summary: 'Export trades as an Excel workbook; recorded in the audit trail',
    description: `${WHAT} Ids and long numbers are texts; amounts and times are numbers.`,
    produces: [WORKBOOK],
    query: queryOf(FIND_TRADES),
    ...exportOf({
      table: (call) => tableFor(call, 'xlsx'),
      file: (table) => workbookFile('trades', TRADES, table),
    }),
  }),
];
