// Three cells behind one address: three schemas with all that a sandbox begins with.
import { seedSandbox } from '../../../server/app/seed/seed-sandbox.ts';
import type { Queryable } from '../../../server/store/connection/database.ts';
import type { cleanup } from '../../support/cleanup.ts';
import { openTestApp, type TestApp, type TestOptions } from '../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator/operator-service.ts';
import { fillLists } from './fill-lists.ts';

/** The first one is the control cell. */
export const CELLS = ['main', 'east', 'west'];

const INSTALLATION = '01900000-0000-7000-8000-00000000ce11';

export type ThreeCells = {
  readonly service: OperatorService;
  readonly apps: ReadonlyMap<string, TestApp>;
  /** The names of those that are away. */
  readonly away: Set<string>;
};

/** Three schemas of which only the control cell has people, with nothing in them. */
export async function openEmptyCells(
  keep: ReturnType<typeof cleanup>,
  options: TestOptions = {},
): Promise<ThreeCells> {
  const apps = new Map<string, TestApp>();
  const away = new Set<string>();
  const beside = CELLS.slice(1).map((name) => ({
    name,
    begun_at: 0,
    app: () => (away.has(name) ? null : (apps.get(name)?.app ?? null)),
  }));
  const service = await openOperatorService({
    ...{ ...options, beside, is_audit_unwatched: true },
    cell: { name: 'main', is_control: true },
  });
  keep(service.stop);
  apps.set('main', service);
  for (const name of CELLS.slice(1)) {
    const cell = { name, is_control: false };
    const opened = await openTestApp({ ...options, cell, people: service.app.store });
    keep(opened.stop);
    const { app } = opened;
    await settleIdentity(app.store.db, name);
    apps.set(name, opened);
  }
  return { service, apps, away };
}

/** As the start of a service makes a schema a cell. */
async function settleIdentity(db: Queryable, name: string): Promise<void> {
  await db.query(
    '',
    `insert into cell_identity (only_row, installation_id, name, is_control, joined_at)
     values (true, $1, $2, false, now())`,
    [INSTALLATION, name],
  );
}

export async function openThreeCells(keep: ReturnType<typeof cleanup>): Promise<ThreeCells> {
  const cells = await openEmptyCells(keep);
  const { service, apps } = cells;
  for (const [name, { app }] of apps) {
    await seedSandbox(app);
    await fillLists(app, async (path, headers, body) => {
      const in_cell = { ...headers, 'x-cell': name };
      return await service.ask('POST', path, { headers: in_cell, body });
    });
  }
  return cells;
}
