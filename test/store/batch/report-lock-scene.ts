// The transactions of saved views and scheduled reports that lock several rows.
import assert from 'node:assert/strict';
import type { App } from '../../../server/app/process/app.ts';
import { changeReport, removeReport } from '../../../server/app/report/scheduled-reports.ts';
import {
  claimReports,
  sendReportNow,
  writeDueReports,
} from '../../../server/app/report/send-reports.ts';
import { createView, removeView, shareView } from '../../../server/app/saved-view/saved-views.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { newReport } from '../../app/sandbox/story-scene.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';

export async function changeReports({ app }: { app: App }): Promise<void> {
  const reports = [await newReport(app), await newReport(app)];
  const later = {
    ...app,
    settings: { ...app.settings, now: () => Date.now() + 2 * DAY_MS },
  };
  assert.equal(await writeDueReports(later), 2);
  for (const { scheduled_report_id: id } of reports) {
    accepted(await sendReportNow(app, OPERATOR, id, raw({})));
    accepted(await changeReport(app, OPERATOR, id, raw({ hour: 7 })));
  }
  assert.equal((await claimReports(later)).length, 4);
  for (const { scheduled_report_id: id } of reports) {
    accepted(await removeReport(app, OPERATOR, id));
  }
}

export async function changeViews({ app }: { app: App }): Promise<void> {
  const view = raw({ name: 'Failed', address: '/trades?state=failed' });
  const { id } = accepted(await createView(app, OPERATOR, view));
  accepted(await shareView(app, OPERATOR, id, raw({ is_shared: true })));
  accepted(await removeView(app, OPERATOR, id));
}
