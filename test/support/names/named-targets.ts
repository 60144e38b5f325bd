// A name of each kind of target as the operators' API answers it, with every part that it has.
import type { NamedTarget } from '../../../server/app/request/target-names.ts';
import {
  NAMED_TARGETS,
  nameParts,
  type TargetKind,
} from '../../../server/domain/approval/named-target.ts';

const FACTS = {
  order_id: '4471',
  number: 12,
  act: 'refund',
  merchant_name: 'Asha Traders',
  account_name: 'HDFC ··0001',
  person_name: 'Asha Rao',
  report_name: 'Daily',
  message_id: 'PO-20261128-1',
  amount_cents: 153_973n,
  currency: 'INR',
} as const;

export const namedOf = (kind: TargetKind): NamedTarget => {
  const parts = nameParts(kind, FACTS);
  if (parts === null) throw new Error(`${kind} have no name`);
  return { target: `${kind}/ID`, kind, ...parts, amount_cents: Number(parts.amount_cents) };
};

/** Of each kind its words, by whoever composes them. */
export const wordsOfAll = (words: (named: NamedTarget) => string | null) =>
  Object.fromEntries(NAMED_TARGETS.map((kind) => [kind, words(namedOf(kind))]));
