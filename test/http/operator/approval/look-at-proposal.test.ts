// A look at a proposal shows what would happen and does nothing, even if the act needs no second
// person any more: because the rule is off, or because the same was done meanwhile.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cleanup } from '../../../support/cleanup.ts';
import { setBandsOfAll } from '../../../support/set-bands.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';
import { ask, proposalIn, type Someone, someone, WAYS } from './approval-scene.ts';

const opened = cleanup();
let service: OperatorService;
let maker: Someone;
let checker: Someone;
before(async () => {
  service = await openOperatorService();
  opened(() => service.stop());
  await setBands(null);
  maker = await someone(service);
  checker = await someone(service);
});

async function setBands(from_cents: 0 | null): Promise<void> {
  await setBandsOfAll(service.app.store.db, from_cents);
  await service.app.settings.refresh();
}

/** What every act leaves behind. */
async function traces(): Promise<unknown> {
  return await service.app.store.db.query(
    '',
    `select (select count(*) from ledger_entries) as entries,
       (select count(*) from events) as events, (select count(*) from audit_entries) as audited,
       (select sum(version) from settings_versions) as versions`,
    [],
  );
}

/** Returns what it shows. */
async function unchangedByLook(id: string): Promise<{ settings_after: string | null }> {
  const found = await traces();
  const look = { act: '', method: 'GET', path: `/approvals/${id}` };
  const { status, body } = await ask(service, checker, look);
  assert.equal(status, 200);
  assert.deepEqual(await traces(), found);
  return Object(body.outcome);
}

for (const [name, make] of Object.entries(WAYS)) {
  test(`${name}: is shown, and not done`, async () => {
    await setBands(null);
    const asked = await make(service);
    await setBands(0);
    const id = proposalIn(await ask(service, maker, asked));
    const { settings_after } = await unchangedByLook(id);
    await setBands(null);
    await unchangedByLook(id);
    if (settings_after === null) return;
    await ask(service, maker, asked);
    await unchangedByLook(id);
    await setBands(0);
    await unchangedByLook(id);
  });
}
