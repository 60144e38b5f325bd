// The stories of the timers of scheduled reports.
import type { OpenApp } from '../../../server/app/open-app.ts';
import {
  claimReports,
  recordReport,
  sendReportNow,
  writeDueReports,
} from '../../../server/app/report/send-reports.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import { isThere, momentOf, newReport, type Story } from './story-scene.ts';

export const REPORT_STORIES = {
  async 'scheduled report'(app: OpenApp): Promise<Story> {
    const { scheduled_report_id } = await newReport(app);
    return {
      at: await momentOf(
        app,
        'next_at',
        `scheduled_reports where scheduled_report_id = '${scheduled_report_id}'`,
      ),
      async hasHappened() {
        await writeDueReports(app);
        const is_sent = `report_sendings where scheduled_report_id = '${scheduled_report_id}'`;
        return await isThere(app, is_sent);
      },
    };
  },

  async 'attempt of a scheduled report'(app: OpenApp): Promise<Story> {
    const { scheduled_report_id } = await newReport(app);
    accepted(await sendReportNow(app, OPERATOR, scheduled_report_id, raw({})));
    const claimed = await claimReports(app);
    const sending = claimed.find((one) => one.scheduled_report_id === scheduled_report_id);
    if (sending === undefined) throw new Error('The first attempt was not due');
    const { report_sending_id: id } = sending;
    await app.store.db.query(
      '',
      `update report_sendings set attempts = 5 where report_sending_id = '${id}'`,
      [],
    );
    const failed = { status: null, problem: 'dns', is_final: false };
    const sixth = { ...sending, attempt: 6 };
    await recordReport(app, sixth, { trades: null, has_file: false }, failed);
    return {
      at: await momentOf(app, 'due_at', `report_sendings where report_sending_id = '${id}'`),
      hasHappened: async () =>
        (await claimReports(app)).some(({ report_sending_id }) => report_sending_id === id),
    };
  },
};
