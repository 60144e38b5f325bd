// The account to which a merchant's settlements are paid is set and removed.
import { changedFields } from '../../lib/changed-fields.ts';
import type { SettlementAccount } from '../record/settlement-record.ts';
import { openly, type SettingsAsk } from '../setting/settings-ask.ts';
import type { SettingsDecision, SettingsVerdict } from '../setting/settings-decision.ts';
import { paymentType } from '../values/payment-type.ts';

const targetOf = (merchant_id: string) => `merchants/${merchant_id}/settlement_account`;

/** As answers and the audit trail show it: its number is masked. */
export function settlementAccountRow({ type, payee }: SettlementAccount) {
  const row = paymentType(type);
  if (row === undefined) throw new Error(`No such payment type: ${type}`);
  return { type, number: row.mask(payee.number), name: payee.name, bank_name: payee.bank_name };
}

type Known = SettlementAccount | null;

function askAbout(merchant_id: string, before: Known, after: Known): SettingsAsk {
  const facts = (one: Known) => one && { type: one.type, payee: one.payee };
  const shown = (one: Known) => one && settlementAccountRow(one);
  return {
    ...openly({
      merchant_id,
      target: targetOf(merchant_id),
      before: facts(before),
      after: facts(after),
    }),
    shown: { before: shown(before), after: shown(after) },
  };
}

export type SettlementAccountFacts = { known: SettlementAccount | null };

export function decideSettlementAccount(
  { known }: SettlementAccountFacts,
  account: SettlementAccount,
): SettingsDecision<SettlementAccount> {
  const { merchant_id } = account;
  const row = settlementAccountRow(account);
  const changed = known === null ? {} : changedFields(settlementAccountRow(known), row);
  return {
    saved: account,
    target: targetOf(merchant_id),
    detail: { ...row, ...changed },
    ask: askAbout(merchant_id, known, account),
  };
}

export type AccountRemoval = { merchant_id: string };

/** Settlements cannot be paid until another account is set; those under way are not affected. */
export function decideAccountRemoval(
  { known }: SettlementAccountFacts,
  { merchant_id }: AccountRemoval,
): SettingsVerdict<{ removed: boolean; merchant_id: string }> {
  return {
    saved: { removed: true, merchant_id },
    target: targetOf(merchant_id),
    detail: { before: known && settlementAccountRow(known), after: null },
    ask: askAbout(merchant_id, known, null),
  };
}
