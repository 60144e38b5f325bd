// The service's time, by which orders, lines, callbacks and their deadlines run: the database's
// clock, and in the sandbox as far ahead as somebody has advanced it. Access keeps the true time:
// test/domain/service/true-time.test.ts lists what uses it.
import { aheadMs } from '../../store/batch/store.ts';
import type { App } from './app.ts';

/** Without asking the database. */
export function serviceTime(app: Pick<App, 'settings' | 'store'>): number {
  return app.settings.now() + aheadMs(app.store);
}
