// Makes the demo's data once more for a reset: the same merchants and accounts under the same ids.

import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { SERVICE } from '../request/caller.ts';
import { seedReport } from './seed-report.ts';
import { type DemoIds, seedSandbox } from './seed-sandbox.ts';

/**
 * Given an empty database, but for people and their reports. The audit trail begins anew, too, and
 * says that this was a reset.
 */
export async function reseedDemo(app: App, ids: DemoIds): Promise<void> {
  if ((await seedSandbox(app, ids)) === null) throw new Error('The empty schema was not empty');
  await seedReport(app);
  await app.store.db.transaction((tx) =>
    auditIn(tx, SERVICE, 'demo_reset', 'sandbox', { on_machine: true }),
  );
}
