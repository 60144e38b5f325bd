// Whether a cell can move to another server: what the two servers must have, judged before anything
// is changed. Each problem is a sentence that says what to do.

export type MovingPlace = {
  /** Of the schema; null: it is no cell. */
  readonly cell: string | null;
  /** `150004`. */
  readonly version: number;
  readonly version_words: string;
  readonly is_citus: boolean;
  readonly schema: string;
  /** Null if the role may not read it. */
  readonly system_id: string | null;
  readonly role: string;
};

export type LeftPlace = MovingPlace & {
  readonly wal_level: string;
  readonly may_replicate: boolean;
  readonly may_publish: boolean;
  readonly free_slots: number;
  readonly free_senders: number;
  readonly missing_migrations: readonly string[];
  /** Rows of these could not be found again to be changed. */
  readonly keyless_tables: readonly string[];
  readonly foreign_tables: readonly string[];
  readonly bytes: number;
};

export type NewPlace = MovingPlace & {
  readonly may_subscribe: boolean;
  readonly may_create: boolean;
  /** For a subscription: of applying, and of copying tables. */
  readonly workers: number;
  readonly free_slots: number;
  /** Merchants, receiving accounts, or a cell. */
  readonly has_data: boolean;
  /** The move that has begun there; null if none has. */
  readonly arriving: string | null;
};

const LEAST_NEW_MAJOR = 16;
const WORKERS_LEAST = 2;
const SLOTS_LEAST = 3;

const wordsOf = (names: readonly string[]) => names.join(', ');

type Sentence = string | false;

const told = (sentences: readonly Sentence[]) =>
  sentences.filter((sentence): sentence is string => sentence !== false);

export function leftPlaceProblems(name: string, is: LeftPlace): string[] {
  if (is.is_citus) {
    return [
      'The old server is Citus: move the schema to another node with citus_schema_move ' +
        '(docs/operate/postgresql.md#citus).',
    ];
  }
  const { missing_migrations: missing, keyless_tables: keyless, foreign_tables: foreign } = is;
  return told([
    is.cell === null &&
      `CELLS: ${name} leads to a schema that is no cell: start the service first.`,
    is.cell !== null && is.cell !== name && `CELLS: ${name} leads to the cell ${is.cell}.`,
    missing.length > 0 &&
      `The cell lacks migrations of this release (${wordsOf(missing)}): run payment-orders migrate.`,
    is.wal_level !== 'logical' &&
      `wal_level of the old server is ${is.wal_level}: set it to logical, and restart PostgreSQL.`,
    !is.may_replicate &&
      `The role ${is.role} may not read the log of the old server: as a superuser, run ` +
        `alter role ${is.role} replication.`,
    !is.may_publish &&
      `The role ${is.role} may create nothing in the old database: as a superuser, run ` +
        `grant create on database … to ${is.role}.`,
    is.free_slots < SLOTS_LEAST &&
      `The old server has ${is.free_slots} free replication slots and ${SLOTS_LEAST} are needed: ` +
        'raise max_replication_slots.',
    is.free_senders < SLOTS_LEAST &&
      `The old server has room for ${is.free_senders} more readers of its log and ${SLOTS_LEAST} ` +
        'are needed: raise max_wal_senders.',
    keyless.length > 0 && `Tables without a primary key cannot be copied: ${wordsOf(keyless)}.`,
    foreign.length > 0 &&
      `The role ${is.role} does not own ${wordsOf(foreign)}: give migration_url in CELLS.`,
  ]);
}

export function newPlaceProblems(is: NewPlace, left: LeftPlace, move_id: string | null): string[] {
  if (is.is_citus) return ['The new server is Citus: move to plain PostgreSQL, or within Citus.'];
  const is_own = move_id !== null && is.arriving === move_id;
  return told([
    is.version < LEAST_NEW_MAJOR * 10_000 &&
      `The new server is PostgreSQL ${is.version_words}, but at least ${LEAST_NEW_MAJOR} is needed.`,
    is.system_id !== null &&
      is.system_id === left.system_id &&
      'The new database is on the same server as the old one.',
    is.schema !== left.schema &&
      `The schema is ${left.schema} in the old database and ${is.schema} in the new one: ` +
        'rows are copied between tables of the same name, so give both the same.',
    !is.may_subscribe &&
      `The role ${is.role} may not subscribe: as a superuser of the new server, run ` +
        `grant pg_create_subscription to ${is.role}.`,
    !is.may_create &&
      `The role ${is.role} may create nothing in the new database: as a superuser, run ` +
        `grant create on database … to ${is.role}.`,
    is.workers < WORKERS_LEAST &&
      `The new server allows ${is.workers} workers of replication and ${WORKERS_LEAST} are ` +
        'needed: raise max_logical_replication_workers and max_worker_processes.',
    is.free_slots < SLOTS_LEAST &&
      `The new server follows ${is.free_slots} more origins and ${SLOTS_LEAST} are needed: ` +
        'raise max_replication_slots.',
    (is.has_data || is.cell !== null || is.arriving !== null) &&
      !is_own &&
      'The new database is not empty: give an empty one.',
  ]);
}
