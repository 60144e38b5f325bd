// Where a cell is now: from an address that it has left, a process goes on to the new one.
import type { ClientBase } from 'pg';
import {
  HOPS_MOST,
  leftPlace,
  movingPlace,
  unfinishedPlace,
  whereIsCell,
} from '../../domain/service/cell-move.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { connectClient } from '../connection/servers.ts';
import type { Connection } from '../connection/when-there.ts';
import { openAddress, readLeaving, readMoveHere } from './move-records.ts';

type Role = 'url' | 'owner_url';
type Hop = { readonly urls: Record<Role, string>; readonly move_id: string };

/** Null if it may be served here. Throws a StartupError if it may be served nowhere. */
async function nextHop(
  client: ClientBase,
  master_key: Buffer,
  followed: string | null,
): Promise<Hop | null> {
  const move = await readMoveHere(client);
  const seen =
    move === null || move.state === 'copying' || move.state === 'paused'
      ? null
      : { move_id: move.move_id, state: move.state };
  const where = whereIsCell(seen, followed);
  if (where === 'here') return null;
  if (where === 'nowhere' || move === null || move.sealed_url === null) {
    throw new StartupError(unfinishedPlace(move?.place ?? 'another server'));
  }
  const { move_id, place, sealed_url, sealed_owner_url } = move;
  const url = openAddress(master_key, move_id, 'url', sealed_url);
  const owner_url = openAddress(master_key, move_id, 'owner_url', sealed_owner_url);
  if (url === null || owner_url === null) throw new StartupError(leftPlace(place));
  return { urls: { url, owner_url }, move_id };
}

export type Followed = { readonly url: string; readonly owner_url: string };

/** Null if the cell has not moved from there. */
export async function followMoves(
  connection: Connection,
  master_key: Buffer,
  onError: (error: Error) => void,
): Promise<Followed | null> {
  let [at, followed, found]: [Connection, string | null, Followed | null] = [
    connection,
    null,
    null,
  ];
  for (let hops = 0; hops < HOPS_MOST; hops += 1) {
    const client = await connectClient(at, onError);
    let hop: Hop | null;
    try {
      hop = await nextHop(client, master_key, followed);
    } finally {
      await client.end();
    }
    if (hop === null) return found;
    found = hop.urls;
    followed = hop.move_id;
    at = { connectionString: hop.urls.owner_url };
  }
  throw new StartupError('The moves of this cell lead around in a circle.');
}

/** For programs that work on the database that they are given: throws a StartupError. */
export async function refuseLeftPlace(client: ClientBase): Promise<void> {
  const move = await readMoveHere(client);
  if (move?.state === 'moved') throw new StartupError(leftPlace(move.place));
  if (move?.state === 'arriving') throw new StartupError(unfinishedPlace(move.place));
}

/** A migration of one place alone would end the copy. */
export async function refuseWhileMoving(client: ClientBase): Promise<void> {
  const move = await readLeaving(client);
  if (move !== null && move.state !== 'moved') throw new StartupError(movingPlace(move.place));
}
