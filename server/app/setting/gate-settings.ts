// Changes of settings that give more: tokens that are issued or widened, limits that are raised,
// rules that decide lines.

import type { ApprovalAct } from '../../domain/record/proposal.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import type { Raised } from '../../domain/setting/raises.ts';
import type { Gate } from './gated-change.ts';

type Change = {
  act: ApprovalAct;
  merchant_id: string | null;
  target: string;
  before: unknown;
  after: unknown;
};

/** Nothing of it is secret: what is bound is what people see. */
export const gateShown = (gate: Gate, change: Change): Promise<Refusal | null> =>
  gate({ ...change, shown: { before: change.before, after: change.after } });

/** Null at once if nothing is raised. */
export async function gateRaised(
  gate: Gate,
  about: Pick<Change, 'act' | 'merchant_id' | 'target'>,
  raised: Raised | null,
): Promise<Refusal | null> {
  return raised === null ? null : await gateShown(gate, { ...about, ...raised });
}
