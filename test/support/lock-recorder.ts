// Records which rows PostgreSQL really locks, statement by statement: a second connection sees the
// locks, and a third one blocks rows to find out in which order one statement locks them.
import pg from 'pg';
import type { App } from '../../server/app/process/app.ts';
import type { Database, Queryable } from '../../server/store/connection/database.ts';

/** The watched rows: those of a table, or only those that match the condition. */
export type Watched = {
  name: string;
  table: string;
  /** An SQL condition on the table's columns. */
  only?: string;
  /** Columns that identify a row, in the order in which rows must be locked. */
  key: readonly string[];
  /** Columns that name the parent row; none if the row has no parent. */
  guard: readonly string[];
  /** The table of the parent row. */
  under: string | undefined;
};

export type LockedRow = {
  name: string;
  key: readonly string[];
  guard: readonly string[];
  /** Whether the parent row existed before this transaction. */
  has_guard: boolean;
};

/** A statement, and the rows that it locked and that were not locked before. */
export type LockingStatement = {
  statement: string;
  rows: readonly LockedRow[];
  /**
   * Names of rows that it locked in another order than that of their keys, waiting for each lock.
   */
  unsorted: readonly string[];
};

export type RecordedTransaction = readonly LockingStatement[];

export type LockRecorder = {
  /** Everything that the app's transactions locked while the work was done. */
  record(work: () => Promise<unknown>): Promise<RecordedTransaction[]>;
  stop(): Promise<void>;
};

const arrayOf = (columns: readonly string[], table: string): string =>
  `array[${columns.map((column) => `${table}.${column}::text`).join(', ')}]::text[]`;

/** `skip locked` skips exactly the rows that another transaction could not change now. */
function lockedQuery(watched: readonly Watched[]): string {
  const texts = watched.map(({ name, table, only = 'true', key, guard, under }) => {
    const owner = guard.map((column) => `o.${column} = t.${column}`).join(' and ');
    const has_guard =
      under === undefined ? 'false' : `exists (select from ${under} o where ${owner})`;
    return `select '${name}' as name, ${arrayOf(key, 't')} as key, ${arrayOf(guard, 't')} as guard,
       ${has_guard} as has_guard
     from ${table} t where ${only} and ${arrayOf(key, 't')} not in (
       select ${arrayOf(key, 'f')} from (
         select * from ${table} where ${only} for no key update skip locked) f)`;
  });
  return `${texts.join(' union all ')} order by name, key`;
}

/** Whoever locks or changes a row holds one of these on its table until the end. */
const HELD_TABLES = `select distinct c.relname as name
  from pg_locks l join pg_class c on c.oid = l.relation
  where l.pid = $1 and l.locktype = 'relation' and l.mode <> 'AccessShareLock'`;

const idOf = ({ name, key }: Pick<LockedRow, 'name' | 'key'>): string =>
  JSON.stringify([name, ...key]);

/** The lock of a foreign key (`for key share`) only keeps a row from being deleted. */
const mayLock = (text: string): boolean => /\b(update|delete|for share)\b/i.test(text);

const SKIPS = /skip locked/i;

type Connections = { watcher: pg.Client; blocker: pg.Client; watched: readonly Watched[] };

function watchedBy({ watched }: Connections, name: string): Watched {
  const one = watched.find((other) => other.name === name);
  if (one === undefined) throw new Error(`${name} is not watched`);
  return one;
}

/** One transaction of the app, from its first statement to its last. */
class Recording {
  readonly statements: LockingStatement[] = [];
  readonly #tx: Queryable;
  readonly #with: Connections;
  readonly #seen = new Set<string>();
  #process_id: number | undefined;

  constructor(tx: Queryable, connections: Connections) {
    this.#tx = tx;
    this.#with = connections;
  }

