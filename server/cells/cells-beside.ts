// The cells beside the control cell, as the service sees them: where requests go, what `/readyz`
// and `/metrics` say of each, and how all of them are stopped.
import type { RequestListener } from 'node:http';
import type { ServedCells } from '../app/cell/cells.ts';
import { createFront } from '../http/cells/front.ts';
import type { ReadyAnswer } from '../http/platform.ts';
import {
  type Metrics,
  type Rendered,
  renderSnapshots,
  snapshotOfCell,
} from '../programs/metrics.ts';
import { type Control, type KeptCell, keepCell } from './keep-cells.ts';
import type { CellParts } from './open-cell.ts';

export type CellsBeside = {
  readonly cells: ServedCells;
  /** Leads requests to their cells; the given one is the server of the control cell. */
  front(control: RequestListener): RequestListener;
  ready(ask: () => Promise<ReadyAnswer>): () => Promise<ReadyAnswer>;
  render(): Promise<Rendered>;
  stop(): Promise<void>;
};

type Options = {
  readonly parts: CellParts;
  readonly control: Control;
  /** Of the process, and of the control cell alone. */
  readonly metrics: { readonly process: Metrics; readonly control: Metrics };
};

async function keepAll({ parts, control }: Options): Promise<KeptCell[]> {
  const [, ...places] = parts.config.cells;
  const opening = await Promise.allSettled(places.map((place) => keepCell(parts, place, control)));
  const kept = opening.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [refused] = opening.filter((one) => one.status === 'rejected');
  if (refused === undefined) return kept;
  for (const cell of kept) await cell.stop();
  throw refused.reason;
}

/** Throws a StartupError for a cell that is not what CELLS says. One that is away comes later. */
export async function openCellsBeside(options: Options): Promise<CellsBeside> {
  const { parts, control, metrics } = options;
  const { app } = control;
  const kept = await keepAll(options);
  const { name } = control.identity;
  const own = { name, begun_at: app.settings.now(), app: () => app };
  const cells: ServedCells = { control: app, all: [own, ...kept] };
  const is_up = ({ app: appOf }: (typeof cells.all)[number]) => appOf()?.settings.fresh() != null;
  metrics.process.watch('cell_up', () =>
    Object.fromEntries(cells.all.map((cell) => [cell.name, is_up(cell) ? 1 : 0])),
  );
  return {
    cells,
    front: (listener) =>
      createFront({
        cells,
        control: listener,
        serverOf(found) {
          const cell = kept.find((one) => one.name === found);
          return cell === undefined ? listener : cell.server();
        },
        public_url: () => app.public_url,
        log: parts.log,
      }),
    // Ready if the control cell is: the others serve, whichever cell is away.
    ready: (ask) => async () => {
      const { ok, checks } = await ask();
      const all = kept.map((cell) => [`cell ${cell.name}`, is_up(cell) ? 'ok' : 'away'] as const);
      return { ok, checks: { ...checks, ...Object.fromEntries(all) } };
    },
    async render() {
      const of_control = snapshotOfCell(await metrics.control.snapshot(), name);
      const others = await Promise.all(kept.map((cell) => cell.snapshot()));
      return await renderSnapshots([await metrics.process.snapshot(), of_control, ...others]);
    },
    async stop() {
      await Promise.all(kept.map((cell) => cell.stop()));
    },
  };
}
