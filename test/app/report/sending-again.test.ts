// One sending of a scheduled report again: of its own days, to its own recipient.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  changeReport,
  listSendings,
  removeReport,
} from '../../../server/app/report/scheduled-reports.ts';
import { sendReportNow } from '../../../server/app/report/send-reports.ts';
import { HOUR_MS } from '../../../server/lib/durations.ts';
import { accepted, raw, refusedWith } from '../../support/test-app.ts';
import { ada, add, app, at, look, mails, person, textOf } from './scheduled-report-scene.ts';

suite('one sending again', () => {
  test('goes to its recipient only, of its own days, once it is over', async () => {
    const eve = await person({ role: 'finance', email: 'eva@example.org' });
    const made = await add({ recipients: [ada.person_id, eve.id], format: 'csv' });
    accepted(await sendReportNow(at(8 * HOUR_MS), ada, made.id, raw({})));
    const [row] = accepted(await listSendings(app, ada, made.id)).data.filter(
      ({ person_id }) => person_id === eve.id,
    );
    const again = (ahead: number, id = made.id) =>
      sendReportNow(at(ahead), ada, id, raw({ sending_id: row?.id }));
    assert.equal(refusedWith(await again(8 * HOUR_MS)).code, 'act_not_allowed');
    while ((await look(at(8 * HOUR_MS))) > 0);
    const before = mails.received.length;
    const { data } = accepted(await again(100 * HOUR_MS));
    assert.deepEqual(
      data.map(({ person_id, days, by_hand }) => [person_id, days, by_hand]),
      [[eve.id, row?.days, true]],
    );
    await look(at(100 * HOUR_MS));
    const sent = mails.received.slice(before);
    assert.deepEqual(
      sent
        .filter(({ source }) => textOf(source).includes('There are 2 trades'))
        .map(({ to }) => to),
      [['eva@example.org']],
    );
    const other = await add({ recipients: [ada.person_id] });
    assert.equal(refusedWith(await again(0, other.id)).code, 'invalid_request');
    accepted(await changeReport(app, ada, made.id, raw({ recipients: [ada.person_id] })));
    assert.equal(refusedWith(await again(100 * HOUR_MS)).code, 'act_not_allowed');
    for (const { id } of [made, other]) accepted(await removeReport(app, ada, id));
  });
});
