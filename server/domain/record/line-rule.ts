// A rule of the house: which lines of an account that nothing else matches are booked without a
// person, and the states of a rule.

import type { Actor } from './origin.ts';

/** Decisions that need no trade: they only say what the money is. */
export const RULE_ACTS = ['fee', 'own_transfer'] as const;
export type RuleAct = (typeof RULE_ACTS)[number];

export const RULE_DIRECTIONS = ['in', 'out'] as const;
export type RuleDirection = (typeof RULE_DIRECTIONS)[number];

/** All of them must hold. Amounts are sizes in minor units, without a sign. */
export type RuleConditions = {
  direction: RuleDirection;
  /** Whole words that the narration has, in any order and case. */
  text: string | null;
  /** Words of the counterparty's name, or its number. */
  counterparty: string | null;
  min_amount_cents: number | null;
  max_amount_cents: number | null;
};

/**
 * `draft`: new or changed. `tried`: somebody has seen which past lines it fits. `on`: it decides.
 */
export const RULE_STATES = ['draft', 'tried', 'on', 'off'] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** A rule decides only after it was tried as it is now. */
export const RULE_STATES_BEFORE_ON: readonly RuleState[] = ['tried', 'off'];

export type LineRule = {
  line_rule_id: string;
  /** 1 for the first; each change of conditions or state is another. */
  version: number;
  receiving_account_id: string;
  name: string;
  conditions: RuleConditions;
  act: RuleAct;
  state: RuleState;
  /** Why this version was made. */
  note: string;
  actor: Actor;
  changed_at: number;
};
