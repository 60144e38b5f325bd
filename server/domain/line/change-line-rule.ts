// Rules of the house for bank lines: each change is another version, which decides nothing until it
// was tried and switched on.
import { type LineRule, RULE_STATES_BEFORE_ON, type RuleState } from '../record/line-rule.ts';
import { refuse } from '../service/refusal.ts';
import { openly } from '../setting/settings-ask.ts';
import type { SettingsDecision, SettingsVerdict } from '../setting/settings-decision.ts';

/** More would be a sign of a rule for each line. */
const MOST_RULES = 500;

/** The next version: who makes it, why, and when. */
type NextVersion = Pick<LineRule, 'actor' | 'changed_at' | 'note'>;

function decided(rule: LineRule): SettingsDecision<LineRule> {
  const { line_rule_id, version, name, act, state, note, conditions, receiving_account_id } = rule;
  const target = `line_rules/${line_rule_id}`;
  const after = { state: 'on', name, act, receiving_account_id, ...conditions };
  const before = { version: version - 1 };
  return {
    saved: rule,
    target,
    detail: { name, version, state, note },
    // A rule that is on decides in place of people, also what would be above their bands.
    ask: state === 'on' ? openly({ merchant_id: null, target, before, after }) : null,
  };
}

const nextOf = (rule: LineRule, state: RuleState, { actor, changed_at, note }: NextVersion) => ({
  ...rule,
  version: rule.version + 1,
  state,
  actor,
  changed_at,
  note,
});

export function decideNewRule(
  { rules }: { rules: number },
  rule: LineRule,
): SettingsVerdict<LineRule> {
  if (rules >= MOST_RULES) {
    return refuse('act_not_allowed', `There are ${MOST_RULES} rules: change one of them.`);
  }
  return decided(rule);
}

export type RuleChange = NextVersion &
  Pick<LineRule, 'line_rule_id' | 'name' | 'act' | 'conditions'>;

/** It decides nothing until it was tried again. */
export function decideRuleChange(newest: LineRule, change: RuleChange): SettingsDecision<LineRule> {
  const { name, act, conditions } = change;
  return decided({ ...nextOf(newest, 'draft', change), name, act, conditions });
}

export type RuleTried = NextVersion & Pick<LineRule, 'line_rule_id' | 'version'>;

/** The draft was tried as it is now. */
export function decideRuleTried(newest: LineRule, tried: RuleTried): SettingsVerdict<LineRule> {
  if (newest.version !== tried.version) return RULE_CHANGED;
  return decided(nextOf(newest, 'tried', tried));
}

export type RuleSwitch = NextVersion & Pick<LineRule, 'line_rule_id'> & { state: 'on' | 'off' };

/** Switching on what is on, or off what is off, changes nothing. */
export function decideRuleSwitch(newest: LineRule, asked: RuleSwitch): SettingsVerdict<LineRule> {
  const { state } = asked;
  if (newest.state === state) return { saved: newest, is_unchanged: true };
  if (state === 'on' && !RULE_STATES_BEFORE_ON.includes(newest.state)) {
    return refuse('act_not_allowed', 'Try the rule against past lines before you switch it on.');
  }
  if (state === 'off' && newest.state !== 'on') {
    return refuse('act_not_allowed', `The rule is not on: it is ${newest.state}.`);
  }
  return decided(nextOf(newest, state, asked));
}

/** Two people have made the same version: the first one counts. */
export const RULE_CHANGED = refuse(
  'act_not_allowed',
  'Somebody else has just changed this rule: read it again.',
);
