// Locks of the sandbox: a developer asks for a fault, again, and takes it back; the clock is
// advanced, and further.
import { advanceSandboxClock } from '../../../server/app/sandbox/advance-clock.ts';
import { setSandboxFault } from '../../../server/app/sandbox/faults.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import type { Stage } from './lock-stage.ts';

export async function askForFaults({ app, merchants }: Stage): Promise<void> {
  for (const { merchant_id, caller } of merchants) {
    const fault = { merchant_id, fault: 'api_unavailable' };
    for (const times of [2, 0])
      accepted(await setSandboxFault(app, caller, raw({ ...fault, times })));
  }
}

export async function advanceClock({ app }: Stage): Promise<void> {
  for (const seconds of [1, 2])
    accepted(await advanceSandboxClock(app, OPERATOR, raw({ seconds }), 0));
}
