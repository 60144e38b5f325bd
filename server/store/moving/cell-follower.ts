// Follows a cell to another server: looked at with the version of the settings, so that a process
// which does not know where the cell is has no settings by which it could serve.
import { whereIsCell } from '../../domain/service/cell-move.ts';
import { readSettingsVersion, type SettingsVersion } from '../batch/settings-version.ts';
import type { Queryable } from '../connection/database.ts';
import { StoreUnavailable } from '../connection/outage.ts';

export type CellFollower = {
  /** Throws an outage unless the cell may be served where it was just looked at. */
  look(db: Queryable): Promise<SettingsVersion>;
};

/** `go`: leads the process to the sealed address; false if it cannot be read. Null: never. */
export function createCellFollower(
  go: ((move_id: string, sealed_url: Buffer) => boolean) | null,
): CellFollower {
  let followed: string | null = null;
  return {
    async look(db) {
      const version = await readSettingsVersion(db);
      const { move } = version;
      const where = whereIsCell(move, followed);
      if (where === 'here') return version;
      if (where === 'nowhere' || move === null || move.sealed_url === null) {
        throw new StoreUnavailable('The cell is being moved, and may not be served here yet');
      }
      if (go === null || !go(move.move_id, move.sealed_url)) {
        throw new StoreUnavailable('The cell has moved to an address that is not known here');
      }
      followed = move.move_id;
      throw new StoreUnavailable('The cell has moved; its new place is looked at next');
    },
  };
}
