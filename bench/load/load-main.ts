// The process that runs a load: gets the plan from its parent and returns the result.
import { drive } from './drive.ts';
import type { LoadPlan } from './load-plan.ts';

process.once('message', async (plan: LoadPlan) => {
  const result = await drive(plan);
  process.send?.(result, () => process.disconnect());
});

// Ends with its parent.
process.on('disconnect', () => process.exit());
