// Three cells behind one address: three schemas with all that a sandbox begins with.
import { seedSandbox } from '../../../server/app/seed/seed-sandbox.ts';
import type { cleanup } from '../../support/cleanup.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator/operator-service.ts';
import { fillLists } from './fill-lists.ts';

/** The first one is the control cell. */
export const CELLS = ['main', 'east', 'west'];

export type ThreeCells = {
  readonly service: OperatorService;
  readonly apps: ReadonlyMap<string, TestApp>;
  /** The names of those that are away. */
  readonly away: Set<string>;
};

export async function openThreeCells(keep: ReturnType<typeof cleanup>): Promise<ThreeCells> {
  const apps = new Map<string, TestApp>();
  const away = new Set<string>();
  for (const name of CELLS.slice(1)) {
    const opened = await openTestApp();
    keep(opened.stop);
    apps.set(name, opened);
  }
  const beside = [...apps].map(([name, { app }]) => ({
    name,
    begun_at: 0,
    app: () => (away.has(name) ? null : app),
  }));
  const service = await openOperatorService({ beside, is_audit_unwatched: true });
  keep(service.stop);
  apps.set('main', service);
  for (const [name, { app }] of apps) {
    await seedSandbox(app);
    await fillLists(app, async (path, headers, body) => {
      const in_cell = { ...headers, 'x-cell': name };
      return await service.ask('POST', path, { headers: in_cell, body });
    });
  }
  return { service, apps, away };
}
