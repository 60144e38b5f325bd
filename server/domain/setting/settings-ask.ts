// What a second person is asked about a change of settings.
import type { ApprovalAct, ApprovalAsk } from '../record/proposal.ts';

/**
 * A change of settings: what it is about, before and after. Both may hold secrets; `shown` is what
 * people see of them.
 */
export type SettingsAsk = {
  merchant_id: string | null;
  target: string;
  before: unknown;
  after: unknown;
  shown: { before: unknown; after: unknown };
};

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? String(part) : part)) ?? '';

/** Nothing of it is secret: what is bound is what people see. */
export const openly = (ask: Omit<SettingsAsk, 'shown'>): SettingsAsk => ({
  ...ask,
  shown: { before: ask.before, after: ask.after },
});

/** A change that changes nothing needs nobody. */
export const changesNothing = ({ before, after }: SettingsAsk): boolean =>
  canonical(before) === canonical(after);

export function approvalAskOf(
  act: ApprovalAct,
  { merchant_id, target, before, after }: SettingsAsk,
): ApprovalAsk {
  return {
    act,
    currency: null,
    amount_cents: null,
    payee_number: null,
    receiving_account_id: null,
    merchant_id,
    target,
    version: canonical(before),
    content: canonical(after),
  };
}
