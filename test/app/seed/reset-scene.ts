// A reset of the demo of a test's service, as the program of that name does it.
import { join } from 'node:path';
import { openApp } from '../../../server/app/open-app.ts';
import { SEEDER } from '../../../server/app/request/own-actors.ts';
import { reseedDemo } from '../../../server/app/seed/reseed-demo.ts';
import { NO_SURROUNDINGS } from '../../../server/domain/service/installation.ts';
import { openDatabase } from '../../../server/store/connection/database.ts';
import { type DemoReset, resetDemo } from '../../../server/store/sandbox/reset-demo.ts';
import type { TestApp } from '../../support/test-app.ts';

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent };

/** Makes the demo's data in a schema beside those of the service. */
export const seedAside =
  (service: TestApp): DemoReset['seed'] =>
  async (connection, ids) => {
    const db = openDatabase({ connection, max_connections: 8, onIdleError: silent });
    const app = await openApp({
      mode: 'sandbox',
      public_url: 'http://pay.test',
      allow_local_callbacks: true,
      around: NO_SURROUNDINGS,
      rate_limit_per_second: 0,
      log,
      count: silent,
      db,
      master_key: service.master_key,
      operator_token: undefined,
    });
    await reseedDemo(app, ids).finally(() => app.close());
  };

/** `more`: what is done in another way. */
export const resetDemoOf = (service: TestApp, more: Partial<DemoReset> = {}) =>
  resetDemo({
    connection: service.database.connection,
    folder: join(import.meta.dirname, '../../../migrations'),
    seeder_id: SEEDER.operator_token_id ?? '',
    seed: seedAside(service),
    ...more,
  });
