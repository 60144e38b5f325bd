// The program `cells move`: moves a whole cell to another PostgreSQL server, by PostgreSQL's own
// logical replication.
import { randomUUID } from 'node:crypto';
import { leftPlaceProblems, newPlaceProblems } from '../../domain/service/cell-move-check.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { CellPlace } from '../../settings/cells-settings.ts';
import { type Config, readConfig } from '../../settings/config.ts';
import { masterKeyThere } from '../../settings/master-key.ts';
import { openDatabase } from '../../store/connection/database.ts';
import { openCipher } from '../../store/encryption/encryption.ts';
import {
  type LeavingMove,
  openAddress,
  type PlaceUrls,
  readLeaving,
} from '../../store/moving/move-records.ts';
import { readLeftPlace, readNewPlace } from '../../store/moving/read-places.ts';
import { failProcess } from '../run-process.ts';
import { awaitCopy, beginMove, type CellMove, startCopy, undoMove } from './move-steps.ts';
import { type MoveWish, readMoveWish } from './move-wish.ts';
import { connectPlace, connectPlaces, type Places } from './moving-places.ts';
import { endMove, switchPlace } from './switch-place.ts';

const tell = (line: string) => void process.stdout.write(`${line}\n`);

const MISSING = 3;
const GIB = 1_024 ** 3;

function placeOf({ cells }: Config, name: string): CellPlace {
  const place = cells.find((cell) => cell.name === name);
  if (place !== undefined) return place;
  const known = cells.map((cell) => cell.name).join(', ');
  throw new StartupError(
    known === ''
      ? 'payment-orders cells move needs CELLS; a service with DATABASE_URL becomes a cell by it.'
      : `CELLS has no cell ${name}: it has ${known}.`,
  );
}

const ownerOf = ({ url, migration_url }: CellPlace) => migration_url ?? url;

/** The address is left for the processes under this key: one that they do not have is refused. */
async function requireKey(url: string, master_key: Buffer): Promise<void> {
  const connection = { connectionString: url };
  const db = openDatabase({ connection, max_connections: 1, onIdleError: () => undefined });
  try {
    await openCipher(db, master_key);
  } finally {
    await db.close();
  }
}

/** Null if another ENCRYPTION_KEY has sealed them. */
function addressesOfMove(begun: LeavingMove, master_key: Buffer): PlaceUrls | null {
  const { move_id, sealed_url, sealed_owner_url } = begun;
  const url = openAddress(master_key, move_id, 'url', sealed_url);
  const owner_url = openAddress(master_key, move_id, 'owner_url', sealed_owner_url);
  return url === null || owner_url === null ? null : { url, owner_url };
}

function requireSameMove(begun: LeavingMove, to: PlaceUrls, master_key: Buffer): void {
  const was = addressesOfMove(begun, master_key);
  if (was?.url === to.url && was.owner_url === to.owner_url) return;
  throw new StartupError(
    `A move to ${begun.place} has begun: go on with its addresses and its ENCRYPTION_KEY, or ` +
      'undo it with --cancel first.',
  );
}

async function problemsOf({ left, arrived }: Places, name: string, move_id: string | null) {
  const was = await readLeftPlace(left);
  const is = await readNewPlace(arrived);
  const problems = [...leftPlaceProblems(name, was), ...newPlaceProblems(is, was, move_id)];
  return { was, is, problems };
}

async function plan(places: Places, name: string, begun: LeavingMove | null): Promise<void> {
  const { was, is, problems } = await problemsOf(places, name, begun?.move_id ?? null);
  const size = `${(was.bytes / GIB).toFixed(2)} GiB`;
  tell(`The cell ${name} has ${size} on PostgreSQL ${was.version_words}.`);
  tell(
    `The new server is PostgreSQL ${is.version_words}; it needs that room, and the old one room`,
  );
  tell('for the log that the copy has not read yet.');
  if (problems.length > 0) {
    for (const problem of problems) tell(`- ${problem}`);
    process.exitCode = MISSING;
    return;
  }
  tell('1. The schema is made in the new place; all rows are copied, and every commit follows.');
  tell('2. With --switch: each table gets a gate, for a moment without writers.');
  tell('3. Writes pause; the last rows arrive, and both places are compared.');
  tell('4. The old place is left for good; every process goes on in the new one.');
  tell('Nothing was changed.');
}

async function copyAndSwitch(
  places: Places,
  wish: MoveWish,
  move: CellMove,
  { begun, master_key }: { begun: LeavingMove | null; master_key: Buffer },
): Promise<void> {
  if (begun?.state === 'moved') {
    await endMove(places, move);
    return tell('The cell has moved. Give its new address in CELLS.');
  }
  const { problems } = await problemsOf(places, wish.name, begun?.move_id ?? null);
  // What this move uses itself is counted as taken once it has begun.
  if (begun === null && problems.length > 0) throw new StartupError(problems);
  if (begun === null) await beginMove(places, move, master_key);
  await startCopy(places, move, tell);
  await awaitCopy(places, move, tell);
  if (wish.act !== 'switch') {
    return tell('The copy follows. End the move with --switch, or undo it with --cancel.');
  }
  await switchPlace(places, move, wish.pause_s, tell);
  tell('The cell has moved. Give its new address in CELLS, then run payment-orders verify.');
}

async function cancel(left_url: string, master_key: Buffer): Promise<void> {
  const left = await connectPlace(left_url, 'The place that the cell leaves');
  try {
    const begun = await readLeaving(left);
    if (begun === null) throw new StartupError('No move of this cell has begun.');
    const urls = addressesOfMove(begun, master_key);
    const arrived =
      urls === null
        ? null
        : await connectPlace(urls.owner_url, 'The new place').catch((error: unknown) => {
            if (error instanceof StartupError) return null;
            throw error;
          });
    if (arrived === null) {
      tell(`${begun.place} cannot be reached: what was copied stays there, and its subscription.`);
    }
    try {
      await undoMove({ left, arrived }, begun);
    } finally {
      await arrived?.end();
    }
    tell('The move was undone. What was copied is still in the new place: drop that database.');
  } finally {
    await left.end();
  }
}

async function move(wish: MoveWish, to: PlaceUrls, left_url: string, master_key: Buffer) {
  const places = await connectPlaces(left_url, to);
  try {
    const begun = await readLeaving(places.left);
    if (begun !== null) requireSameMove(begun, to, master_key);
    if (wish.act === 'plan') return await plan(places, wish.name, begun);
    const move_id = begun?.move_id ?? randomUUID();
    const one = { move_id, urls: to, left_url, from_url: wish.from ?? left_url };
    await copyAndSwitch(places, wish, one, { begun, master_key });
  } finally {
    await places.close();
  }
}

async function run(wish: MoveWish): Promise<void> {
  const config = readConfig(process.env);
  const left_url = ownerOf(placeOf(config, wish.name));
  const master_key = Buffer.from(await masterKeyThere(config));
  await requireKey(left_url, master_key);
  if (wish.to === null) await cancel(left_url, master_key);
  else await move(wish, wish.to, left_url, master_key);
}

function readWish(): MoveWish | null {
  try {
    return readMoveWish(process.argv.slice(2));
  } catch (error) {
    return failProcess(error);
  }
}

const wish = readWish();
if (wish !== null) run(wish).catch(failProcess);
