// Scheduled reports in a real browser: made of a saved view with one click, confirmed, sent, sent
// again, paused and deleted; and what their page says of whoever gets nothing any more.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { SENDING_PROBLEMS } from '../../../console/texts/reports/scheduled.ts';
import { changePersonRole } from '../../../server/app/access/change-person.ts';
import {
  changeReport,
  listScheduledReports,
} from '../../../server/app/report/scheduled-reports.ts';
import {
  claimReports,
  type ReportResult,
  recordReport,
} from '../../../server/app/report/send-reports.ts';
import { REPORT_PROBLEMS } from '../../../server/domain/report/report-sending.ts';
import { CALLBACK_PROBLEMS } from '../../../server/jobs/callback-problem.ts';
import { MAIL_PROBLEMS } from '../../../server/jobs/mail-client.ts';
import { ageSessions } from '../../http/operator/factor/person-client.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import type { Desk } from '../desk.ts';
import {
  type LivePerson,
  type LiveScene,
  openLiveScene,
  PASSWORD,
  typePassword,
} from '../live-scene.ts';

let scene: LiveScene;
let ada: LivePerson;
let bob: LivePerson;
let desk: Desk;
before(async () => {
  scene = await openLiveScene({ mode: 'sandbox' });
  ada = await scene.person({ name: 'Ada Accounts', role: 'finance' });
  bob = await scene.person({ name: 'Bob Books', role: 'finance' });
  desk = await scene.open();
  await desk.page.goto(`${scene.url}/console`);
  await typePassword(desk.page, ada.email);
  await desk.page.getByRole('navigation').first().waitFor();
});
after(() => scene.stop());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** What is on its way ends so: as for whoever is named, or for the callback. */
async function end(to: LivePerson | null, result: ReportResult): Promise<void> {
  const { app } = scene.service;
  for (const sending of await claimReports(app)) {
    const is_meant = sending.person_id === (to?.id ?? null);
    const arrived = { status: 250, problem: null, is_final: true };
    await recordReport(app, sending, { trades: 12, has_file: true }, is_meant ? result : arrived);
  }
}

const onlyReport = async () => {
  const [report] = (await listScheduledReports(scene.service.app, OPERATOR)).data;
  if (report === undefined) throw new Error('There is no report');
  return report;
};

describe('a saved view of trades', () => {
  it('is sent regularly with one click more; a callback asks to confirm who it is', async () => {
    const { page } = desk;
    await page.goto(`${scene.url}/console/trades?state=failed`);
    await press(page, 'Views');
    await page.getByLabel('Save this view as').fill('Failed');
    await press(page, 'Save');
    await ageSessions(scene.service.app, ada.id, 6);
    await page.getByRole('link', { name: 'Send regularly: the view Failed' }).click();
    const form = page.getByRole('dialog', { name: 'Schedule a report' });
    equal(await form.getByLabel('Name').inputValue(), 'Failed');
    equal(await form.getByRole('combobox', { name: 'Saved view' }).inputValue(), 'Failed');
    await choose(page, 'After each', 'Week, on Monday');
    await choose(page, 'By e-mail to', 'Bob Books');
    await page.keyboard.press('Escape');
    await form.getByLabel(/^And as a signed callback/).fill('https://books.example/reports?key=k1');
    deepEqual(await axeFindings(page), []);
    await form.getByRole('button', { name: 'Schedule a report' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirm.locator('input[name=password]').fill(PASSWORD);
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await form.getByText('Shown only now').waitFor();
    match(await form.locator('code').innerText(), /^whsec_/);
    await form.getByRole('button', { name: 'I have it; close' }).click();
    const row = page.getByRole('row', { name: /^Failed/ });
    await row.getByText('Each Monday, 06:00').waitFor();
    await row.getByText('Bob Books').waitFor();
    await row.getByText('Callback to https://books.example').waitFor();
    await row.getByText('Nothing was sent yet').waitFor();
    deepEqual(await axeFindings(page), []);
    deepEqual(desk.complaints, []);
  });
});

describe('a scheduled report', () => {
  it('is sent now; what did not arrive says why, and is sent to its recipient again', async () => {
    const { page } = desk;
    await page.goto(`${scene.url}/console/reports/scheduled`);
    await page.getByRole('link', { name: 'Failed' }).first().click();
    await page.getByRole('heading', { name: 'Failed', level: 1 }).waitFor();
    await press(page, 'Send now: Failed');
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
    const history = page.getByRole('table', { name: 'What was sent' });
    await history.getByText('On the way').nth(1).waitFor();
    await end(null, { status: 500, problem: 'no_right', is_final: true });
    await history.getByText('Did not arrive').waitFor();
    await history.getByText('The role does not allow exports any more.').waitFor();
    await history.getByText('Arrived', { exact: true }).waitFor();
    deepEqual(await axeFindings(page), []);
    await history.getByRole('button', { name: /^Send again: The callback, / }).click();
    const again = page.getByRole('dialog', { name: /^Send again/ });
    await again.getByRole('button', { name: 'Send again' }).click();
    await history.getByText('On the way').waitFor();
    equal(await history.getByText('On the way').count(), 1);
    await end(bob, { status: null, problem: null, is_final: true });
    await page.getByRole('link', { name: 'All scheduled reports' }).click();
    await page
      .getByRole('row', { name: /^Failed/ })
      .getByText('Arrived')
      .waitFor();
    deepEqual(desk.complaints, []);
  });

  it('that somebody else changed meanwhile is not overwritten', async () => {
    const { page } = desk;
    const { id } = await onlyReport();
    await page.goto(`${scene.url}/console/reports/scheduled/${id}`);
    await press(page, 'Change: Failed');
    const form = page.getByRole('dialog', { name: 'Change: Failed' });
    await form.getByLabel('Name').fill('Failed each week');
    accepted(await changeReport(scene.service.app, OPERATOR, id, raw({ hour: 9 })));
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Scheduled report changed', { exact: false }).waitFor();
    const row = form.getByRole('row', { name: /^At / });
    deepEqual(await row.getByRole('cell').allTextContents(), ['At', '06:00', '09:00', '06:00']);
    await form.getByRole('button', { name: 'Go on with what I typed' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Failed each week', level: 1 }).waitFor();
    const { name, hour, recipients } = await onlyReport();
    deepEqual([name, hour, recipients], ['Failed each week', 9, [bob.id]]);
  });

  it('names whoever gets nothing any more; it is paused, continued and deleted', async () => {
    const { page } = desk;
    const { id, name } = await onlyReport();
    const moved = raw({ role: 'viewer', reason: 'moved' });
    accepted(await changePersonRole(scene.service.app, OPERATOR, bob.id, moved));
    await page.goto(`${scene.url}/console/reports/scheduled/${id}`);
    await page.getByText('Bob Books gets nothing any more').waitFor();
    for (const [act, shown] of [
      ['Pause', 'Paused'],
      ['Continue', 'Made'],
    ] as const) {
      await press(page, `${act}: ${name}`);
      await page.getByRole('dialog').getByRole('button', { name: act }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByText(shown, { exact: true }).waitFor();
    }
    equal((await onlyReport()).enabled, true);
    await press(page, `Delete: ${name}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No report comes by itself yet.').waitFor();
    deepEqual(desk.complaints, []);
  });
});

describe('why a report did not arrive', () => {
  it('has words for every reason that the service gives', () => {
    const codes = new Set([...REPORT_PROBLEMS, ...MAIL_PROBLEMS, ...CALLBACK_PROBLEMS]);
    deepEqual(Object.keys(SENDING_PROBLEMS).sort(), [...codes].sort());
  });
});
