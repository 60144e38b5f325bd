// What several scenes of waiting work begin with.
import type { OpenApp } from '../../../server/app/open-app.ts';
import {
  claimReports,
  recordReport,
  sendReportNow,
} from '../../../server/app/report/send-reports.ts';
import { accepted, makeMerchant, OPERATOR, raw } from '../../support/test-app.ts';
import * as callbacks from '../callback/delivery-scene.ts';
import { newReport } from '../sandbox/story-scene.ts';
import * as scene from '../scene.ts';
import { settling } from '../settlement/settlement-scene.ts';

export const tradeTarget = ({ merchant_id, id }: { merchant_id: string; id: string }) =>
  `trades/${merchant_id}/${id}`;

export const hands = (app: OpenApp) => settling(app).act;

export async function withPayout(app: OpenApp) {
  const merchant = await makeMerchant(app);
  await scene.fund(app, merchant.merchant_id, 100_000);
  return await scene.newPayout(app, merchant, 1_000);
}

/** A pay-out of a merchant with an endpoint, and its only callback. */
export async function withCallback(app: OpenApp) {
  await scene.sql(app, `update deliveries set is_next = false where status = 'waiting'`);
  const merchant = await callbacks.newMerchant(app);
  const id = await callbacks.newTrade(app, merchant, 1);
  const cancel = async () =>
    accepted(await hands(app)({ merchant_id: merchant.merchant_id, id }, 'cancel'));
  return { merchant, id, cancel };
}

/** A report that was refused, again when it was repeated, and then arrives. */
export async function notSent(app: OpenApp) {
  const { scheduled_report_id: id } = await newReport(app);
  async function send(problem: string | null): Promise<void> {
    accepted(await sendReportNow(app, OPERATOR, id, raw({})));
    for (const sending of await claimReports(app)) {
      const made = { trades: 1, has_file: true };
      await recordReport(app, sending, made, { status: null, problem, is_final: true });
    }
  }
  await send('refused_for_good');
  await send('refused_for_good');
  const recover = () => send(null);
  return { subject_id: null, worst: `scheduled_reports/${id}`, count: 1, recover };
}
