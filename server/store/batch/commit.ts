// The one writer: every change to money or trades is written here, set-based, whole or not at all.
import type { Change } from '../../domain/batch/decision.ts';
import type { EntryDraft } from '../../domain/ledger/ledger.ts';
import { appendAudit } from '../access/audit.ts';
import type { Shard } from '../account/account-days.ts';
import type { CallbackAddress } from '../callback/outbox.ts';
import type { Transaction } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { lockBooks, prepareEntries } from '../ledger/ledger.ts';
import type { Of } from './fold-changes.ts';
import type { Facts } from './read-facts.ts';
import { countsRows, writeCounters, writeRows } from './write.ts';

function only<K extends Change['kind']>(changes: readonly Change[], kind: K): Of<K>[] {
  return changes.filter((change): change is Of<K> => change.kind === kind);
}

/** Lines are not decided by balances: their books are locked when their entries are written. */
const booksOfEntries = (entries: readonly EntryDraft[]) => entries.map((entry) => entry.book);

export type Committed = {
  /** Accounts of the ledger that surely exist now. */
  made_accounts: readonly string[];
  has_deliveries: boolean;
};

export type CommitContext = {
  cipher: Cipher;
  /** Accounts of the ledger that the process knows to exist. */
  known_accounts: Set<string>;
  addressOf: CallbackAddress;
  shard: Shard;
};

/**
 * Writes the changes of one batch inside its transaction: all statements at once, but the ledger's,
 * which follow the answers of those whose rows are counted. Row locks that they take (books, days,
 * event heads, then balances) follow those of read-facts in a fixed order. Returns what the process
 * may know once the transaction is through.
 */
export async function commit(
  tx: Transaction,
  context: CommitContext,
  changes: readonly Change[],
  { world, heads, limited_accounts }: Facts,
): Promise<Committed> {
  if (changes.length === 0) return { made_accounts: [], has_deliveries: false };
  const { cipher, known_accounts, addressOf, shard } = context;
  let has_deliveries = false;
  const onDeliveries = () => {
    has_deliveries = true;
  };
  const to = { tx, cipher, world, addressOf, onDeliveries, limited_accounts, shard };
  const written = writeRows(to, changes);
  const entries = only(changes, 'entry').map((change) => change.entry);
  const ready = prepareEntries(tx, entries, world.balances, known_accounts, world.now);
  const locks_late = heads.length === 0 && entries.length > 0;
  // Other batches of lines wait for these books: what is long is sent and carried out before.
  if (locks_late) await Promise.all(written);
  const locked = locks_late ? lockBooks(tx, booksOfEntries(entries)) : heads;
  const counted = writeCounters(to, changes);
  const audits = only(changes, 'audited');
  /** Last of all statements; the commit goes with them where nothing is left to look at. */
  const writeLedger = async (): Promise<readonly string[]> => {
    const is_looked_at = countsRows(changes);
    if (entries.length === 0 && is_looked_at) return [];
    const last = await locked;
    if (is_looked_at) await Promise.all(written);
    const made_accounts = ready.write(last);
    if (audits.length === 0) tx.commitWithThese();
    return await made_accounts;
  };
  const [made_accounts] = await Promise.all([writeLedger(), ...written, ...counted]);
  // Its head is locked last of all, here and in every other transaction.
  for (const { entry } of audits) await appendAudit(tx, entry);
  return { made_accounts, has_deliveries };
}
