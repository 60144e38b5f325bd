// Settings acts on receiving accounts, and on the rules for their lines.
import {
  type AccountChange,
  accountRow,
  decideAccount,
  decideNewAccount,
  decideSimulatedAccount,
} from '../../domain/account/change-account.ts';
import {
  decideNewRule,
  decideRuleChange,
  decideRuleSwitch,
  decideRuleTried,
  RULE_CHANGED,
  type RuleChange,
  type RuleSwitch,
  type RuleTried,
} from '../../domain/line/change-line-rule.ts';
import type { LineRule } from '../../domain/record/line-rule.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { refuseFields } from '../../domain/service/refusal.ts';
import {
  insertReceivingAccount,
  lockReceivingAccount,
  updateReceivingAccount,
} from '../../store/account/receiving-accounts.ts';
import { insertLineRule, readLineRules, readRuleVersions } from '../../store/line/line-rules.ts';
import { settingVersion } from '../request/setting-version.ts';
import { type At, actOfOne, actOfTwo, NOTHING_MORE, noFacts } from './settings-act.ts';

const NUMBER_TAKEN = refuseFields([
  {
    field: 'number',
    code: 'not_allowed',
    message: 'belongs to a receiving account that exists already',
  },
]);

export const ACCOUNT_ACTS = {
  add_receiving_account: actOfTwo({
    action: 'receiving_account_created',
    locks: [],
    gate: 'receiving_account_number',
    version: 'save',
    lock: noFacts<ReceivingAccount>,
    decide: decideNewAccount,
    save: async ({ tx, cipher }, { saved }) =>
      (await insertReceivingAccount(tx, cipher, saved)) ? NOTHING_MORE : null,
    overtaken: NUMBER_TAKEN,
  }),
  // Two processes may add it at once; both then have the same one.
  simulate_account: actOfOne({
    action: null,
    locks: [],
    gate: null,
    version: 'save',
    lock: noFacts<ReceivingAccount>,
    decide: decideSimulatedAccount,
    save: async ({ tx, cipher }, { saved }) =>
      (await insertReceivingAccount(tx, cipher, saved)) ? NOTHING_MORE : null,
  }),
  change_receiving_account: actOfTwo({
    action: 'receiving_account_changed',
    locks: ['receiving_accounts'],
    gate: 'limits',
    version: 'save',
    lock: ({ tx, cipher }, { receiving_account_id }: AccountChange) =>
      lockReceivingAccount(tx, cipher, receiving_account_id),
    seen: {
      version: ({ cipher }, account) => settingVersion(cipher, accountRow(account)),
      by: ['receiving_account_changed', 'receiving_account_created'],
    },
    decide: decideAccount,
    save: async ({ tx }, { saved }, before, { now }) => {
      await updateReceivingAccount(tx, saved, before, now);
      return NOTHING_MORE;
    },
  }),
};

/** Nobody changes a version; of two new ones with the same number the first one counts. */
async function newestOf(
  { tx, cipher }: At,
  { line_rule_id }: Pick<LineRule, 'line_rule_id'>,
): Promise<LineRule | null> {
  const [newest] = await readRuleVersions(tx, cipher, line_rule_id);
  return newest ?? null;
}

const RULE_STEPS = {
  action: 'line_rule_changed',
  locks: [],
  gate: 'line_rule',
  version: null,
  save: async ({ tx, cipher }: At, { saved }: { saved: LineRule }) =>
    (await insertLineRule(tx, cipher, saved)) ? NOTHING_MORE : null,
  overtaken: RULE_CHANGED,
} as const;

export const LINE_RULE_ACTS = {
  add_line_rule: actOfTwo({
    ...RULE_STEPS,
    lock: async ({ tx, cipher }, _rule: LineRule) => ({
      rules: (await readLineRules(tx, cipher)).length,
    }),
    decide: decideNewRule,
  }),
  change_line_rule: actOfTwo({
    ...RULE_STEPS,
    lock: (at, request: RuleChange) => newestOf(at, request),
    seen: {
      version: (_at, rule) => String(rule.version),
      by: ['line_rule_changed'],
    },
    decide: decideRuleChange,
  }),
  try_line_rule: actOfTwo({
    ...RULE_STEPS,
    lock: (at, request: RuleTried) => newestOf(at, request),
    decide: decideRuleTried,
  }),
  switch_line_rule: actOfTwo({
    ...RULE_STEPS,
    lock: (at, request: RuleSwitch) => newestOf(at, request),
    decide: decideRuleSwitch,
  }),
};
