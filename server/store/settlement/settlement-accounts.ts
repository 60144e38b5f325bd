// The accounts to which merchants' settlements are paid, encrypted like payees.
import type { SettlementAccount } from '../../domain/record/settlement-record.ts';
import type { Payee } from '../../domain/record/trade.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';

export const settlementPayeePlace = (merchant_id: string) =>
  `settlement_accounts/payee/${merchant_id}`;

/**
 * Null also if it cannot be decrypted: then it has to be set again before a settlement is paid.
 */
export async function readSettlementAccount(
  db: Queryable,
  cipher: Cipher,
  merchant_id: string,
): Promise<SettlementAccount | null> {
  const rows = await db.query<{ type: string; payee: Buffer; changed_at: number }>(
    'read-settlement-account',
    'select type, payee, changed_at from settlement_accounts where merchant_id = $1',
    [merchant_id],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const opened = cipher.tryOpen(row.payee, settlementPayeePlace(merchant_id));
  if (opened === null) return null;
  const payee: Payee = JSON.parse(opened);
  return { merchant_id, type: row.type, payee, changed_at: row.changed_at };
}

export async function saveSettlementAccount(
  tx: Queryable,
  cipher: Cipher,
  account: SettlementAccount,
): Promise<void> {
  const { merchant_id, type, payee, changed_at } = account;
  await tx.query(
    'save-settlement-account',
    `insert into settlement_accounts (merchant_id, type, payee, changed_at)
     values ($1, $2, $3, $4)
     on conflict (merchant_id) do update set type = excluded.type, payee = excluded.payee,
       changed_at = excluded.changed_at`,
    [
      merchant_id,
      type,
      cipher.seal(JSON.stringify(payee), settlementPayeePlace(merchant_id)),
      timestamp(changed_at),
    ],
  );
}

/** True if there was one. */
export async function deleteSettlementAccount(
  tx: Queryable,
  merchant_id: string,
): Promise<boolean> {
  const rows = await tx.query(
    'delete-settlement-account',
    'delete from settlement_accounts where merchant_id = $1 returning 1 as deleted',
    [merchant_id],
  );
  return rows.length > 0;
}
