// People schedule reports: the trades of a saved view, as files by e-mail or as signed callbacks.
import { type ReportChange, refuseAddressOfNobody } from '../../domain/report/change-report.ts';
import { filtersKept } from '../../domain/report/report-filters.ts';
import type { ScheduledReport } from '../../domain/report/scheduled-report.ts';
import {
  CHANGE_SCHEDULED_REPORT,
  CREATE_SCHEDULED_REPORT,
} from '../../domain/report/scheduled-report-requests.ts';
import {
  beginReading,
  namedOnly,
  type RawFields,
  readFilters,
} from '../../domain/request/read-request.ts';
import type { Notes } from '../../domain/request/request-shape.ts';
import { VIEW_LISTS, viewedList } from '../../domain/saved-view/view-lists.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { FIND_TRADES } from '../../domain/trade/query-requests.ts';
import { queryTexts } from '../../lib/query-texts.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectViews } from '../../store/access/saved-views.ts';
import { selectSendings } from '../../store/report/report-sendings.ts';
import { selectReport, selectReports } from '../../store/report/scheduled-reports.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { newWebhookSecret } from '../process/standard-webhook.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { addressRules } from '../request/read-web-address.ts';
import { possibleReaders } from '../request/report-readers.ts';
import { readZone } from '../request/zone-time.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import {
  type ReportReaderBody,
  readerBody,
  reportBodies,
  type ScheduledReportBody,
  type SendingBody,
  scheduledReportBody,
  sendingBodies,
} from './scheduled-report-view.ts';

const MOST_SENDINGS = 200;

export async function listScheduledReports(
  app: App,
  { merchant_id }: OperatorCaller,
): Promise<{ data: ScheduledReportBody[]; people: ReportReaderBody[] }> {
  const { db, cipher } = app.store;
  const reports = await selectReports(db, cipher, merchant_id);
  const people = await possibleReaders(db, cipher, merchant_id);
  return { data: await reportBodies(app, reports, people), people: people.map(readerBody) };
}

/** The caller's own or, if they are of nobody's, unknown. */
async function findReport(
  app: App,
  { merchant_id }: OperatorCaller,
  id: string,
): Promise<ScheduledReport | Refusal> {
  const uuid = parseUuid(id);
  if (uuid === null) return refuseUnknown();
  const report = await selectReport(app.store.db, app.store.cipher, uuid);
  return report?.merchant_id === merchant_id ? report : refuseUnknown();
}

export async function listSendings(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<{ data: SendingBody[] } | Refusal> {
  const report = await findReport(app, operator, id);
  if (isRefusal(report)) return report;
  const found = await selectSendings(app.store.db, report.scheduled_report_id, MOST_SENDINGS);
  return { data: await sendingBodies(app, found) };
}

type View = Pick<ScheduledReport, 'view_name' | 'filters'>;

/** Null, with a note: there is no such view, or it is not one of trades. */
async function viewOf(
  app: App,
  operator: OperatorCaller,
  saved_view_id: string,
  notes: Pick<Notes, 'wrong'>,
): Promise<View | null> {
  const { person_id, operator_token_id, merchant_id } = operator;
  const reader = { owner_id: person_id ?? operator_token_id ?? '', merchant_id };
  const views = await selectViews(app.store.db, app.store.cipher, reader);
  const view = views.find((one) => one.saved_view_id === saved_view_id);
  const address = view?.address ?? '';
  const list = viewedList(address);
  const filters = filtersKept(Object.entries(queryTexts(address)));
  const is_of_trades = list === 'trades' && !isRefusal(readFilters(FIND_TRADES, filters));
  if (view !== undefined && is_of_trades) return { view_name: view.name, filters };
  const other = list === null || list === 'trades' ? '' : `, not of ${VIEW_LISTS[list].words}`;
  notes.wrong('saved_view_id', 'unknown_value', `must be one of your views of the trades${other}`);
  return null;
}

const callbackOf = (url: string, { person_id }: OperatorCaller) => ({
  url,
  secret: newWebhookSecret(),
  set_by: person_id ?? '',
});

export async function createReport(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<ScheduledReportBody | Refusal> {
  const reading = beginReading(CREATE_SCHEDULED_REPORT, raw, addressRules(app));
  readZone(reading.values.time_zone, reading);
  const { saved_view_id: named } = reading.values;
  const view = named === undefined ? null : await viewOf(app, operator, named, reading);
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  if (view === null) throw new Error('A request without a view is refused');
  const { saved_view_id: _, callback_url, recipients, ...rest } = asked;
  const refused = callback_url === null ? null : refuseAddressOfNobody(operator);
  if (refused !== null) return refused;
  const now = serviceTime(app);
  const report: ScheduledReport = {
    scheduled_report_id: newId(),
    merchant_id: operator.merchant_id,
    ...rest,
    ...view,
    recipients: recipients ?? [],
    callback: callback_url === null ? null : callbackOf(callback_url, operator),
    enabled: true,
    created_at: now,
    next_at: now,
  };
  const made = await changeSetting(app, operator, SETTINGS_ACTS.add_report, report);
  return isRefusal(made)
    ? made
    : await scheduledReportBody(app, made, made.callback?.secret ?? null);
}

/** What the request does not name stays; a new secret is shown only now. */
export async function changeReport(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<ScheduledReportBody | Refusal> {
  const reading = beginReading(CHANGE_SCHEDULED_REPORT, raw, addressRules(app));
  readZone(reading.values.time_zone, reading);
  const { saved_view_id: named } = reading.values;
  const view = named === undefined ? null : await viewOf(app, operator, named, reading);
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const scheduled_report_id = parseUuid(id);
  if (scheduled_report_id === null) return refuseUnknown();
  const { saved_view_id: _, callback_url, rotate_secret, ...changes } = asked;
  const sets_address = (callback_url ?? null) !== null || rotate_secret;
  const refused = sets_address ? refuseAddressOfNobody(operator) : null;
  if (refused !== null) return refused;
  const callback = typeof callback_url === 'string' ? callbackOf(callback_url, operator) : null;
  const request: ReportChange = {
    scheduled_report_id,
    merchant_id: operator.merchant_id,
    changes: { ...namedOnly(changes), ...(view ?? {}) },
    ...(callback_url === undefined ? {} : { callback }),
    secret: rotate_secret ? newWebhookSecret() : null,
  };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.change_report, request);
  if (isRefusal(changed)) return changed;
  const is_new = changed.callback !== null && sets_address;
  return await scheduledReportBody(
    app,
    changed,
    is_new ? (changed.callback?.secret ?? null) : null,
  );
}

export async function removeReport(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<ScheduledReportBody | Refusal> {
  const scheduled_report_id = parseUuid(id);
  if (scheduled_report_id === null) return refuseUnknown();
  const named = { scheduled_report_id, merchant_id: operator.merchant_id };
  const removed = await changeSetting(app, operator, SETTINGS_ACTS.remove_report, named);
  return isRefusal(removed) ? removed : await scheduledReportBody(app, removed, null);
}
