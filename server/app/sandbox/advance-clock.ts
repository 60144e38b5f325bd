// Advances the sandbox's clock: everything that waits for a moment comes nearer, in all processes.
// Access keeps the true time: nobody is signed out by it, and no token ends.

import { setTimeout as sleep } from 'node:timers/promises';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import {
  advanced,
  SANDBOX_ADVANCE_MAX_S,
  type SandboxWork,
} from '../../domain/sandbox/sandbox-clock.ts';
import { ADVANCE_CLOCK } from '../../domain/sandbox/sandbox-requests.ts';
import {
  isRefusal,
  type Refusal,
  refuseFields,
  refuseUnknown,
} from '../../domain/service/refusal.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import { now } from '../../store/batch/store.ts';
import { countDueWork } from '../../store/sandbox/due-work.ts';
import { readSandboxAhead, saveSandboxAhead } from '../../store/sandbox/sandbox-clock.ts';
import { expireProposals } from '../approval/expire-proposals.ts';
import { followDeadlines } from '../dispute/follow-deadlines.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { SETTINGS_AGE_MAX_MS } from '../process/settings-cache.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { iso } from '../request/views.ts';
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

const refuseTooFar = (ahead_ms: number): Refusal => {
  const left_s = SANDBOX_ADVANCE_MAX_S - ahead_ms / SECOND_MS;
  const message = `would be more than 800 days ahead: at most ${left_s} seconds are left`;
  return refuseFields([{ field: 'seconds', code: 'range', message }]);
};

/** The settings' version is locked first, so that two advances at once add up. */
async function save(app: App, operator: OperatorCaller, seconds: number) {
  return await app.store.db.transaction(async (tx) => {
    await bumpSettingsVersion(tx);
    const before_ms = await readSandboxAhead(tx);
    const ahead_ms = advanced(before_ms, seconds);
    if (ahead_ms === null) return refuseTooFar(before_ms);
    const at = await now(app.store, tx);
    const came_due = await countDueWork(tx, at, at + seconds * SECOND_MS);
    await saveSandboxAhead(tx, ahead_ms);
    const detail = { seconds, ahead_seconds: ahead_ms / SECOND_MS };
    await auditIn(tx, operatorActor(operator), 'sandbox_clock_advanced', 'sandbox/clock', detail);
    return came_due;
  });
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
  const came_due = await save(app, operator, asked.seconds);
  if (isRefusal(came_due)) return came_due;
  await Promise.all([sleep(wait_ms), app.settings.refresh()]);
  await workOffDue(app);
  app.wake.events.notify();
  return { ...(await shown(app)), came_due };
}
