// The pool of a service whose database may move to another server: callers keep one object, and
// from the move on everything goes to the new address.
import type pg from 'pg';
import type { DatabaseMeter } from '../connection/connections.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../connection/database.ts';

export type ServicePool = Database & {
  /** What is under way at the former address ends there, or is cut after some seconds. */
  moveTo(connection: pg.PoolConfig): void;
};

export function openServicePool(options: DatabaseOptions): ServicePool {
  let db = openDatabase(options);
  let meter: DatabaseMeter | undefined;
  let leaving = Promise.resolve();
  const close = (left: Database) => async () => {
    await left.close().catch(options.onIdleError);
  };
  return {
    max_connections: options.max_connections,
    poolUse: () => db.poolUse(),
    refuseHanging: () => db.refuseHanging(),
    meterWith(given) {
      meter = given;
      db.meterWith(given);
    },
    query: (name, text, values) => db.query(name, text, values),
    transaction: (work, given) => db.transaction(work, given),
    moveTo(connection) {
      const left = db;
      db = openDatabase({ ...options, connection });
      if (meter !== undefined) db.meterWith(meter);
      leaving = leaving.then(close(left));
    },
    async close() {
      await db.close();
      await leaving;
    },
  };
}
