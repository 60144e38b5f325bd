// Receiving accounts are added and changed.

import { changedFields } from '../../lib/changed-fields.ts';
import type { ReceivingAccount } from '../record/receiving-account.ts';
import { type FieldError, refuseFields } from '../service/refusal.ts';
import { raisedAccount } from '../setting/raises.ts';
import { openly } from '../setting/settings-ask.ts';
import type { SettingsDecision, SettingsVerdict } from '../setting/settings-decision.ts';
import { isoMoment } from '../values/day.ts';
import { paymentType } from '../values/payment-type.ts';

const number = (amount: bigint | null) => (amount === null ? null : Number(amount));

/** As answers and the audit trail show it: its number is masked. */
export function accountRow(account: ReceivingAccount) {
  const { receiving_account_id, is_damaged, renamed_at: _, earlier_names: __, ...rest } = account;
  return {
    ...rest,
    id: receiving_account_id,
    number: paymentType(account.type)?.mask(account.number) ?? '',
    min_amount_cents: number(account.min_amount_cents),
    max_amount_cents: number(account.max_amount_cents),
    daily_amount_limit_cents: number(account.daily_amount_limit_cents),
    created_at: isoMoment(account.created_at),
    ...(is_damaged === true ? { damaged: true as const } : {}),
  };
}

/** What does not fit together, whatever the request names of it. */
export function accountProblems(account: ReceivingAccount): FieldError[] {
  const { min_amount_cents: min, max_amount_cents: max } = account;
  const problems: FieldError[] = [];
  if (min !== null && max !== null && min > max) {
    const message = 'must not be below min_amount_cents';
    problems.push({ field: 'max_amount_cents', code: 'range', message });
  }
  if ((account.active_from_minute === null) !== (account.active_to_minute === null)) {
    const message = 'must be given together with active_from_minute';
    problems.push({ field: 'active_to_minute', code: 'required', message });
  }
  return problems;
}

const targetOf = ({ receiving_account_id }: ReceivingAccount) =>
  `receiving_accounts/${receiving_account_id}`;

/** Payers will send money to its number, which never changes. */
export function decideNewAccount(
  _facts: unknown,
  account: ReceivingAccount,
): SettingsDecision<ReceivingAccount> {
  const { type, currency, number: full, name, bank_name } = account;
  const after = { type, currency, number: full, name, bank_name };
  const about = { merchant_id: null, target: 'receiving_accounts' };
  return {
    saved: account,
    target: targetOf(account),
    detail: { type, currency, name },
    ask: {
      ...openly({ ...about, before: null, after }),
      shown: { before: null, after: { ...after, number: accountRow(account).number } },
    },
  };
}

/** Made by the sandbox itself, for a pay-in that finds no account. */
export const decideSimulatedAccount = (
  _facts: unknown,
  account: ReceivingAccount,
): SettingsDecision<ReceivingAccount, null> => ({
  saved: account,
  target: targetOf(account),
  detail: {},
  ask: null,
});

/** Everything may change but type, currency and number, which trades refer to. */
export type AccountChange = {
  receiving_account_id: string;
  changes: Partial<Omit<ReceivingAccount, 'type' | 'currency' | 'number'>>;
  now: number;
};

export function decideAccount(
  before: ReceivingAccount,
  { changes }: AccountChange,
): SettingsVerdict<ReceivingAccount> {
  const saved = { ...before, ...changes };
  // Another process may have changed the other limit meanwhile.
  const problems = accountProblems(saved);
  if (problems.length > 0) return refuseFields(problems);
  const target = targetOf(saved);
  const raised = raisedAccount(before, saved);
  const { number: _, ...fields } = accountRow(saved);
  return {
    saved,
    target,
    detail: { ...fields, ...changedFields(accountRow(before), accountRow(saved)) },
    ask: raised && openly({ merchant_id: null, target, ...raised }),
  };
}
