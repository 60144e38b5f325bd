// A part of the pool's connections, for work that reads much: it never takes those that orders
// need, and PostgreSQL ends a statement of it that takes too long.
import pg from 'pg';
import type { Database, Queryable } from './database.ts';

export type PartLimits = {
  /** Of the pool's connections, so many sixteenths; at least one. */
  sixteenths: number;
  /** How long one statement may take. */
  statement_ms: number;
  /** How long work waits for a connection of the part. */
  wait_ms: number;
};

/** A statement of the part was ended after its time. Nothing was changed. */
export class TookTooLong extends Error {
  override name = 'TookTooLong';
  readonly after_ms: number;
  constructor(after_ms: number) {
    super(`A statement was ended after ${after_ms} ms`);
    this.after_ms = after_ms;
  }
}

/** All connections of the part were in use for too long. Nothing was done. */
export class PartIsBusy extends Error {
  override name = 'PartIsBusy';
}

const SIXTEENTHS = 16;
const QUERY_CANCELED = '57014';
/** The answer's own limit comes later, so that PostgreSQL ends the statement and says so. */
const ANSWER_LATER_MS = 5_000;

type Places = { with<Value>(work: () => Promise<Value>): Promise<Value> };

/** At most so many at once; the others wait in the order in which they came. */
function createPlaces(most: number, wait_ms: number): Places {
  let in_use = 0;
  const waiting = new Set<() => void>();
  const take = () => {
    if (in_use < most) {
      in_use += 1;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = setTimeout(() => {
      waiting.delete(begin);
      reject(new PartIsBusy(`No connection was free for ${wait_ms} ms`));
    }, wait_ms);
    const begin = () => {
      clearTimeout(late);
      resolve();
    };
    waiting.add(begin);
    return promise;
  };
  const giveBack = () => {
    const [next] = waiting;
    if (next === undefined) {
      in_use -= 1;
      return;
    }
    waiting.delete(next);
    next();
  };
  return {
    async with(work) {
      await take();
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
  };
}

/** The same database, with a part of its connections. A transaction may set longer limits. */
export function databasePart(db: Database, limits: PartLimits): Database {
  const { sixteenths, statement_ms, wait_ms } = limits;
  const most = Math.max(1, Math.floor((db.max_connections * sixteenths) / SIXTEENTHS));
  const places = createPlaces(most, wait_ms);
  const transaction: Database['transaction'] = (work, options = {}) => {
    const { query_timeout_ms = 0 } = options;
    const limit_ms = Math.max(statement_ms, query_timeout_ms);
    return places.with(async () => {
      try {
        return await db.transaction(
          (tx) => {
            void tx.query(`limit-${limit_ms}`, `set local statement_timeout = ${limit_ms}`, []);
            return work(tx);
          },
          { ...options, query_timeout_ms: limit_ms + ANSWER_LATER_MS },
        );
      } catch (error) {
        const is_ended = error instanceof pg.DatabaseError && error.code === QUERY_CANCELED;
        throw is_ended ? new TookTooLong(limit_ms) : error;
      }
    });
  };
  const query: Queryable['query'] = (...statement) => transaction((tx) => tx.query(...statement));
  return { ...db, query, transaction };
}
