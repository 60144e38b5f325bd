// Routes of the operator API: rules of the house, which book lines that nothing else matches.

import { Type } from 'typebox';
import { joinNewest } from '../../../app/cell/combined-work.ts';
import {
  changeLineRule,
  createLineRule,
  type LineRuleBody,
  listLineRules,
  listRuleVersions,
  switchLineRule,
} from '../../../app/line/line-rules.ts';
import { type RuleTrial, tryLineRule } from '../../../app/line/try-line-rule.ts';
import { CHANGE_RULE, CREATE_RULE, SWITCH_RULE } from '../../../domain/line/rule-requests.ts';
import { LINE_STATUSES } from '../../../domain/record/bank-line.ts';
import { RULE_ACTS, RULE_DIRECTIONS, RULE_STATES } from '../../../domain/record/line-rule.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  ACTOR_NAME,
  flag,
  integer,
  integerOrNull,
  list,
  moment,
  optional,
  request,
  shape,
  text,
  textOrNull,
  uuid,
  words,
} from '../../schema/shapes.ts';
import { combined } from '../route/combined-answer.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { BankLineSchema } from './bank-lines.ts';

const tag = 'Bank';

const RuleSchema = shape<LineRuleBody>('LineRule', {
  id: uuid('The rule'),
  version: integer('Each change makes the next one'),
  receiving_account_id: uuid('The account whose lines it decides'),
  name: text('As the history of a line names it'),
  act: words(RULE_ACTS, 'How the lines are booked'),
  direction: words(RULE_DIRECTIONS, 'Of the money'),
  text: textOrNull('Words that the narration has, whole, in any order and case'),
  counterparty: textOrNull('Words of the counterparty’s name, or its number'),
  min_amount_cents: integerOrNull('The smallest amount, without a sign, in minor units'),
  max_amount_cents: integerOrNull('The largest amount, without a sign, in minor units'),
  state: words(RULE_STATES, 'Only `on` decides; a changed rule is a `draft` until it was tried'),
  note: text('Why this version was made'),
  changed_by: textOrNull('Who made it: a person or token'),
  changed_by_name: textOrNull(ACTOR_NAME),
  changed_at: moment('When it was made'),
});

const TrialSchema = shape<RuleTrial>('LineRuleTrial', {
  rule: RuleSchema,
  fits: integer('How many past lines it fits'),
  by_status: Type.Object(
    Object.fromEntries(
      LINE_STATUSES.map((status) => [status, optional(integer(`Of them ${status}`))]),
    ),
    { title: 'LineRuleTrialCounts' },
  ),
  contrary: list(BankLineSchema, {
    description: 'Lines that were decided in another way: look at them before you switch it on',
  }),
  waiting: list(BankLineSchema, { description: 'Lines that wait in suspense' }),
  is_cut: flag('Whether only the newest lines were tried'),
});

const rules = (title: string, description: string) =>
  Type.Object({ data: list(RuleSchema, { description }) }, { title });

const SWITCH_DESCRIPTIONS = {
  on:
    'Refused if this version was not tried. A second person may have to approve it, because the ' +
    'rule decides in place of people; a rule that is on stays unchanged.',
  off:
    'Lines that it has decided stay decided. It never waits for a second person; a rule that is ' +
    'off stays unchanged, and one that is neither is refused.',
};

export const LINE_RULE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/line_rules',
    operation_id: 'listLineRules',
    right: 'bank.read',
    tag,
    summary: 'List the rules of the house, newest first',
    description:
      'All in one answer, each with its newest version and whoever made it. Only rules in state ' +
      '`on` decide lines.',
    answer: rules('LineRules', 'Each rule in its newest version, the newest rule first'),
    combined: combined({ rows: ['data'], join: joinNewest }),
    handle: ({ app }) => listLineRules(app),
  }),
  route({
    method: 'POST',
    url: '/line_rules',
    operation_id: 'createLineRule',
    right: 'line_rules.change',
    tag,
    summary: 'Make a rule, for example text “CHARGES” → fee',
    description:
      'It decides only lines that nothing matches (`no_candidate`, `outgoing`), and only once it was tried and switched on.',
    body: strictBodyOf(CREATE_RULE),
    status: 201,
    answer: RuleSchema,
    handle: ({ app, operator, fields }) => createLineRule(app, operator, fields),
  }),
  route({
    method: 'POST',
    url: '/line_rules/:id',
    operation_id: 'changeLineRule',
    takes_version: true,
    right: 'line_rules.change',
    tag,
    summary: 'Change a rule: the new version is a draft',
    description:
      'It decides nothing until it was tried and switched on again; lines that were decided ' +
      'before stay as they are. Its receiving account never changes.',
    body: strictBodyOf(CHANGE_RULE),
    answer: RuleSchema,
    handle: ({ app, operator, params, fields }) => changeLineRule(app, operator, params.id, fields),
  }),
  route({
    method: 'GET',
    url: '/line_rules/:id/versions',
    operation_id: 'listLineRuleVersions',
    right: 'bank.read',
    tag,
    summary: 'List the versions of a rule, newest first',
    description:
      'Each change, trial and switch is a version, with whoever made it and why. Versions are ' +
      'never removed.',
    answer: rules('LineRuleVersions', 'The newest version first'),
    handle: ({ app, params }) => listRuleVersions(app, params.id),
  }),
  route({
    method: 'POST',
    url: '/line_rules/:id/try',
    operation_id: 'tryLineRule',
    right: 'bank.read',
    tag,
    summary: 'Try a rule against past lines; nothing is booked',
    description:
      'The answer counts the lines that it fits and shows at most 20 that were decided otherwise ' +
      'and 20 in suspense. A draft becomes `tried`; if somebody has changed it meanwhile, that ' +
      'is refused.',
    body: request('TryLineRule', {}),
    body_optional: true,
    answer: TrialSchema,
    handle: ({ app, operator, params }) => tryLineRule(app, operator, params.id),
  }),
  ...(['on', 'off'] as const).map((state) =>
    route({
      method: 'POST',
      url: `/line_rules/:id/${state}`,
      operation_id: state === 'on' ? 'switchLineRuleOn' : 'switchLineRuleOff',
      ...(state === 'on' ? { approval: { acts: ['line_rule'] } as const } : {}),
      right: 'line_rules.change',
      tag,
      summary: `Switch a rule ${state}`,
      description: SWITCH_DESCRIPTIONS[state],
      body: strictBodyOf(SWITCH_RULE[state]),
      answer: RuleSchema,
      handle: ({ app, operator, params, fields }) =>
        switchLineRule(app, operator, params.id, state, fields),
    }),
  ),
];
