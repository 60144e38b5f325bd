// Finds the receiving accounts for a pay-in; in the sandbox a simulated account is created if the
// operator has none.
import { createHash } from 'node:crypto';
import { type ReceivingAccount, UNLIMITED_ACCOUNT } from '../../domain/record/receiving-account.ts';
import { paymentType } from '../../domain/values/payment-type.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { accountsKey } from '../process/settings-cache.ts';
import { SERVICE } from '../request/caller.ts';
import { changeSettingIn } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { simulatedNumber } from './simulated-number.ts';

export async function accountsFor(
  app: App,
  type: string,
  currency: string,
): Promise<readonly ReceivingAccount[]> {
  const settings = app.settings.fresh() ?? (await app.settings.current());
  const accounts = settings.accounts_by_type.get(accountsKey(type, currency)) ?? [];
  const is_enabled = settings.enabled_currencies.has(currency);
  if (accounts.length > 0 || app.mode === 'live' || !is_enabled) return accounts;
  await createSimulatedAccount(app, type, currency);
  const after = await app.settings.refresh();
  return after.accounts_by_type.get(accountsKey(type, currency)) ?? [];
}

/**
 * Always the same number for a type and currency, so that two processes doing this at once create
 * one account.
 */
async function createSimulatedAccount(app: App, type: string, currency: string): Promise<void> {
  const seed = createHash('sha256').update(accountsKey(type, currency)).digest();
  const number = paymentType(type)?.normalise(simulatedNumber(type, seed));
  if (number === null || number === undefined) throw new Error(`No simulated number for ${type}`);
  const account = {
    receiving_account_id: newId(),
    type,
    currency,
    name: 'Simulated Holder',
    number,
    bank_name: 'Simulated Bank',
    ...UNLIMITED_ACCOUNT,
    simulated: true,
    created_at: serviceTime(app),
  };
  await app.store.db.transaction((tx) =>
    changeSettingIn({ app, tx, actor: SERVICE }, SETTINGS_ACTS.simulate_account, account),
  );
}
