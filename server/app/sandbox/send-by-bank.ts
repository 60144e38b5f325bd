// Sends one pay-out by the simulated bank, as an operator sends a batch: the rail answers it.
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { accountToSendFrom } from '../../domain/sandbox/simulated-transfer.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { accountsFor } from '../account/payin-accounts.ts';
import { exportPayoutBatch } from '../payout/export-payout-batch.ts';
import { createPayoutBatch } from '../payout/make-payout-batch.ts';
import type { App } from '../process/app.ts';
import { BANK_OF_SANDBOX } from '../request/own-actors.ts';

/** Pays from an account of the currency; if there is none, the simulated bank lends one. */
async function payingAccountFor(app: App, currency: string): Promise<ReceivingAccount | Refusal> {
  const { accounts } = await app.settings.current();
  const own = [...accounts.values()].find((account) => account.currency === currency);
  return accountToSendFrom(currency, own ?? (await accountsFor(app, 'account', currency))[0]);
}

/** Its batch has a key of its own, so that a repeated call sends nothing twice. */
export async function sendByBank(app: App, trade: Trade): Promise<Refusal | null> {
  const { merchant_id, trade_id: id, currency } = trade;
  const account = await payingAccountFor(app, currency);
  if (isRefusal(account)) return account;
  const { receiving_account_id } = account;
  const payouts = [{ merchant_id, id }];
  const fields = { receiving_account_id, rail: 'simulated_bank', payouts };
  const raw = { fields, errors: [] };
  const made = await createPayoutBatch(app, BANK_OF_SANDBOX, raw, `sandbox/${id}`);
  if (isRefusal(made)) return made;
  // With bands of approval the pay-out waits for people, and the batch stays a draft.
  if (made.payouts.some(({ answer }) => isRefusal(answer))) return null;
  const sent = await exportPayoutBatch(app, BANK_OF_SANDBOX, made.batch.id, {
    fields: {},
    errors: [],
  });
  return isRefusal(sent) ? sent : null;
}
