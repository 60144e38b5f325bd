// Each merchant's share of the day of receiving accounts with a daily limit, and its number of open
// pay-ins: counters that the writer updates.
import type { Change } from '../../domain/batch/decision.ts';
import type { AccountDay } from '../../domain/record/receiving-account.ts';
import type { Queryable, Transaction } from '../connection/database.ts';

export type MerchantDay = AccountDay & { merchant_id: string };

type Used = Extract<Change, { kind: 'account_used' }>;

/** Read after the accounts' own days were locked, so that nobody adds to them meanwhile. */
export async function readMerchantDays(
  tx: Queryable,
  day: number,
  merchant_ids: readonly string[],
  account_ids: readonly string[],
): Promise<MerchantDay[]> {
  if (merchant_ids.length === 0 || account_ids.length === 0) return [];
  return await tx.query<MerchantDay>(
    'read-merchant-days',
    `select merchant_id, receiving_account_id, day, payin_count as count, amount_cents
     from merchant_account_days
     where merchant_id = any($1::uuid[]) and receiving_account_id = any($2::uuid[]) and day = $3`,
    [merchant_ids, account_ids, day],
  );
}

/** By merchant and account, in the order in which rows are locked. */
function daysOf(used: readonly Used[]): MerchantDay[] {
  const days = new Map<string, MerchantDay>();
  for (const { merchant_id, receiving_account_id, day, count, amount_cents } of used) {
    const key = `${merchant_id}/${receiving_account_id}/${day}`;
    const before = days.get(key) ?? { count: 0, amount_cents: 0n };
    days.set(key, {
      merchant_id,
      receiving_account_id,
      day,
      count: before.count + count,
      amount_cents: before.amount_cents + amount_cents,
    });
  }
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day);
}

/**
 * Counts the use of accounts with a limit. Later changes of a pay-in are counted in the row that
 * counted it first, whether or not the account still has a limit.
 */
export async function addMerchantDays(
  tx: Transaction,
  changes: readonly Used[],
  limited: ReadonlySet<string>,
): Promise<void> {
  const used = changes.filter(
    ({ receiving_account_id, is_given }) => !is_given || limited.has(receiving_account_id),
  );
  if (used.length === 0) return;
  const days = daysOf(used);
  await tx.query(
    'add-merchant-days',
    `insert into merchant_account_days
       (merchant_id, receiving_account_id, day, payin_count, amount_cents)
     select r.* from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::bigint[])
       as r(merchant_id, receiving_account_id, day, payin_count, amount_cents)
     where r.receiving_account_id = any($6::uuid[]) or exists (
       select from merchant_account_days e where e.merchant_id = r.merchant_id
         and e.receiving_account_id = r.receiving_account_id and e.day = r.day)
     order by r.merchant_id, r.receiving_account_id, r.day
     on conflict (merchant_id, receiving_account_id, day) do update
     set payin_count = merchant_account_days.payin_count + excluded.payin_count,
       amount_cents = merchant_account_days.amount_cents + excluded.amount_cents`,
    [
      days.map((day) => day.merchant_id),
      days.map((day) => day.receiving_account_id),
      days.map((day) => day.day),
      days.map((day) => day.count),
      days.map((day) => day.amount_cents),
      [...limited],
    ],
  );
}

/** Committed values only: what another process is adding is not included. */
export async function readOpenPayins(
  tx: Queryable,
  merchant_ids: readonly string[],
): Promise<Map<string, number>> {
  if (merchant_ids.length === 0) return new Map();
  const rows = await tx.query<{ merchant_id: string; open_payins: number }>(
    'read-open-payins',
    'select merchant_id, open_payins from event_heads where merchant_id = any($1::uuid[])',
    [merchant_ids],
  );
  return new Map(rows.map((row) => [row.merchant_id, row.open_payins]));
}

/** The change in each merchant's number of open pay-ins; may be negative. */
export function openedBy(changes: readonly Change[]): Map<string, number> {
  const opened = new Map<string, number>();
  for (const change of changes) {
    if (change.kind !== 'payins_opened') continue;
    opened.set(change.merchant_id, (opened.get(change.merchant_id) ?? 0) + change.by);
  }
  return opened;
}
