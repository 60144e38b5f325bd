// Acts that one person did alone: each counts in the sums of a rolling day.
import type { ApprovalAct, Identity } from './proposal.ts';

/** Over how long acts are added up. */
export const SUM_WINDOW_MS = 24 * 3_600_000;

/** Whose acts are added up: of a person, and of all people to a payee, merchant or account. */
export const SUM_KINDS = ['person', 'payee', 'merchant', 'account'] as const;
export type SumKind = (typeof SUM_KINDS)[number];

/** One sum. `of`: an identity, a payee's number, or an id. */
export type SumKey = { kind: SumKind; of: string; currency: string };

/** What one person did alone; `amount_cents` has no sign. */
export type CountedAct = {
  counted_act_id: string;
  identity: Identity;
  act: ApprovalAct;
  currency: string;
  amount_cents: bigint;
  merchant_id: string | null;
  receiving_account_id: string | null;
  payee_number: string | null;
  target: string;
  at: number;
};

/** The sums of the last day that were read, by sumName: per act, so that each has its own limit. */
export type Sums = Map<string, Map<ApprovalAct, bigint>>;

/** What an act is counted by; null: that sum does not exist for it. */
type Counted = Pick<
  CountedAct,
  'identity' | 'currency' | 'merchant_id' | 'receiving_account_id' | 'payee_number'
>;

export const sumName = ({ kind, of, currency }: SumKey): string => `${kind}/${of}/${currency}`;

export function sumKeys(counted: Counted): SumKey[] {
  const { identity, currency } = counted;
  const given: Readonly<Record<SumKind, string | null>> = {
    person: identity,
    payee: counted.payee_number,
    merchant: counted.merchant_id,
    account: counted.receiving_account_id,
  };
  return SUM_KINDS.flatMap((kind) => {
    const of = given[kind];
    return of === null ? [] : { kind, of, currency };
  });
}

/** Adds an act to the sums that were read. */
export function addToSums(sums: Sums, counted: CountedAct): void {
  for (const key of sumKeys(counted)) {
    const by_act = sums.get(sumName(key));
    by_act?.set(counted.act, (by_act.get(counted.act) ?? 0n) + counted.amount_cents);
  }
}
