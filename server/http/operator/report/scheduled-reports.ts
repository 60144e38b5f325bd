// Routes of the operator API: reports that come by themselves.

import type {
  ReportReaderBody,
  ReportRecipientBody,
  ScheduledReportBody,
  SendingBody,
} from '../../../app/report/scheduled-report-view.ts';
import {
  changeReport,
  createReport,
  listScheduledReports,
  listSendings,
  removeReport,
} from '../../../app/report/scheduled-reports.ts';
import { sendReportNow } from '../../../app/report/send-reports.ts';
import { DELIVERY_STATUSES } from '../../../domain/callback/retry.ts';
import { REPORT_CYCLES } from '../../../domain/report/report-schedule.ts';
import { MOST_REPORTED_TRADES, REPORT_FORMATS } from '../../../domain/report/scheduled-report.ts';
import {
  CHANGE_SCHEDULED_REPORT,
  CREATE_SCHEDULED_REPORT,
  REPORT_EVERY_TOLD,
  REPORT_FORMAT_TOLD,
  SEND_SCHEDULED_REPORT,
} from '../../../domain/report/scheduled-report-requests.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  flag,
  integer,
  integerOrNull,
  list,
  moment,
  momentOrNull,
  settingVersionText,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
} from '../../schema/shapes.ts';
import { personRole } from '../../schema/shared-members.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const SendingSchema = shape<SendingBody>('ReportSending', {
  id: uuid('The sending'),
  person_id: uuidOrNull('Who gets it; null: the address for callbacks'),
  person_name: textOrNull('Their name; null: the address, or nobody who is known'),
  days: text('As `2026-03-05`, or `2026-03-02 to 2026-03-08`, both included'),
  by_hand: flag('Somebody asked for it'),
  status: words(DELIVERY_STATUSES, '`exhausted`: it was given up'),
  attempts: integer('How often it was tried'),
  trades: integerOrNull('How many trades there were; null: not counted yet, or too many'),
  has_file: flag('False: it has a link to the list in place of a file'),
  problem: textOrNull('Why the last attempt failed'),
  created_at: moment('When it was due'),
  finished_at: momentOrNull('When it arrived or was given up'),
});

const recipientSchema = (title: string) =>
  shape<ReportRecipientBody>(title, {
    id: uuid('The person'),
    name: textOrNull('Their name; null: nobody who is known'),
    may_receive: flag('False: they get nothing, because they may not export trades any more'),
  });
const AnswererSchema = {
  ...recipientSchema('ReportAnswerer'),
  type: ['object', 'null'],
  description: 'Who set the address: it gets trades for as long as this person may export them',
};

const ReportSchema = shape<ScheduledReportBody>('ScheduledReport', {
  id: uuid('The report'),
  name: text('What people call it'),
  view_name: text('What the saved view was called'),
  address: text('Below /console: the trades that it has, of any day'),
  every: words(REPORT_CYCLES, REPORT_EVERY_TOLD),
  hour: integer('When it is due, on the clocks of the time zone'),
  time_zone: text('Whose days they are'),
  format: words(REPORT_FORMATS, REPORT_FORMAT_TOLD),
  recipients: list(uuid('A person'), { description: 'The people who get it by e-mail' }),
  readers: list(recipientSchema('ReportRecipient'), { description: 'The same people by name' }),
  callback_address: textOrNull('Where callbacks go, shortened; null: nowhere'),
  callback_set_by: AnswererSchema,
  enabled: flag('False: none is sent'),
  created_at: moment('When it was made'),
  next_at: momentOrNull('When the next one is due; null: none is sent'),
  last: list(SendingSchema, { description: 'Those of the last time that it was sent' }),
  secret: textOrNull('Of the callbacks, when the address is set or it is rotated; shown only now'),
  version: settingVersionText(),
});

const ReaderSchema = shape<ReportReaderBody>('ReportReader', {
  id: uuid('The person'),
  name: text('Their name'),
  role: personRole,
});

