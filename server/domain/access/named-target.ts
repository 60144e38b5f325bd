// What an entry of the audit trail, a proposal or waiting work is about, as a name: the order of a
// merchant instead of two ids.

import { parseUuid } from '../../lib/uuid.ts';

/** The targets that have a name, by the first word of their path. */
export const NAMED_TARGETS = [
  'trades',
  'disputes',
  'settlements',
  'bank_lines',
  'waiting_lines',
  'statements',
  'approvals',
  'merchants',
  'receiving_accounts',
] as const;
export type TargetKind = (typeof NAMED_TARGETS)[number];

/** `trades/MERCHANT/TRADE` has two ids, `merchants/MERCHANT` one. */
export type TargetPath = { target: string; kind: TargetKind; ids: readonly string[] };

/** Null if the path is not that of a record that has a name. */
export function readTarget(target: string): TargetPath | null {
  const [word, ...parts] = target.split('/');
  const kind = NAMED_TARGETS.find((one) => one === word);
  const ids = parts.flatMap((part) => parseUuid(part) ?? []);
  const is_read = kind !== undefined && ids.length > 0 && ids.length === parts.length;
  return is_read && ids.length <= 2 ? { target, kind, ids } : null;
}

/** What is known of it. `label`: the order id, the settlement's number, the proposal's act. */
export type TargetFacts = {
  label: string | null;
  merchant_name: string | null;
  account_name: string | null;
};

const ofMerchant = (text: string, { merchant_name }: TargetFacts): string =>
  merchant_name === null ? text : `${text} of ${merchant_name}`;

const atAccount = (text: string, { account_name }: TargetFacts): string =>
  account_name === null ? text : `${text} at ${account_name}`;

const NAMES: Readonly<Record<TargetKind, (facts: TargetFacts) => string>> = {
  trades: (facts) => ofMerchant(`order ${facts.label ?? ''}`, facts),
  disputes: (facts) => ofMerchant(`dispute about order ${facts.label ?? ''}`, facts),
  settlements: (facts) => ofMerchant(`settlement ${facts.label ?? ''}`, facts),
  bank_lines: (facts) => atAccount('bank line', facts),
  waiting_lines: (facts) => atAccount('bank line', facts),
  statements: (facts) => atAccount('statement', facts),
  approvals: (facts) => ofMerchant((facts.label ?? '').replaceAll('_', ' '), facts),
  merchants: ({ merchant_name }) => merchant_name ?? '',
  receiving_accounts: ({ account_name }) => account_name ?? '',
};

/** `order 4471 of Asha Traders`; null if nothing is known. */
export function targetName(kind: TargetKind, facts: TargetFacts): string | null {
  const { label, merchant_name, account_name } = facts;
  if (label === null && merchant_name === null && account_name === null) return null;
  return NAMES[kind](facts);
}
