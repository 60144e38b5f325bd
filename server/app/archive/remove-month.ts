// Removes an archived month from the database, if owners have allowed it; before that, it shows and
// keeps the plan that they see. Runs as the role that owns the tables.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addCounts,
  NO_COUNTS,
  NOTHING_REMOVED,
  type RemovalCounts,
  type RemovedKind,
} from '../../domain/archive/removal.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { fixForms } from '../../store/archive/archive-rows.ts';
import { readMonthStages } from '../../store/archive/archived-months.ts';
import {
  countOlderConnections,
  countUncounted,
  lockAllAccounts,
  type MonthToRemove,
  markBehind,
  setStage,
} from '../../store/archive/month-behind.ts';
import { openColumnsWith } from '../../store/archive/open-columns.ts';
import { readLastEventsOf } from '../../store/archive/removal-facts.ts';
import { deleteDigests, readRowBytes } from '../../store/archive/removal-rows.ts';
import {
  endRemoval,
  lockRemoval,
  type MonthRemoval,
  noteRemoved,
  readRemovals,
  savePlan,
} from '../../store/archive/removals.ts';
import { readArchiveKeys } from '../../store/archive/wrapped-keys.ts';
import type { Transaction } from '../../store/connection/database.ts';
import { LONG_WORK } from '../../store/connection/statement-limits.ts';
import { type OwnRights, ownsTable, withOwnRights } from '../../store/schema/owned-table.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { readBoundaries } from '../proof/proof-boundaries.ts';
import { auditIn } from '../request/audit.ts';
import { SERVICE } from '../request/caller.ts';
import { keepPastTrades } from './keep-past-trades.ts';
import { checkRemovalFiles, type RemovalFiles, type SecondCopy } from './removal-files.ts';
import { type RemovalWalk, walkRemoval } from './walk-removal.ts';

export type RemovalWish = {
  readonly file: string;
  readonly copy: SecondCopy;
  readonly master_key: Uint8Array;
  readonly public_keys: readonly string[];
  /** Called after each page, with how many trades and lines there were to look at. */
  readonly tell: (counts: RemovalCounts, of: number) => void;
  readonly page_rows?: number;
};

export type RemovedMonth = {
  /** planned: owners have to allow it. removed: now. ended: it was removed before. */
  readonly outcome: 'planned' | 'removed' | 'ended';
  readonly month: string;
  readonly file_sha256: string;
  readonly copy: RemovalFiles['copy'];
  readonly counts: RemovalCounts;
  /** An estimate for each row of a kind, with its indexes. */
  readonly row_bytes: Partial<Record<RemovedKind, number>>;
};

/** What only the owner of the tables can grant itself, for the length of a transaction. */
const RIGHTS: OwnRights = {
  archived_months: 'update',
  bank_line_acts: 'delete',
  bank_lines: 'delete',
  ledger_entries: 'delete',
  proof_digests: 'delete',
  removed_days: 'insert, update',
  removed_events: 'insert, update',
};

class Planned extends Error {
  readonly counts: RemovalCounts;

  constructor(counts: RemovalCounts) {
    super('A plan removes nothing');
    this.counts = counts;
  }
}

/** Everything as it would be done, and then undone. */
async function planPage(
  app: App,
  work: (tx: Transaction) => Promise<RemovalCounts>,
): Promise<RemovalCounts> {
  try {
    return await app.store.db.transaction(async (tx) => {
      await fixForms(tx);
      throw new Planned(await withOwnRights(tx, RIGHTS, () => work(tx)));
    }, LONG_WORK);
  } catch (error) {
    if (error instanceof Planned) return error.counts;
    throw error;
  }
}

function requireAllowed(
  removal: MonthRemoval | null,
  { month, file_sha256, copy }: RemovalFiles,
): MonthRemoval {
  if (removal?.is_allowed !== true || removal.file_sha256 !== file_sha256) {
    throw new StartupError(`Nobody has allowed the removal of ${month} with this file.`);
  }
  if (copy === 'read' || removal.copy === copy) return removal;
  throw new StartupError(
    `The removal of ${month} was allowed with a copy that is read: give it with --copy.`,
  );
}

/** One run at a time works on a month: another waits here, and then looks at what is left. */
async function inStep<Value>(
  app: App,
  files: RemovalFiles,
  work: (tx: Transaction, removal: MonthRemoval) => Promise<Value>,
): Promise<Value> {
  return await app.store.db.transaction(async (tx) => {
    await fixForms(tx);
    return await withOwnRights(tx, RIGHTS, async () => {
      const removal = requireAllowed(await lockRemoval(tx, files.month), files);
      return await work(tx, removal);
    });
  }, LONG_WORK);
}

async function removePage(
  app: App,
  files: RemovalFiles,
  work: (tx: Transaction) => Promise<RemovalCounts>,
): Promise<RemovalCounts> {
  const started_ms = performance.now();
  const counts = await inStep(app, files, async (tx, removal) => {
    const done = await work(tx);
    await noteRemoved(tx, removal, done.removed);
    return done;
  });
  await sleep(performance.now() - started_ms);
  return counts;
}

