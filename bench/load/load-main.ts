// The process that loads: takes a plan from its parent, and hands back the result.
import { drive } from './drive.ts';
import type { LoadPlan } from './load-plan.ts';

process.once('message', async (plan: LoadPlan) => {
  const result = await drive(plan);
  process.send?.(result, () => process.disconnect());
});

// Without its parent there is nobody to load for.
process.on('disconnect', () => process.exit());
