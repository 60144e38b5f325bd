// The job that ends what is older than the settings allow, a page of each kind at a time.
import type { RetentionKind } from '../../domain/service/retention-kinds.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { deleteEndedSessions } from '../../store/access/ended-access.ts';
import { deleteOldAlerts } from '../../store/alert/alerts.ts';
import { deleteOldNotices } from '../../store/alert/notices.ts';
import { removeHeldFiles } from '../../store/approval/evidence.ts';
import { readClock } from '../../store/batch/settings-version.ts';
import { deleteOldSendings } from '../../store/report/report-sendings.ts';
import { type IndexedKind, saveRetentionLook } from '../../store/retention/retention-progress.ts';
import { expireDisputeFiles } from '../dispute/open-dispute-file.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { ageLimit } from '../request/ended-by-age.ts';
import { removeOldReceiptFiles } from '../trade/receipts.ts';

const PAGE_ROWS = 500;

type End = (app: App) => Promise<number>;

/** By the service's time, which in a sandbox may be ahead. */
const olderThan =
  (
    kind: RetentionKind,
    remove: (db: App['store']['db'], before: number, most: number) => Promise<number>,
  ): End =>
  async (app) => {
    const before = await ageLimit(app, kind, serviceTime(app));
    return before === null ? 0 : await remove(app.store.db, before, PAGE_ROWS);
  };

/** Each ends one page and returns how many rows it ended. */
const ENDS: Readonly<Record<IndexedKind, End>> = {
  receipts: removeOldReceiptFiles,
  dispute_files: expireDisputeFiles,
  proposal_files: olderThan('proposal_files', removeHeldFiles),
  // Sessions keep the true time.
  sessions: async (app) => {
    const { db } = app.store;
    const before = await ageLimit(app, 'sessions', await readClock(db));
    return before === null ? 0 : await deleteEndedSessions(db, before, PAGE_ROWS);
  },
  alerts: olderThan('alerts', deleteOldAlerts),
  alert_notices: olderThan('alert_notices', deleteOldNotices),
  report_sendings: olderThan('report_sendings', deleteOldSendings),
};

const KINDS = Object.keys(ENDS) as IndexedKind[];

/** Returns how many rows it ended. What it did is noted; that it found nothing, every minute. */
export function createEndByAge(app: App, steadyMs = () => performance.now()) {
  let noted_ms = Number.NEGATIVE_INFINITY;
  return async (): Promise<number> => {
    const ended: { kind: IndexedKind; rows: number }[] = [];
    for (const kind of KINDS) ended.push({ kind, rows: await ENDS[kind](app) });
    const rows = ended.reduce((sum, one) => sum + one.rows, 0);
    if (rows > 0 || steadyMs() - noted_ms >= MINUTE_MS) {
      await saveRetentionLook(app.store.db, ended, serviceTime(app));
      noted_ms = steadyMs();
    }
    return rows;
  };
}
