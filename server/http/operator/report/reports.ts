// Routes of the operator API: figures by days, weeks or months of a time zone, also as files.

import { Readable } from 'node:stream';
import type { App } from '../../../app/process/app.ts';
import {
  addReports,
  type MadeReport,
  makeReport,
  REPORT_MERCHANTS_MOST,
} from '../../../app/report/make-report.ts';
import type { ReportQuery } from '../../../app/report/read-report-query.ts';
import {
  type ReportBody,
  type ReportRow,
  type ReportValue,
  reportBody,
} from '../../../app/report/report-body.ts';
import { exponentOf } from '../../../app/request/views.ts';
import { MISS_REASONS } from '../../../domain/record/receiving-account.ts';
import { REPORT_SPLITS, REPORT_STEPS } from '../../../domain/report/report-periods.ts';
import { MAKE_REPORT } from '../../../domain/report/report-requests.ts';
import { isRefusal, type Refusal } from '../../../domain/service/refusal.ts';
import { type ExportedReportRow, REPORT_TABLE } from '../../../pages/export/report-table.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { FileSchema } from '../../schema/settlement-schemas.ts';
import {
  cents,
  flag,
  integer,
  integerOrNull,
  list,
  MERCHANT_NAME,
  percentOrNull,
  shape,
  text,
  textOrNull,
  uuidOrNull,
  words,
  wordsOrNull,
} from '../../schema/shapes.ts';
import { tradeDirection } from '../../schema/shared-members.ts';
import { csvFile, type ExportedTable, WORKBOOK, workbookFile } from '../../transport/table-file.ts';
import { bodiesOf, combined } from '../route/combined-answer.ts';
import { type Call, type OperatorRoute, route } from '../route/route.ts';

const ValueSchema = shape<ReportValue>('ReportValue', {
  count: integer('How many'),
  amount_cents: cents('The sum of their amounts'),
});

const MissedSchema = shape<ReportRow['missed']>('ReportMissed', {
  count: integer('How many pay-ins no receiving account took'),
  amount_cents: cents('The sum of their amounts'),
  reasons: list(
    shape<ReportRow['missed']['reasons'][number]>('ReportMissedReason', {
      reason: words(
        MISS_REASONS,
        '`no_account`: there was none of the type and currency; `amount_taken`: another ' +
          'pay-in had this amount; `merchant_share`: the merchant’s part of an account was used ' +
          'up; the others: what the account’s own settings did not allow',
      ),
      count: integer('How many of them'),
      amount_cents: cents('The sum of their amounts'),
    }),
    { description: 'The same by the reason why; reasons of which there were none are left out' },
  ),
});

const RowSchema = shape<ReportRow>('ReportRow', {
  from: text('The first day'),
  to: text('The day after the last one'),
  direction: tradeDirection,
  currency: text('ISO 4217 code'),
  type: textOrNull('The payment type, if the report is split by it'),
  merchant_id: uuidOrNull('The merchant, if the report is split by it'),
  merchant_name: textOrNull(MERCHANT_NAME),
  created: ValueSchema,
  completed: ValueSchema,
  expired: ValueSchema,
  canceled: ValueSchema,
  failed: ValueSchema,
  disputed: ValueSchema,
  reversed: ValueSchema,
  success_percent: percentOrNull(
    'Completed ones, of those that completed, expired, failed or were canceled',
  ),
  matched: ValueSchema,
  by_hand: ValueSchema,
  matched_percent: percentOrNull('Completed by a bank line without a person, of all completed'),
  fees_cents: cents('Fees of what was completed'),
  mean_ms: integerOrNull('Mean time from creation to completion'),
  half_within_ms: integerOrNull(
    'Half of them took no longer: one minute, 5, 15, an hour, a day; null if longer, or of nothing',
  ),
  most_within_ms: integerOrNull('The same of 90 %'),
  missed: MissedSchema,
});

const makeFor = ({ app, query }: Call) => makeReport(app, query);

async function show(app: App, query: ReportQuery): Promise<ReportBody | Refusal> {
  const report = await makeReport(app, query);
  return isRefusal(report) ? report : reportBody(report);
}

function tableOf(report: MadeReport): ExportedTable<ExportedReportRow> {
  const { time_zone } = report.asked;
  const rows = report.items.map((item) => ({
    item,
    time_zone,
    exponent: exponentOf(item.currency),
  }));
  return { columns: REPORT_TABLE, pages: Readable.from([rows]) };
}

const shared = {
  method: 'GET',
  right: 'trades.read',
  own_merchant: { query: 'merchant_id' },
  tag: 'Reports',
  query: queryOf(MAKE_REPORT),
} as const;

export const REPORT_ROUTES: readonly OperatorRoute[] = [
  route({
    ...shared,
    url: '/reports',
    operation_id: 'showReport',
    summary: 'Show volume, success, times, matching, fees and lost demand by days, weeks or months',
    description:
      'A row for each period, direction and currency of which something is counted. From ' +
      'counters, so it takes no longer with more trades. An act counts when it happens. Split by ' +
      `merchant it has the ${REPORT_MERCHANTS_MOST} rows with the largest volume.`,
    answer: shape<ReportBody>('Report', {
      from: text('The first day'),
      to: text('The day after the last one'),
      time_zone: text('Whose days they are'),
      by: words(REPORT_STEPS, 'How long each period is; `all`: the whole time is one period'),
      split: wordsOrNull(REPORT_SPLITS, 'What each period is split by as well; null: nothing'),
      data: list(RowSchema, { description: 'By time, direction and currency' }),
      totals: list(RowSchema, {
        description: 'Of the whole time, for each direction and currency',
      }),
      has_more: flag('True if there are more merchants'),
    }),
    combined: combined({
      ask: makeFor,
      join: (answers) => reportBody(addReports(bodiesOf(answers))),
    }),
    handle: ({ app, query }) => show(app, query),
  }),
  route({
    ...shared,
    url: '/reports.csv',
    operation_id: 'exportReport',
    summary: 'Export a report as CSV: the rows that it shows',
    description: 'Amounts are decimals of the currency. New columns are only added at the end.',
    produces: ['text/csv'],
    answer: FileSchema,
    combined: combined({
      is_file: true,
      ask: makeFor,
      join: (answers) => csvFile('report', tableOf(addReports(bodiesOf(answers)))),
    }),
    handle: async (call) => {
      const report = await makeFor(call);
      return isRefusal(report) ? report : csvFile('report', tableOf(report));
    },
  }),
  route({
    ...shared,
    url: '/reports.xlsx',
    operation_id: 'exportReportWorkbook',
    summary: 'Export a report as an Excel workbook: the rows that it shows',
    description: 'Amounts are numbers. New columns are only added at the end.',
    produces: [WORKBOOK],
    answer: FileSchema,
    combined: combined({
      is_file: true,
      ask: makeFor,
      join: (answers) => workbookFile('report', 'Report', tableOf(addReports(bodiesOf(answers)))),
    }),
    handle: async (call) => {
      const report = await makeFor(call);
      return isRefusal(report) ? report : workbookFile('report', 'Report', tableOf(report));
    },
  }),
];
