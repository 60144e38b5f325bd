// Operators look at the cells that the process serves: which are there, how full they are, and what
// is wrong with them. A cell that is away is named, and the others are looked at all the same.
import { setTimeout as sleep } from 'node:timers/promises';
import { type CheckedCell, cellProblems } from '../../domain/service/cell-check.ts';
import type { CellIdentity } from '../../domain/service/cell-identity.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import { readCellIdentity, readCopiedVersion } from '../../store/schema/cell-identity.ts';
import { readDatabaseFacts, readMissingMigrations } from '../../store/schema/service-database.ts';
import type { App } from '../process/app.ts';
import { iso } from '../request/views.ts';
import { askCell } from './ask-cell.ts';
import type { ServedCell, ServedCells } from './cells.ts';
import { recentOrders } from './place-merchant.ts';

/** As far as this process knows: from its last answer, or from when it was first looked for. */
const awaySince = ({ app, begun_at }: ServedCell): string =>
  iso(app()?.settings.answered_at() ?? begun_at);

async function measure(app: App) {
  const [{ merchants }, facts, orders] = await Promise.all([
    app.settings.current(),
    readDatabaseFacts(app.store.db),
    recentOrders(app),
  ]);
  return {
    migrations_applied: facts.migrations_applied,
    migrations_known: facts.migrations_known,
    merchants: [...merchants.values()].filter(({ is_house }) => !is_house).length,
    recent_orders: Number(orders),
  };
}

const NOT_KNOWN = {
  migrations_applied: null,
  migrations_known: null,
  merchants: null,
  recent_orders: null,
};

async function cellBody(cell: ServedCell, control: App) {
  const measured = await askCell(cell.app(), measure);
  return {
    name: cell.name,
    is_control: cell.app() === control,
    is_away: measured === null,
    away_since: measured === null ? awaySince(cell) : null,
    ...(measured ?? NOT_KNOWN),
  };
}

export type CellBody = Awaited<ReturnType<typeof cellBody>>;

/** Empty for a service with one cell. */
export async function listCells(cells: ServedCells | null): Promise<{ data: CellBody[] }> {
  if (cells === null) return { data: [] };
  return { data: await Promise.all(cells.all.map((cell) => cellBody(cell, cells.control))) };
}

/** A change of just now is no fault: copies are looked at every 0.4 s. */
const COPIED_WITHIN_MS = 3 * SECOND_MS;
const LOOK_AGAIN_MS = 200;

async function copyOf(app: App, control: App): Promise<CheckedCell['copy']> {
  if (app === control) return null;
  const end_ms = performance.now() + COPIED_WITHIN_MS;
  for (;;) {
    const version = await readCopiedVersion(app.store.db);
    const { version: newest } = await control.settings.current();
    if (version === newest || performance.now() > end_ms) return { version, newest };
    await sleep(LOOK_AGAIN_MS);
  }
}

async function factsOf(name: string, app: App, control: App): Promise<CheckedCell> {
  await app.settings.current();
  const { db } = app.store;
  // Both by the monotonic clock of this process, with which each database's is compared.
  const ahead_ms = app.settings.now() - control.settings.now();
  const [identity, missing_migrations, copy] = await Promise.all([
    readCellIdentity(db),
    readMissingMigrations(db),
    copyOf(app, control),
  ]);
  return { name, is_control: app === control, identity, missing_migrations, copy, ahead_ms };
}

async function checkCell(cell: ServedCell, control: App, identity: CellIdentity) {
  const found = await askCell(cell.app(), (app) => factsOf(cell.name, app, control));
  const problems =
    found === null
      ? [`The cell ${cell.name} has not answered since ${awaySince(cell)}.`]
      : cellProblems(found, identity);
  return { name: cell.name, ok: problems.length === 0, problems };
}

export type CheckedCellBody = Awaited<ReturnType<typeof checkCell>>;

/** Each cell by itself, and each beside the control cell. */
export async function checkCells(
  cells: ServedCells | null,
): Promise<{ ok: boolean; data: CheckedCellBody[] }> {
  if (cells === null) return { ok: true, data: [] };
  const { control, all } = cells;
  const identity = await readCellIdentity(control.store.db);
  if (identity === null) throw new Error('The control cell has no identity');
  const data = await Promise.all(all.map((cell) => checkCell(cell, control, identity)));
  return { ok: data.every(({ ok }) => ok), data };
}
