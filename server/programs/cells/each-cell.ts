// Does the same work on the database of each cell, the control cell first. A cell that is away or
// refuses does not keep the work from the others; the control cell's failure ends it.
import type { CellIdentity, CellWish } from '../../domain/service/cell-identity.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { CellPlace } from '../../settings/cells-settings.ts';
import type { Config } from '../../settings/config.ts';

export type CellWork = {
  readonly is_control: boolean;
  /** The service's settings with the addresses of this cell. */
  readonly config: Config;
  readonly cell: CellWish;
  readonly stopped: AbortSignal;
  /** Ends the wait for a database that is away. */
  readonly away: () => void;
};

function workOf(config: Config, place: CellPlace, control: CellIdentity | null): CellWork {
  const is_control = place === config.cells[0];
  const { name, url: database_url, migration_url: migration_database_url } = place;
  const end = new AbortController();
  return {
    is_control,
    config: { ...config, database_url, migration_database_url },
    cell: { name, control },
    stopped: end.signal,
    away: () => end.abort(new StartupError(`The cell ${name} is away: nothing was done there.`)),
  };
}

/** `work` resolves to what the database is. Throws one StartupError for all cells that failed. */
export async function eachCell(
  config: Config,
  work: (cell: CellWork) => Promise<CellIdentity | null>,
): Promise<void> {
  const [first, ...others] = config.cells;
  if (first === undefined) throw new Error('There are no cells');
  const control = await work(workOf(config, first, null));
  const problems: string[] = [];
  for (const place of others) {
    try {
      await work(workOf(config, place, control));
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      const { message } = error;
      problems.push(message.includes(place.name) ? message : `Cell ${place.name}: ${message}`);
    }
  }
  if (problems.length > 0) throw new StartupError(problems);
}