async function monthOf(app: App, files: RemovalFiles): Promise<MonthToRemove> {
  const { month, after_proof, proof_number } = files;
  const boundaries = await readBoundaries(app.store.db);
  const end = boundaries.find(({ number }) => number === proof_number);
  if (end === undefined) throw new StartupError(`The proof ${proof_number} of ${month} is gone.`);
  const { group_number } = end.digests;
  const uncounted = await countUncounted(app.store.db, group_number);
  if (uncounted > 0) {
    throw new StartupError(
      `The events of ${uncounted} merchants are not counted up to the end of ${month}: start the ` +
        'service, and try again.',
    );
  }
  return { month, after_proof, proof_number, group_number };
}

const isNoted = async (app: App, month: string): Promise<boolean> =>
  (await readMonthStages(app.store.db)).some((one) => one.month === month && one.stage === 'noted');

/** From here on answers come from sums, and the way leads on only. */
async function goBehind(app: App, files: RemovalFiles, month: MonthToRemove): Promise<void> {
  if (!(await isNoted(app, files.month))) return;
  await inStep(app, files, async (tx) => {
    await lockAllAccounts(tx);
    const hashes = await markBehind(tx, month);
    const { file_sha256 } = files;
    const detail = { month: files.month, proof: Number(month.proof_number), file_sha256 };
    const target = `archives/${files.month}`;
    await auditIn(tx, SERVICE, 'month_behind', target, { ...detail, ...hashes });
  });
}

async function finish(
  app: App,
  files: RemovalFiles,
  month: MonthToRemove,
  { stays, differs }: RemovalCounts,
): Promise<RemovalCounts> {
  await inStep(app, files, async (tx, removal) => {
    const proof_digests = await deleteDigests(tx, month.group_number);
    await noteRemoved(tx, removal, { ...NOTHING_REMOVED, proof_digests });
  });
  return await inStep(app, files, async (tx, { done: removed }) => {
    await setStage(tx, files.month, 'removed');
    await endRemoval(tx, files.month, serviceTime(app));
    await keepPastTrades(tx, app.store.cipher);
    const { file_sha256 } = files;
    await auditIn(tx, SERVICE, 'month_removed', `archives/${files.month}`, {
      month: files.month,
      file_sha256,
      removed,
      stays,
      differs,
    });
    return { removed, stays, differs };
  });
}

async function walkOf(
  app: App,
  wish: RemovalWish,
  files: RemovalFiles,
  { proof_number, group_number }: MonthToRemove,
): Promise<Omit<RemovalWalk, 'inPage'>> {
  const { db } = app.store;
  return {
    files: files.files,
    master_key: wish.master_key,
    columns: openColumnsWith(wish.master_key, await readArchiveKeys(db)),
    end: { proof_number, last_events: await readLastEventsOf(db, group_number) },
    now: serviceTime(app),
    ...(wish.page_rows === undefined ? {} : { page_rows: wish.page_rows }),
  };
}

/** They would count a line of a removed day again; after the migration none can start. */
async function requireNoOlder(app: App): Promise<void> {
  const connections = await countOlderConnections(app.store.db);
  if (connections === 0) return;
  throw new StartupError(
    `${connections} connections are of processes of an older release: stop them, and try again.`,
  );
}

/** Pages on which somebody was at work are looked at again. */
const MOST_ROUNDS = 3;

async function carryOut(
  app: App,
  wish: RemovalWish,
  files: RemovalFiles,
  month: MonthToRemove,
): Promise<RemovalCounts> {
  await requireNoOlder(app);
  await goBehind(app, files, month);
  const walk = await walkOf(app, wish, files, month);
  const inPage: RemovalWalk['inPage'] = (work) => removePage(app, files, work);
  let counts = NO_COUNTS;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const found = await walkRemoval(app.store.db, { ...walk, inPage }, wish.tell);
    counts = { ...found, removed: addCounts(counts, found).removed };
    if (found.stays.locked === undefined) break;
  }
  return await finish(app, files, month, counts);
}

async function requireOwner(app: App): Promise<void> {
  if (await ownsTable(app.store.db, 'ledger_entries')) return;
  throw new StartupError(
    'Only the role that owns the tables can remove a month: give MIGRATION_DATABASE_URL ' +
      '(docs/operate/postgresql.md).',
  );
}

/** The plan, or, once owners have allowed it, the removal. */
export async function removeMonth(app: App, wish: RemovalWish): Promise<RemovedMonth> {
  await requireOwner(app);
  const { copy, public_keys } = wish;
  const files = await checkRemovalFiles(app, wish.file, { copy, public_keys });
  const { month, file_sha256 } = files;
  const known = (await readRemovals(app.store.db)).find((one) => one.month === month);
  const row_bytes = await readRowBytes(app.store.db);
  const about = { month, file_sha256, copy: files.copy, row_bytes };
  if (known !== undefined && known.ended_at !== null) {
    return { ...about, outcome: 'ended', counts: { ...NO_COUNTS, removed: known.done } };
  }
  const to_remove = await monthOf(app, files);
  if (known?.is_allowed === true) {
    return { ...about, outcome: 'removed', counts: await carryOut(app, wish, files, to_remove) };
  }
  const walk = await walkOf(app, wish, files, to_remove);
  const inPage: RemovalWalk['inPage'] = (work) => planPage(app, work);
  const counts = await walkRemoval(app.store.db, { ...walk, inPage }, wish.tell);
  const plan = { month, file_sha256, copy: files.copy, counts };
  await savePlan(app.store.db, plan, serviceTime(app));
  return { ...about, outcome: 'planned', counts };
}
