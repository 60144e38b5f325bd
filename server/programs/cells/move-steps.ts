// The steps of a move until the switch: each may be repeated after the command has died, and all of
// them can be undone.
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../../lib/startup-error.ts';
import {
  deleteMove,
  insertArriving,
  insertLeaving,
  type LeavingMove,
  type PlaceUrls,
} from '../../store/moving/move-records.ts';
import {
  copyName,
  dropPublication,
  dropSubscription,
  emptyPlace,
  hasSubscription,
  publish,
  readBytesBehind,
  readProgressOfCopy,
  subscribe,
} from '../../store/moving/replicate.ts';
import { endPause, removeWriteGate } from '../../store/moving/write-gate.ts';
import { migrate } from '../../store/schema/migrate.ts';
import { MIGRATIONS_FOLDER } from '../../store/schema/migration-files.ts';
import { grantRights } from '../../store/schema/role-rights.ts';
import { type Places, placeWords, type Tell } from './moving-places.ts';

export type CellMove = {
  readonly move_id: string;
  readonly urls: PlaceUrls;
  /** As the command reaches it, and as the new server does. */
  readonly left_url: string;
  readonly from_url: string;
};

const MIB = 1_024 * 1_024;
const LOOK_EVERY_MS = 500;
const TELL_EVERY_MS = 5_000;
/** Of tries to copy that failed one after the other, while no table was added. */
const FAILURES_MOST = 5;

/** Records the move in the place that is left; nothing changes for the service. */
export async function beginMove(
  { left }: Places,
  { move_id, urls }: CellMove,
  master_key: Buffer,
): Promise<void> {
  await insertLeaving(left, { master_key, move_id, place: placeWords(urls.owner_url) }, urls);
}

/** The new place gets the schema, and everything is copied into it from now on. */
export async function startCopy(places: Places, move: CellMove, tell: Tell): Promise<void> {
  const { left, arrived, db, serving_role } = places;
  const { move_id, urls, left_url, from_url } = move;
  if (await hasSubscription(arrived, move_id)) return;
  const connection = { connectionString: urls.owner_url };
  const { applied } = await migrate(arrived, MIGRATIONS_FOLDER, connection);
  if (applied.length > 0) tell(`The new place has the schema: ${applied.length} migrations.`);
  await insertArriving(arrived, move_id, placeWords(left_url));
  if (serving_role !== null) await db.transaction((tx) => grantRights(tx, serving_role));
  await emptyPlace(arrived);
  await publish(left, move_id);
  await subscribe(arrived, move_id, from_url);
  tell(`The copy has begun (publication, subscription and slot ${copyName(move_id)}).`);
}

const mibOf = (bytes: number) => `${(bytes / MIB).toFixed(1)} MiB`;

type Standing = { tables: number; copied: number; failures: number; behind: number | null };

const isReady = ({ tables, copied, behind }: Standing) =>
  tables > 0 && copied === tables && behind !== null && behind < MIB;

function standingText({ tables, copied, behind }: Standing): string {
  const rest = behind === null ? 'nothing is read yet' : `${mibOf(behind)} of the log behind`;
  return `${copied} of ${tables} tables are copied; ${rest}.`;
}

/** Until the new place follows the old one closely. */
export async function awaitCopy(
  { left, arrived }: Places,
  { move_id }: CellMove,
  tell: Tell,
): Promise<void> {
  let [told_ms, told] = [Number.NEGATIVE_INFINITY, ''];
  let progressed = { copied: -1, failures: 0 };
  for (;;) {
    const progress = await readProgressOfCopy(arrived, move_id);
    const standing = { ...progress, behind: await readBytesBehind(left, move_id) };
    const is_ready = isReady(standing);
    const text = standingText(standing);
    if (text !== told && (is_ready || performance.now() - told_ms > TELL_EVERY_MS)) {
      tell(text);
      [told, told_ms] = [text, performance.now()];
    }
    if (is_ready) return;
    const { copied, failures } = standing;
    if (copied > progressed.copied) progressed = { copied, failures };
    if (failures - progressed.failures >= FAILURES_MOST) {
      throw new StartupError(
        'The new server cannot copy; its log says why. Mend it and run the command again, or ' +
          'undo the move with --cancel.',
      );
    }
    await sleep(LOOK_EVERY_MS);
  }
}

const SLOT_FREE_MS = 10_000;

/** The slot is in use for a moment after its reader has gone. */
export async function removePublication(places: Pick<Places, 'left'>, move_id: string) {
  const end_ms = performance.now() + SLOT_FREE_MS;
  while (!(await dropPublication(places.left, move_id))) {
    if (performance.now() > end_ms) {
      const slot = copyName(move_id);
      throw new StartupError(`The slot ${slot} is still in use: run the command again.`);
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Undoes what was done so far. Of the new place only what this command has put beside the rows:
 * `arrived` is null if it cannot be reached.
 */
export async function undoMove(
  places: { readonly left: Places['left']; readonly arrived: Places['arrived'] | null },
  { move_id, state }: LeavingMove,
): Promise<void> {
  if (state === 'moved') {
    throw new StartupError('The cell has moved: that cannot be undone, only moved back.');
  }
  const { left, arrived } = places;
  await endPause(left, move_id);
  await removeWriteGate(left);
  if (arrived !== null) {
    await dropSubscription(arrived, move_id);
    await deleteMove(arrived, move_id);
  }
  await removePublication({ left }, move_id);
  await left.query('delete from cell_marks where move_id = $1', [move_id]);
  await deleteMove(left, move_id);
}
