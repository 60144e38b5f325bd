// Creates many receiving accounts in one transaction.
import { newId } from '../../server/app/process/ids.ts';
import { UNLIMITED_ACCOUNT } from '../../server/domain/record/receiving-account.ts';
import { insertReceivingAccount } from '../../server/store/account/receiving-accounts.ts';
import { bumpSettingsVersion } from '../../server/store/batch/settings-version.ts';
import type { Queryable } from '../../server/store/connection/database.ts';
import { withApp } from './bench-app.ts';

const FIRST_NUMBER = 880_000_000_000;

async function accountIds(db: Queryable, count: number): Promise<string[]> {
  const rows = await db.query<{ receiving_account_id: string }>(
    'bench-account-ids',
    `select receiving_account_id from receiving_accounts
     where type = 'account' and currency = 'INR' and enabled
     order by receiving_account_id limit $1`,
    [count],
  );
  return rows.map((row) => row.receiving_account_id);
}

/**
 * Accounts in rupees without daily limits, enough that most orders get an exclusive amount. The
 * account numbers are always the same, so a second call makes no duplicates. Returns the ids.
 */
export async function makeAccounts(database_url: string, count: number): Promise<string[]> {
  return await withApp(database_url, async (app) => {
    const { cipher, db } = app.store;
    await db.transaction(async (tx) => {
      for (let index = 0; index < count; index += 1) {
        await insertReceivingAccount(tx, cipher, {
          receiving_account_id: newId(),
          type: 'account',
          currency: 'INR',
          name: 'House',
          number: String(FIRST_NUMBER + index),
          bank_name: 'House Bank',
          ...UNLIMITED_ACCOUNT,
          simulated: false,
          created_at: Date.now(),
        });
      }
      await bumpSettingsVersion(tx);
    });
    return await accountIds(db, count);
  });
}
