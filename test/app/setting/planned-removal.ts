// The plan of a removal, which owners may allow.
import type { App } from '../../../server/app/process/app.ts';
import { serviceTime } from '../../../server/app/process/service-time.ts';
import { NO_COUNTS, type RemovalCounts } from '../../../server/domain/archive/removal.ts';
import { savePlan } from '../../../server/store/archive/removals.ts';
import { newNumber } from '../scene.ts';

type Planned = { month?: string; counts?: RemovalCounts };

/** What owners send to allow it, and its month. */
export async function plannedRemoval(app: App, { month, counts = NO_COUNTS }: Planned = {}) {
  const file_sha256 = 'ab'.repeat(32);
  const plan = {
    month: month ?? `${2000 + newNumber()}-01`,
    file_sha256,
    copy: 'read',
    counts,
  } as const;
  await savePlan(app.store.db, plan, serviceTime(app));
  const { trades } = counts.removed;
  return { month: plan.month, file_sha256, trades, reason: 'as our policy says' };
}