  async #newlyLocked(): Promise<LockedRow[]> {
    const { watcher, watched } = this.#with;
    const held = await watcher.query<{ name: string }>(HELD_TABLES, [this.#process_id]);
    const tables = new Set(held.rows.map(({ name }) => name));
    const possible = watched.filter(({ table }) => tables.has(table));
    if (possible.length === 0) return [];
    const { rows } = await watcher.query<LockedRow>(lockedQuery(possible));
    return rows.filter((row) => !this.#seen.has(idOf(row)));
  }

  async #isBlocked(): Promise<boolean> {
    const { rows } = await this.#with.watcher.query(
      'select 1 where cardinality(pg_blocking_pids($1)) > 0',
      [this.#process_id],
    );
    return rows.length > 0;
  }

  /** The rows that the statement has already locked when it reaches this row. */
  async #lockedBefore(row: LockedRow, run: () => Promise<unknown>): Promise<LockedRow[]> {
    const { blocker } = this.#with;
    const one = watchedBy(this.#with, row.name);
    await this.#tx.query('', 'rollback to savepoint recorded', []);
    await blocker.query('begin');
    await blocker.query(
      `select 1 from ${one.table} where ${arrayOf(one.key, one.table)} = $1 for update`,
      [row.key],
    );
    let has_ended = false;
    const running = run().finally(() => {
      has_ended = true;
    });
    while (!has_ended && !(await this.#isBlocked()));
    const before = await this.#newlyLocked();
    await blocker.query('rollback');
    await running;
    return before.filter((other) => other.name === row.name && idOf(other) !== idOf(row));
  }

  /** Whether the rows of one name are locked one after the other, in the order given here. */
  async #isSorted(rows: readonly LockedRow[], run: () => Promise<unknown>): Promise<boolean> {
    for (const [index, row] of [...rows.entries()].slice(1)) {
      const before = await this.#lockedBefore(row, run);
      if (before.map(idOf).join() !== rows.slice(0, index).map(idOf).join()) return false;
    }
    return true;
  }

  async run<Row>(statement: string, text: string, send: () => Promise<Row[]>): Promise<Row[]> {
    if (!mayLock(text)) return await send();
    this.#process_id ??= await this.#readProcessId();
    await this.#tx.query('', 'savepoint recorded', []);
    let answer: Row[] = [];
    const run = async () => {
      answer = await send();
    };
    await run();
    const rows = await this.#newlyLocked();
    const unsorted: string[] = [];
    for (const [name, own] of Map.groupBy(rows, (row) => row.name)) {
      // Nobody waits for skipped rows, nor for rows whose parent row is locked.
      const waits = !SKIPS.test(text) && watchedBy(this.#with, name).under === undefined;
      if (own.length > 1 && waits && !(await this.#isSorted(own, run))) unsorted.push(name);
    }
    if (rows.length > 0) this.statements.push({ statement, rows, unsorted });
    for (const row of rows) this.#seen.add(idOf(row));
    return answer;
  }

  async #readProcessId(): Promise<number> {
    const [row] = await this.#tx.query<{ id: number }>('', 'select pg_backend_pid() as id', []);
    if (row === undefined) throw new Error('No process id');
    return row.id;
  }
}

/** Gives out one turn after the other; a turn lasts until it is ended. */
function turns() {
  let before: Promise<void> = Promise.resolve();
  return () => {
    let taken: Promise<void> | undefined;
    let end: () => void = () => undefined;
    const take = () => {
      if (taken === undefined) {
        taken = before;
        before = new Promise((resolve) => {
          end = resolve;
        });
      }
      return taken;
    };
    return { take, end: () => end() };
  };
}

/**
 * The database, with the statements of every transaction run and examined one by one. From their
 * first statement that may lock rows transactions follow one another, so all locks belong to the
 * one under examination. One that locks no row, as around the deliveries of an account, has others
 * within it and beside it.
 */
function watchedDatabase(db: Database, connections: Connections, ended: (one: Recording) => void) {
  const nextTurn = turns();
  const transaction: Database['transaction'] = async (work, options) => {
    const turn = nextTurn();
    try {
      return await db.transaction(async (tx) => {
        const recording = new Recording(tx, connections);
        let last: Promise<unknown> = Promise.resolve();
        const query: Queryable['query'] = (name, text, values) => {
          const rows = last.then(async () => {
            if (mayLock(text)) await turn.take();
            return await recording.run(name, text, () => tx.query<never>(name, text, values));
          });
          last = rows.catch(() => undefined);
          return rows;
        };
        // The commit is sent separately, after every statement before it was examined.
        const value = await work({ ...tx, query, commitWithThese: () => undefined });
        await last;
        ended(recording);
        return value;
      }, options);
    } finally {
      turn.end();
    }
  };
  return { ...db, transaction };
}

export async function openLockRecorder(
  app: App,
  connection: pg.ClientConfig,
  watched: readonly Watched[],
): Promise<LockRecorder> {
  const [watcher, blocker] = [new pg.Client(connection), new pg.Client(connection)];
  await Promise.all([watcher.connect(), blocker.connect()]);
  return {
    async record(work) {
      const recorded: RecordedTransaction[] = [];
      const { db } = app.store;
      app.store.db = watchedDatabase(db, { watcher, blocker, watched }, ({ statements }) => {
        if (statements.length > 0) recorded.push(statements);
      });
      try {
        await work();
      } finally {
        app.store.db = db;
      }
      return recorded;
    },
    async stop() {
      await Promise.all([watcher.end(), blocker.end()]);
    },
  };
}
