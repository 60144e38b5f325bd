// What a place says of a move: one row for each move that has left it or come to it.
import type { ClientBase } from 'pg';
import {
  type ArrivingState,
  type LeavingState,
  PLACE_STATES,
} from '../../domain/service/cell-move.ts';
import { oneOf } from '../connection/word-list.ts';
import { openWith, sealWith, UNAUTHENTIC } from '../encryption/seal-with.ts';

/** The addresses of a place: of the role that serves, and of the one that owns the tables. */
export type PlaceUrls = { readonly url: string; readonly owner_url: string };

type SealedUrls = { readonly sealed_url: Buffer; readonly sealed_owner_url: Buffer };

export type LeavingMove = SealedUrls & {
  readonly move_id: string;
  readonly state: LeavingState;
  readonly place: string;
};

export type ArrivingMove = {
  readonly move_id: string;
  readonly state: ArrivingState;
  readonly place: string;
};

const aadOf = (move_id: string, role: 'url' | 'owner_url') => `cell_moves/${move_id}/${role}`;

function sealUrls(master_key: Buffer, move_id: string, urls: PlaceUrls): SealedUrls {
  const seal = (role: 'url' | 'owner_url') =>
    sealWith(master_key, Buffer.from(urls[role]), aadOf(move_id, role));
  return { sealed_url: seal('url'), sealed_owner_url: seal('owner_url') };
}

/** Null if another master key has sealed it. */
export function openAddress(
  master_key: Buffer,
  move_id: string,
  role: 'url' | 'owner_url',
  sealed: Buffer,
): string | null {
  try {
    return openWith(master_key, sealed, aadOf(move_id, role)).toString();
  } catch (error) {
    if (error instanceof Error && error.message === UNAUTHENTIC) return null;
    throw error;
  }
}

/**
 * An earlier release has no such table; not with to_regclass, as in hasTable. A role that may not
 * read it can serve nothing, and the steps of a start say why.
 */
async function mayReadMoves(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class
     where relname = 'cell_moves' and relnamespace = current_schema()::regnamespace
       and has_table_privilege(oid, 'select')`,
  );
  return rowCount === 1;
}

type MoveRow = LeavingMove | (ArrivingMove & { sealed_url: null; sealed_owner_url: null });

async function selectMove(client: ClientBase, condition: string): Promise<MoveRow | null> {
  if (!(await mayReadMoves(client))) return null;
  const { rows } = await client.query<MoveRow>(
    `select move_id, state, place, sealed_url, sealed_owner_url from cell_moves
     where ${condition} order by begun_at desc, move_id limit 1`,
  );
  return rows[0] ?? null;
}

const isLeaving = (move: MoveRow): move is LeavingMove => move.sealed_url !== null;

/** The newest move that leaves this place or has left it. */
export async function readLeaving(client: ClientBase): Promise<LeavingMove | null> {
  const move = await selectMove(client, 'sealed_url is not null');
  return move !== null && isLeaving(move) ? move : null;
}

export async function readArriving(client: ClientBase): Promise<ArrivingMove | null> {
  const move = await selectMove(client, 'sealed_url is null');
  return move === null || isLeaving(move) ? null : move;
}

/** The newest end of a move here; moves that have only begun are passed over. */
export async function readMoveHere(client: ClientBase): Promise<MoveRow | null> {
  return await selectMove(client, `state in ${oneOf(PLACE_STATES)}`);
}

export async function insertLeaving(
  client: ClientBase,
  { master_key, move_id, place }: { master_key: Buffer; move_id: string; place: string },
  urls: PlaceUrls,
): Promise<void> {
  const { sealed_url, sealed_owner_url } = sealUrls(master_key, move_id, urls);
  await client.query(
    `insert into cell_moves (move_id, state, place, sealed_url, sealed_owner_url, begun_at,
       changed_at)
     values ($1, 'copying', $2, $3, $4, statement_timestamp(), statement_timestamp())`,
    [move_id, place, sealed_url, sealed_owner_url],
  );
}

/** In the new place, before anything is copied there. */
export async function insertArriving(
  client: ClientBase,
  move_id: string,
  place: string,
): Promise<void> {
  await client.query(
    `insert into cell_moves (move_id, state, place, begun_at, changed_at)
     values ($1, 'arriving', $2, statement_timestamp(), statement_timestamp())
     on conflict (move_id) do nothing`,
    [move_id, place],
  );
}

export async function noteArrived(client: ClientBase, move_id: string): Promise<void> {
  await client.query(
    `update cell_moves set state = 'arrived', changed_at = statement_timestamp()
     where move_id = $1`,
    [move_id],
  );
}

export async function deleteMove(client: ClientBase, move_id: string): Promise<void> {
  await client.query('delete from cell_moves where move_id = $1', [move_id]);
}
