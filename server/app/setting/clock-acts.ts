// The settings act on the sandbox's clock.
import { type ClockAdvance, decideClockAdvance } from '../../domain/sandbox/advance-clock.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import { bumpSettingsVersion, readServiceClock } from '../../store/batch/settings-version.ts';
import { countDueWork } from '../../store/sandbox/due-work.ts';
import { readSandboxAhead, saveSandboxAhead } from '../../store/sandbox/sandbox-clock.ts';
import { actOfOne, NOTHING_MORE } from './settings-act.ts';

export const CLOCK_ACTS = {
  advance_clock: actOfOne({
    action: 'sandbox_clock_advanced',
    // The settings are locked first, so that two advances at once add up.
    locks: ['settings_versions'],
    gate: null,
    version: 'lock',
    lock: async ({ tx }, { seconds }: ClockAdvance) => {
      await bumpSettingsVersion(tx);
      const ahead_ms = await readSandboxAhead(tx);
      // Not the moment at which the act began: another advance may have ended meanwhile.
      const now = await readServiceClock(tx, true);
      return { ahead_ms, came_due: await countDueWork(tx, now, now + seconds * SECOND_MS) };
    },
    decide: decideClockAdvance,
    save: async ({ tx }, { saved: { ahead_ms } }) => {
      await saveSandboxAhead(tx, ahead_ms);
      return NOTHING_MORE;
    },
  }),
};
