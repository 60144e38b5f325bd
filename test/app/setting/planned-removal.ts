// The plan of a removal, which owners may allow.
import type { App } from '../../../server/app/process/app.ts';
import { serviceTime } from '../../../server/app/process/service-time.ts';
import { NO_COUNTS } from '../../../server/domain/archive/removal.ts';
import { savePlan } from '../../../server/store/archive/removals.ts';
import { newNumber } from '../scene.ts';

export async function plannedRemoval(app: App) {
  const [month, file_sha256] = [`${2000 + newNumber()}-01`, 'ab'.repeat(32)];
  const plan = { month, file_sha256, copy: 'read', counts: NO_COUNTS } as const;
  await savePlan(app.store.db, plan, serviceTime(app));
  return { month, file_sha256, trades: 0, reason: 'as our policy says' };
}
