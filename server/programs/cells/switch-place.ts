// The switch: writes pause, the last rows arrive and are compared, and the old place is left for
// good. Until that moment everything can go back; after it the same command goes on.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../../lib/startup-error.ts';
import { analyzePlace, comparePlaces } from '../../store/moving/compare-places.ts';
import { noteArrived } from '../../store/moving/move-records.ts';
import {
  disableSubscription,
  dropSubscription,
  enableSubscription,
  hasMark,
  ownEverything,
  writeMark,
} from '../../store/moving/replicate.ts';
import {
  beginPause,
  buildWriteGate,
  endPause,
  isGateComplete,
  leavePlace,
} from '../../store/moving/write-gate.ts';
import {
  readInstallation,
  readServerSeen,
  updateInstallation,
} from '../../store/schema/installation.ts';
import { LOCK_PATIENCE, type LockWait, withLockRetries } from '../../store/schema/lock-retries.ts';
import { giveUpRights } from '../../store/schema/role-rights.ts';
import { type CellMove, removePublication } from './move-steps.ts';
import type { Places, Tell } from './moving-places.ts';

const LOOK_EVERY_MS = 20;

const secondsSince = (begun_ms: number) => ((performance.now() - begun_ms) / 1_000).toFixed(2);

const UNDONE = 'Nothing was switched, and the cell goes on where it was.';

async function awaitMark({ arrived }: Places, mark: string, end_ms: number): Promise<void> {
  while (!(await hasMark(arrived, mark))) {
    if (performance.now() > end_ms) {
      throw new StartupError(`The new place did not have the last rows in time. ${UNDONE}`);
    }
    await sleep(LOOK_EVERY_MS);
  }
}

async function requireSame(places: Places, end_ms: number, tell: Tell): Promise<void> {
  const { left, arrived } = places;
  const within_ms = Math.max(1, Math.floor(end_ms - performance.now()));
  const { differing, uncounted } = await comparePlaces(left, arrived, within_ms);
  if (differing.length > 0) {
    const names = differing.join(', ');
    throw new StartupError(`The new place has other rows in ${names}. ${UNDONE}`);
  }
  const rest =
    uncounted.length === 0
      ? ''
      : ` Only their last rows, as they are large: ${uncounted.join(', ')}.`;
  tell(`The new place is the same.${rest}`);
}

/** It is no copy: the installation goes on here. Then history is kept as everywhere. */
async function takePlace({ db, serving_role }: Places): Promise<void> {
  await db.transaction(async (tx) => {
    const was = await readInstallation(tx);
    if (was !== null) {
      await updateInstallation(tx, { ...was, ...(await readServerSeen(tx)) }, false);
    }
    if (serving_role === null) await giveUpRights(tx);
  });
}

async function carryOver(
  places: Places,
  { move_id }: CellMove,
  end_ms: number,
  tell: Tell,
): Promise<void> {
  const mark = randomUUID();
  await writeMark(places.left, move_id, mark);
  await awaitMark(places, mark, end_ms);
  await requireSame(places, end_ms, tell);
  await disableSubscription(places.arrived, move_id);
  await takePlace(places);
  if (!(await leavePlace(places.left, move_id))) {
    throw new StartupError(`The pause was over before the end. ${UNDONE}`);
  }
}

/** Does what can still be done of it: a pause ends by itself. */
async function goBack({ left, arrived }: Places, { move_id }: CellMove, tell: Tell): Promise<void> {
  const undone = await Promise.allSettled([
    endPause(left, move_id),
    ownEverything(arrived).then(() => enableSubscription(arrived, move_id)),
  ]);
  if (undone.some(({ status }) => status === 'rejected')) {
    tell('A part could not be undone at once: writes go on when the pause is over.');
  }
}

/** What follows once the old place is left; may be repeated. */
export async function endMove(places: Places, { move_id }: CellMove): Promise<void> {
  const { left, arrived } = places;
  await noteArrived(arrived, move_id);
  await dropSubscription(arrived, move_id);
  await removePublication(places, move_id);
  for (const client of [arrived, left]) {
    await client.query('delete from cell_marks where move_id = $1', [move_id]);
  }
}

export async function switchPlace(
  places: Places,
  move: CellMove,
  pause_s: number,
  tell: Tell,
): Promise<void> {
  const { left, arrived } = places;
  await analyzePlace(arrived);
  const tellWait = ({ failed_tries, tries, wait_ms }: LockWait) =>
    tell(
      `A transaction of the cell did not end within 2 s (try ${failed_tries} of ${tries}); ` +
        `again in ${wait_ms / 1_000} s.`,
    );
  await buildWriteGate(left, tellWait);
  if (!(await isGateComplete(left))) throw new Error('A table has no gate');
  let asked_ms = performance.now();
  await withLockRetries(LOCK_PATIENCE, tellWait, async () => {
    asked_ms = performance.now();
    await beginPause(left, move.move_id, pause_s);
  });
  try {
    await carryOver(places, move, asked_ms + pause_s * 1_000, tell);
  } catch (error) {
    await goBack(places, move, tell);
    throw error;
  }
  await noteArrived(arrived, move.move_id);
  tell(`Writes were refused for ${secondsSince(asked_ms)} s, and go on in the new place.`);
  await endMove(places, move);
}
