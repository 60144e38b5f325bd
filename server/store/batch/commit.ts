// Writes the changes of a batch to money and trades: set-based, all of them or none.
import type { Change } from '../../domain/batch/decision.ts';
import type { EntryDraft } from '../../domain/ledger/ledger.ts';
import { appendAudit } from '../access/audit.ts';
import type { Shard } from '../account/account-days.ts';
import type { ActSums } from '../approval/act-sums.ts';
import type { CallbackAddress } from '../callback/outbox.ts';
import type { Transaction } from '../connection/database.ts';
import { createPauses } from '../connection/pace/in-pieces.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { lockBooks, prepareEntries } from '../ledger/ledger.ts';
import type { Of } from './fold-changes.ts';
import type { Facts } from './read-facts.ts';
import { countsRows, writeCounters, writeRows } from './write.ts';

function only<K extends Change['kind']>(changes: readonly Change[], kind: K): Of<K>[] {
  return changes.filter((change): change is Of<K> => change.kind === kind);
}

/**
 * Decisions about lines do not depend on balances: their books are locked when entries are written.
 */
const booksOfEntries = (entries: readonly EntryDraft[]) => entries.map((entry) => entry.book);

export type Committed = {
  /** Ledger accounts that now certainly exist. */
  made_accounts: readonly string[];
  has_deliveries: boolean;
};

export type CommitContext = {
  cipher: Cipher;
  /** Ledger accounts that this process knows to exist. */
  known_accounts: Set<string>;
  addressOf: CallbackAddress;
  shard: Shard;
  act_sums: ActSums;
};

/**
 * Sends the statements of a batch of lines in pieces: encoding their rows takes long, and requests
 * are answered between two steps.
 */
async function sentInPieces(steps: Iterable<Promise<unknown>>): Promise<Promise<unknown>[]> {
  const pauses = createPauses();
  const sent: Promise<unknown>[] = [];
  for (const step of steps) {
    sent.push(step);
    const pause = pauses();
    if (pause === undefined) continue;
    // One that fails during the pause is awaited later, by the caller.
    void Promise.allSettled(sent);
    await pause;
  }
  return sent;
}

/**
 * Writes the changes of one batch within its transaction. All statements are sent at once, except
 * that the ledger's wait for the answers of statements that count their rows. The row locks taken
 * here follow those of read-facts, in the order of locks.ts. The result may be kept once the
 * transaction has committed.
 */
export async function commit(
  tx: Transaction,
  context: CommitContext,
  changes: readonly Change[],
  { world, heads, limited_accounts }: Facts,
): Promise<Committed> {
  if (changes.length === 0) return { made_accounts: [], has_deliveries: false };
  const { cipher, known_accounts, addressOf, shard, act_sums } = context;
  let has_deliveries = false;
  const onDeliveries = () => {
    has_deliveries = true;
  };
  const to = { tx, cipher, world, addressOf, onDeliveries, limited_accounts, shard, act_sums };
  const entries = only(changes, 'entry').map((change) => change.entry);
  const locks_late = heads.length === 0 && entries.length > 0;
  const written = locks_late
    ? await sentInPieces(writeRows(to, changes))
    : [...writeRows(to, changes)];
  const ready = prepareEntries(tx, entries, world.balances, known_accounts, world.now);
  // Other batches with lines wait for these books: long statements run before the books are locked.
  if (locks_late) await Promise.all(written);
  const locked = locks_late ? lockBooks(tx, booksOfEntries(entries)) : heads;
  // Orders wait for the event counters of their merchants, so a batch of lines, which has many
  // merchants, locks them last.
  const counted = locks_late ? [] : writeCounters(to, changes);
  const audits = only(changes, 'audited');
  /** The last statements; the commit is sent along with them if no answer has to be checked. */
  const writeLedger = async (): Promise<readonly string[]> => {
    const is_looked_at = countsRows(changes);
    if (entries.length === 0 && is_looked_at) return [];
    const last = await locked;
    if (is_looked_at) await Promise.all(written);
    const made_accounts = ready.write(last);
    const late = locks_late ? writeCounters(to, changes) : [];
    if (audits.length === 0 && !act_sums.isBegunElsewhere()) tx.commitWithThese();
    const [names] = await Promise.all([made_accounts, ...late]);
    return names;
  };
  // All at once: one that fails after another is nobody's unhandled rejection.
  const [made_accounts] = await Promise.all([writeLedger(), ...written, ...counted]);
  // The audit head is locked last, here and in every other transaction.
  for (const { entry } of audits) await appendAudit(tx, entry);
  return { made_accounts, has_deliveries };
}
