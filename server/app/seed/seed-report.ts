// The sandbox's example of a scheduled report: of a shared view, paused, because a sandbox seldom
// has a mail server, and with what happened when it was sent.
import { reportQuery } from '../../domain/report/report-sending.ts';
import {
  MOST_REPORTED_TRADES,
  type ScheduledReport,
} from '../../domain/report/scheduled-report.ts';
import { type SendingEnd, saveSendingEnd } from '../../store/report/report-sendings.ts';
import { selectReport, selectReports } from '../../store/report/scheduled-reports.ts';
import { countFound } from '../../store/trade/count-found.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { changeReport, createReport } from '../report/scheduled-reports.ts';
import { claimReports, type LeasedReport, sendReportNow } from '../report/send-reports.ts';
import { SEEDER } from '../request/own-actors.ts';
import { possibleReaders } from '../request/report-readers.ts';
import { createView, listViews, shareView } from '../saved-view/saved-views.ts';
import { readTradeFilter } from '../trade/read-trade-filter.ts';
import { must, rawFields } from './seed-tools.ts';

const VIEW = { name: 'Completed pay-ins', address: '/trades?direction=payin&state=completed' };
const TERMS = { name: 'Completed pay-ins of the day', every: 'day', hour: 6 };

async function tradesOf(app: App, sending: LeasedReport): Promise<number | null> {
  const { db, cipher } = app.store;
  const report = await selectReport(db, cipher, sending.scheduled_report_id);
  if (report === null) return null;
  const filter = must(await readTradeFilter(app, reportQuery(report, sending)));
  return await countFound(db, filter, MOST_REPORTED_TRADES);
}

type Outcome = Pick<SendingEnd, 'problem' | 'has_file'> & { counts: boolean };
const LOST: Outcome = { problem: 'mail_not_configured', has_file: false, counts: false };
const ARRIVED: Outcome = { problem: null, has_file: true, counts: true };

/** Sends it by hand, with this outcome; returns what was sent. */
async function send(
  app: App,
  id: string,
  sending_id: string | null,
  { counts, ...outcome }: Outcome,
): Promise<string | null> {
  const asked = rawFields(sending_id === null ? {} : { sending_id });
  must(await sendReportNow(app, SEEDER, id, asked));
  const [sending] = await claimReports(app);
  if (sending === undefined) return null;
  const { report_sending_id, attempt } = sending;
  const end = { report_sending_id, attempt, status: null, due_at: null, ...outcome };
  const trades = counts ? await tradesOf(app, sending) : null;
  await saveSendingEnd(app.store.db, { ...end, trades }, serviceTime(app));
  return report_sending_id;
}

async function viewOf(app: App): Promise<string> {
  const { data } = must(await listViews(app, SEEDER, { list: 'trades' }));
  const known = data.find(({ name, is_own }) => is_own && name === VIEW.name);
  if (known !== undefined) return known.id;
  const view = must(await createView(app, SEEDER, rawFields(VIEW)));
  must(await shareView(app, SEEDER, view.id, rawFields({ is_shared: true })));
  return view.id;
}

async function makeReport(app: App, person_id: string): Promise<string> {
  const terms = { ...TERMS, saved_view_id: await viewOf(app), recipients: [person_id] };
  const { id } = must(await createReport(app, SEEDER, rawFields(terms)));
  must(await changeReport(app, SEEDER, id, rawFields({ enabled: false })));
  return id;
}

/** As it was made: what somebody has changed since is theirs, and is not sent for them. */
const isExample = ({ recipients, enabled, callback }: ScheduledReport): boolean =>
  recipients.length === 1 && !enabled && callback === null;

/**
 * To whoever may export first: the owner of the sandbox. Without anybody there is none. After a
 * reset it may be there already, and only what was sent is made anew.
 */
export async function seedReport(app: App): Promise<void> {
  const { db, cipher } = app.store;
  const [reader] = await possibleReaders(db, cipher, null);
  if (reader === undefined) return;
  const known = (await selectReports(db, cipher, null)).find(({ name }) => name === TERMS.name);
  if (known !== undefined && !isExample(known)) return;
  const id = known?.scheduled_report_id ?? (await makeReport(app, reader.person_id));
  const lost = await send(app, id, null, LOST);
  if (lost !== null) await send(app, id, lost, ARRIVED);
}
