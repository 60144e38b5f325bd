// Keeps the cells beside the control cell: opens each at the start, and one that is away as soon as
// it is there. The service starts without it, and the others serve.
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServedCell } from '../app/cell/cells.ts';
import { copySettings } from '../app/cell/copy-settings.ts';
import type { App } from '../app/process/app.ts';
import { isOutage } from '../app/process/outage.ts';
import type { CellIdentity } from '../domain/service/cell-identity.ts';
import { SECOND_MS } from '../lib/durations.ts';
import { createMetrics, type Snapshot, snapshotOfCell } from '../programs/metrics.ts';
import type { CellPlace } from '../settings/cells-settings.ts';
import { noteKnownCell } from '../store/schema/cell-identity.ts';
import { keepCopying } from './keep-copying.ts';
import { type CellParts, type OpenedCell, openCell } from './open-cell.ts';

export type KeptCell = ServedCell & {
  /** Throws while the cell is away: a request that was led here has found its use cases. */
  server(): RequestListener;
  snapshot(): Promise<Snapshot>;
  stop(): Promise<void>;
};

export type Control = { readonly identity: CellIdentity; readonly app: App };

const AGAIN_MS = 10 * SECOND_MS;

/** Resolves when the cell is open or known to be away; throws what its operator has to change. */
export async function keepCell(
  parts: CellParts,
  place: CellPlace,
  control: Control,
): Promise<KeptCell> {
  const [{ name }, { log }, begun_at] = [place, parts, control.app.settings.now()];
  const end = new AbortController();
  const metrics = createMetrics({ of_cell: true });
  const away = Promise.withResolvers<void>();
  let opened: OpenedCell | null = null;
  let is_away = false;
  const failed = (error: unknown) => {
    log.warn({ err: error, cell: name }, 'settings of the control cell were not copied');
  };
  const goAway = () => {
    is_away = true;
    away.resolve();
  };

  const open = async () => {
    const wish = { name, control: control.identity };
    const opening = { wish, stopped: end.signal, away: goAway, people: control.app.store };
    const cell = await openCell(parts, place, metrics, opening);
    try {
      await noteKnownCell(control.app.store.db, name);
      await copySettings(control.app, cell.app);
    } catch (error) {
      await cell.stop();
      throw error;
    }
    opened = cell;
    log.info({ cell: name }, 'the cell is open');
  };
  const keepOpening = async () => {
    for (;;) {
      try {
        return await open();
      } catch (error) {
        if (end.signal.aborted) return;
        if (!(is_away || isOutage(error))) throw error;
        goAway();
        log.error({ err: error, cell: name }, 'the cell could not be opened; it is tried again');
      }
      await sleep(AGAIN_MS, undefined, { signal: end.signal }).catch((error: unknown) => {
        if (!end.signal.aborted) throw error;
      });
    }
  };

  const stopCopying = keepCopying(control.app, () => opened?.app ?? null, failed);
  const opening = keepOpening();
  await Promise.race([opening, away.promise]);
  const running = (): OpenedCell | null => opened;
  return {
    ...{ name, begun_at },
    app: () => running()?.app ?? null,
    server() {
      const cell = running();
      if (cell === null) throw new Error(`The cell ${name} is away`);
      return cell.serve;
    },
    snapshot: async () => snapshotOfCell(await metrics.snapshot(), name),
    async stop() {
      end.abort();
      await stopCopying();
      await opening;
      await running()?.stop();
    },
  };
}
