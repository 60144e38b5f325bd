// Where a service starts that was given an address which its cell has left: it must not stop all
// other cells of the process until somebody has changed CELLS.

import { type Connection, whenThere } from '../connection/when-there.ts';
import { followMoves } from '../moving/follow-move.ts';
import { type DatabaseOpening, ownersConnection } from './prepare-database.ts';

type Place = { connection: Connection; owner: Connection | null };

/** The addresses as they are given, or those to which the cell has moved. */
export async function placeNow(
  opening: DatabaseOpening & { master_key: Uint8Array },
): Promise<Place> {
  const { connection, owner, log, master_key } = opening;
  const onError = (error: Error) => log.warn({ err: error }, 'the connection broke');
  const first = ownersConnection(opening);
  const moved = await whenThere(first, () =>
    followMoves(first.connection, Buffer.from(master_key), onError),
  );
  if (moved === null) return { connection, owner };
  log.warn(
    { what: first.setting },
    'the cell has moved: the service follows it, but give its new address in the settings',
  );
  const is_one = moved.url === moved.owner_url;
  return {
    connection: { connectionString: moved.url },
    owner: is_one ? null : { connectionString: moved.owner_url },
  };
}
