// The example of a scheduled report after a reset of the demo: it is there again, with what
// happened when it was sent, unless somebody has made another of it.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  changeReport,
  listScheduledReports,
  listSendings,
  removeReport,
} from '../../../server/app/report/scheduled-reports.ts';
import { openSandboxOwner } from '../../../server/app/seed/sandbox-owner.ts';
import { seedSandbox } from '../../../server/app/seed/seed-sandbox.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { resetDemoOf } from './reset-scene.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
  await seedSandbox(service.app);
});
after(() => service.stop());

test('a reset brings the example of a scheduled report back, with what happened to it', async () => {
  const { app } = service;
  const shown = async () => {
    const reports = (await listScheduledReports(app, OPERATOR)).data;
    const found = reports.map(async ({ id, name, enabled }) => {
      const { data } = accepted(await listSendings(app, OPERATOR, id));
      return [name, enabled, data.map(({ status }) => status)];
    });
    return await Promise.all(found);
  };
  const example = ['Completed pay-ins of the day', false, ['delivered', 'exhausted']];
  deepEqual(await shown(), []);
  await openSandboxOwner(app, null);
  await resetDemoOf(service);
  deepEqual(await shown(), [example]);
  await resetDemoOf(service);
  deepEqual(await shown(), [example]);
  const views = await scene.sql(app, 'select from saved_views');
  equal(views.length, 1);
  const [{ id } = { id: '' }] = (await listScheduledReports(app, OPERATOR)).data;
  accepted(await removeReport(app, OPERATOR, id));
  await resetDemoOf(service);
  deepEqual(await shown(), [example]);
  const [again] = (await listScheduledReports(app, OPERATOR)).data;
  accepted(await changeReport(app, OPERATOR, again?.id ?? '', raw({ enabled: true })));
  await resetDemoOf(service);
  deepEqual(await shown(), [['Completed pay-ins of the day', true, []]]);
});
