// The operator's receiving accounts; their numbers are encrypted.
import type { EarlierNames, ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';

type AccountRow = Omit<ReceivingAccount, 'number'> & { number: Buffer };

const COLUMNS = `receiving_account_id, type, currency, name, number, bank_name, min_amount_cents,
  max_amount_cents, daily_count_limit, daily_amount_limit_cents, active_from_minute,
  active_to_minute, weight, exclusive_only, enabled, simulated, created_at`;

const place = (id: string) => `receiving_accounts/number/${id}`;

/** Each with the time of its last renaming; its earlier names are read only for old events. */
export async function readReceivingAccounts(
  db: Queryable,
  cipher: Cipher,
): Promise<ReceivingAccount[]> {
  const rows = await db.query<AccountRow & { renamed_at: number | null }>(
    'read-receiving-accounts',
    `select ${COLUMNS}, (
       select n.renamed_at from receiving_account_names n
       where n.receiving_account_id = a.receiving_account_id order by n.renamed_at desc limit 1
     ) as renamed_at
     from receiving_accounts a order by receiving_account_id`,
    [],
  );
  return rows.map(({ renamed_at, ...row }) => {
    const account = accountOf(cipher, row);
    return renamed_at === null ? account : { ...account, renamed_at };
  });
}

export type NamesAsked = { receiving_account_id: string; at: number };

/**
 * The names that accounts had at some moments, if they have other ones now. Times are compared in
 * whole milliseconds, as everywhere else.
 */
export async function readEarlierNames(
  db: Queryable,
  asked: readonly NamesAsked[],
): Promise<(EarlierNames & { receiving_account_id: string })[]> {
  if (asked.length === 0) return [];
  return await db.query(
    'read-earlier-account-names',
    `select distinct n.receiving_account_id, n.renamed_at, n.name, n.bank_name
     from unnest($1::uuid[], $2::timestamptz[]) as k(receiving_account_id, at)
     cross join lateral (
       select * from receiving_account_names n
       where n.receiving_account_id = k.receiving_account_id
         and n.renamed_at >= k.at + interval '1 millisecond'
       order by n.renamed_at limit 1
     ) n
     order by n.receiving_account_id, n.renamed_at`,
    [asked.map((one) => one.receiving_account_id), asked.map((one) => timestamp(one.at))],
  );
}

/**
 * Processes use settings that are up to 0.9 s old, so until then events may still be made under the
 * earlier names.
 */
const NAMES_LAST_MS = 1_000;

/** Keeps the names that the account has had, for events of the past. */
async function keepEarlierNames(
  tx: Queryable,
  account: ReceivingAccount,
  now: number,
): Promise<void> {
  await tx.query(
    'keep-receiving-account-names',
    `insert into receiving_account_names (receiving_account_id, renamed_at, name, bank_name)
     values ($1, $4, $2, $3)`,
    [account.receiving_account_id, account.name, account.bank_name, timestamp(now + NAMES_LAST_MS)],
  );
}

/** One damaged row must not make all accounts unknown: all of them are read at once. */
function accountOf(cipher: Cipher, row: AccountRow): ReceivingAccount {
  const number = cipher.tryOpen(row.number, place(row.receiving_account_id));
  return number === null ? { ...row, number: '', is_damaged: true } : { ...row, number };
}

/** The present row, locked, so that the next change sees this one. */
export async function lockReceivingAccount(
  tx: Queryable,
  cipher: Cipher,
  receiving_account_id: string,
): Promise<ReceivingAccount> {
  const rows = await tx.query<AccountRow>(
    'lock-receiving-account',
    `select ${COLUMNS} from receiving_accounts where receiving_account_id = $1 for update`,
    [receiving_account_id],
  );
  if (rows[0] === undefined) throw new Error(`No receiving account ${receiving_account_id}`);
  return accountOf(cipher, rows[0]);
}

/** False if another account has this type, currency and number. */
export async function insertReceivingAccount(
  tx: Queryable,
  cipher: Cipher,
  account: ReceivingAccount,
): Promise<boolean> {
  const rows = await tx.query(
    'insert-receiving-account',
    `insert into receiving_accounts (${COLUMNS}, number_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     on conflict (type, currency, number_hash) do nothing returning 1 as inserted`,
    [
      account.receiving_account_id,
      account.type,
      account.currency,
      account.name,
      cipher.seal(account.number, place(account.receiving_account_id)),
      account.bank_name,
      account.min_amount_cents,
      account.max_amount_cents,
      account.daily_count_limit,
      account.daily_amount_limit_cents,
      account.active_from_minute,
      account.active_to_minute,
      account.weight,
      account.exclusive_only,
      account.enabled,
      account.simulated,
      timestamp(account.created_at),
      cipher.lookup(`${account.type}/${account.number}`),
    ],
  );
  return rows.length > 0;
}

/** Type, currency and number never change, because trades refer to them. */
export async function updateReceivingAccount(
  tx: Queryable,
  account: ReceivingAccount,
  before: ReceivingAccount,
  now: number,
) {
  if (account.name !== before.name || account.bank_name !== before.bank_name) {
    await keepEarlierNames(tx, before, now);
  }
  await tx.query(
    'update-receiving-account',
    `update receiving_accounts set name = $2, bank_name = $3, min_amount_cents = $4,
       max_amount_cents = $5, daily_count_limit = $6, daily_amount_limit_cents = $7,
       active_from_minute = $8, active_to_minute = $9, weight = $10, exclusive_only = $11,
       enabled = $12
     where receiving_account_id = $1`,
    [
      account.receiving_account_id,
      account.name,
      account.bank_name,
      account.min_amount_cents,
      account.max_amount_cents,
      account.daily_count_limit,
      account.daily_amount_limit_cents,
      account.active_from_minute,
      account.active_to_minute,
      account.weight,
      account.exclusive_only,
      account.enabled,
    ],
  );
}