const SendingsSchema = shape<{ data: SendingBody[] }>('ReportSendings', {
  data: list(SendingSchema, { description: 'The newest first' }),
});

/** A merchant's administrators schedule reports of their own trades. */
const shared = {
  right: 'exports.make',
  own_merchant: { caller: true },
  tag: 'Reports',
} as const;

const MOST = MOST_REPORTED_TRADES.toLocaleString('en');

export const SCHEDULED_REPORT_ROUTES: readonly OperatorRoute[] = [
  route({
    ...shared,
    method: 'GET',
    url: '/scheduled_reports',
    operation_id: 'listScheduledReports',
    summary: 'List the reports that come by themselves, and who may get one',
    description:
      'In the order in which they were made, in one answer. A merchant’s people see those of ' +
      'their merchant, the operator’s people those of the operator.',
    answer: shape<{ data: ScheduledReportBody[]; people: ReportReaderBody[] }>('ScheduledReports', {
      data: list(ReportSchema, { description: 'In the order in which they were made' }),
      people: list(ReaderSchema, { description: 'Who may be a recipient' }),
    }),
    handle: ({ app, operator }) => listScheduledReports(app, operator),
  }),
  route({
    ...shared,
    method: 'POST',
    url: '/scheduled_reports',
    operation_id: 'createScheduledReport',
    summary: 'Send the trades of a saved view after each day, week or month',
    description:
      'By e-mail to people who may export trades, which is asked again each time, and as a ' +
      `callback that is signed as those to merchants are. Beyond ${MOST} trades it has a link ` +
      'in place of a file.',
    body: strictBodyOf(CREATE_SCHEDULED_REPORT),
    status: 201,
    answer: ReportSchema,
    handle: ({ app, operator, fields }) => createReport(app, operator, fields),
  }),
  route({
    ...shared,
    method: 'PATCH',
    url: '/scheduled_reports/:id',
    operation_id: 'changeScheduledReport',
    takes_version: true,
    summary: 'Change a scheduled report; the rest stays',
    description: 'A new address gets a new secret, which is shown only now.',
    body: strictBodyOf(CHANGE_SCHEDULED_REPORT),
    answer: ReportSchema,
    handle: ({ app, operator, params, fields }) => changeReport(app, operator, params.id, fields),
  }),
  route({
    ...shared,
    method: 'DELETE',
    url: '/scheduled_reports/:id',
    operation_id: 'removeScheduledReport',
    summary: 'Remove a scheduled report, with what is on its way',
    description:
      'The record of its sendings goes, too; what its recipients have got stays with them. A ' +
      'report that is gone has the answer 404.',
    answer: ReportSchema,
    handle: ({ app, operator, params }) => removeReport(app, operator, params.id),
  }),
  route({
    ...shared,
    method: 'POST',
    url: '/scheduled_reports/:id/send',
    operation_id: 'sendScheduledReport',
    summary: 'Send a report now, of the last days that are over, or one of its sendings again',
    description:
      'Its schedule stays as it is. A recipient to whom the same days are on their way gets ' +
      'nothing more, and the request is refused if nobody is left.',
    body: strictBodyOf(SEND_SCHEDULED_REPORT),
    body_optional: true,
    answer: SendingsSchema,
    handle: ({ app, operator, params, fields }) => sendReportNow(app, operator, params.id, fields),
  }),
  route({
    ...shared,
    method: 'GET',
    url: '/scheduled_reports/:id/sendings',
    operation_id: 'listReportSendings',
    summary: 'List to whom a report was sent, and how that went, newest first',
    description:
      'The last 200, scheduled ones and those that somebody asked for. `problem` says why the ' +
      'last attempt failed.',
    answer: SendingsSchema,
    handle: ({ app, operator, params }) => listSendings(app, operator, params.id),
  }),
];
