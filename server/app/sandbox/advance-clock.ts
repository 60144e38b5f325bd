// Advances the sandbox's clock: everything that waits for a moment comes nearer, in all processes.
// Access keeps the true time: nobody is signed out by it, and no token ends.

import { setTimeout as sleep } from 'node:timers/promises';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import type { SandboxWork } from '../../domain/sandbox/sandbox-clock.ts';
import { ADVANCE_CLOCK } from '../../domain/sandbox/sandbox-requests.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import { expireProposals } from '../approval/expire-proposals.ts';
import { followDeadlines } from '../dispute/follow-deadlines.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { SETTINGS_AGE_MAX_MS } from '../process/settings-cache.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { releaseDueHolds } from '../settlement/holds.ts';
import { expireDue } from '../trade/expire-due.ts';

export type SandboxClockBody = { now: string; ahead_seconds: number };

export type AdvancedClockBody = SandboxClockBody & { came_due: Record<SandboxWork, number> };

async function shown(app: App): Promise<SandboxClockBody> {
  const { sandbox_ahead_ms } = await app.settings.refresh();
  return { now: iso(serviceTime(app)), ahead_seconds: sandbox_ahead_ms / SECOND_MS };
}

export async function showSandboxClock(app: App): Promise<SandboxClockBody | Refusal> {
  return app.mode === 'sandbox' ? await shown(app) : refuseUnknown();
}

/** Each does one batch of what is due, and returns how many it handled. */
const JOBS: readonly ((app: App) => Promise<number>)[] = [
  expireDue,
  releaseDueHolds,
  expireProposals,
  followDeadlines,
];

/** What is left after this is done by the jobs. */
const WORK_MAX_MS = 10 * SECOND_MS;

/** As the jobs do, but now: the caller sees the results at once. */
async function workOffDue(app: App): Promise<void> {
  const until_ms = performance.now() + WORK_MAX_MS;
  for (const job of JOBS) {
    while (performance.now() < until_ms && (await job(app)) > 0);
  }
}

/**
 * Answers when every process obeys, and what the jobs have to do in the database is done. Callbacks
 * that came due are sent after that.
 */
export async function advanceSandboxClock(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
  wait_ms = SETTINGS_AGE_MAX_MS,
): Promise<AdvancedClockBody | Refusal> {
  if (app.mode !== 'sandbox') return refuseUnknown();
  const asked = readRequest(ADVANCE_CLOCK, raw);
  if (isRefusal(asked)) return asked;
  const saved = await changeSetting(app, operator, SETTINGS_ACTS.advance_clock, asked);
  if (isRefusal(saved)) return saved;
  await sleep(wait_ms);
  await workOffDue(app);
  app.wake.events.notify();
  return { ...(await shown(app)), came_due: saved.came_due };
}
