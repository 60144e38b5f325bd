// What an entry of the audit trail, a proposal or waiting work is about, as the parts of its name:
// the order of a merchant instead of two ids. Who shows it has the words.

import { parseUuid } from '../../lib/uuid.ts';
import type { ApprovalAct } from '../record/proposal.ts';

/** Null: not known, or the kind has no such part. */
export type NameParts = {
  order_id: string | null;
  /** Of a settlement. */
  number: number | null;
  act: ApprovalAct | null;
  merchant_name: string | null;
  account_name: string | null;
  person_name: string | null;
  /** Of a scheduled report. */
  report_name: string | null;
  /** Of a batch of pay-outs. */
  message_id: string | null;
  amount_cents: bigint | null;
  currency: string | null;
};

const OF_TRADE = ['order_id', 'merchant_name', 'amount_cents', 'currency'] as const;
const AT_ACCOUNT = ['account_name', 'amount_cents', 'currency'] as const;

/** The targets that have a name, by the first word of their path: their ids, and their parts. */
const KINDS = {
  trades: { ids: 2, parts: OF_TRADE },
  disputes: { ids: 2, parts: OF_TRADE },
  settlements: { ids: 2, parts: ['number', 'merchant_name', 'amount_cents', 'currency'] },
  bank_lines: { ids: 1, parts: AT_ACCOUNT },
  waiting_lines: { ids: 1, parts: AT_ACCOUNT },
  statements: { ids: 1, parts: ['account_name'] },
  approvals: { ids: 1, parts: ['act', 'merchant_name', 'amount_cents', 'currency'] },
  merchants: { ids: 1, parts: ['merchant_name'] },
  receiving_accounts: { ids: 1, parts: ['account_name'] },
  payout_batches: { ids: 1, parts: ['message_id', 'account_name', 'amount_cents', 'currency'] },
  people: { ids: 1, parts: ['person_name'] },
  scheduled_reports: { ids: 1, parts: ['report_name'] },
} as const satisfies Record<string, { ids: number; parts: readonly (keyof NameParts)[] }>;
export type TargetKind = keyof typeof KINDS;

const isKind = (word: string): word is TargetKind => Object.hasOwn(KINDS, word);

export const NAMED_TARGETS: readonly TargetKind[] = Object.keys(KINDS).filter(isKind);

/** `trades/MERCHANT/TRADE` has two ids, `merchants/MERCHANT` one. */
export type TargetPath = { target: string; kind: TargetKind; ids: readonly string[] };

/**
 * Null if the path is not that of a record that has a name. What lies below a record, such as
 * `merchants/MERCHANT/adjustments/ADJUSTMENT`, is named by the record.
 */
export function readTarget(target: string): TargetPath | null {
  const [kind = '', ...parts] = target.split('/');
  if (!isKind(kind)) return null;
  const ids = parts.slice(0, KINDS[kind].ids).flatMap((part) => parseUuid(part) ?? []);
  return ids.length === KINDS[kind].ids ? { target, kind, ids } : null;
}

const NOTHING: NameParts = {
  order_id: null,
  number: null,
  act: null,
  merchant_name: null,
  account_name: null,
  person_name: null,
  report_name: null,
  message_id: null,
  amount_cents: null,
  currency: null,
};

/** The parts that names of this kind have; null if none of them is known. */
export function nameParts(kind: TargetKind, facts: NameParts): NameParts | null {
  const own: readonly (keyof NameParts)[] = KINDS[kind].parts;
  const known = own.filter((part) => facts[part] !== null);
  if (known.length === 0) return null;
  return { ...NOTHING, ...Object.fromEntries(known.map((part) => [part, facts[part]])) };
}
