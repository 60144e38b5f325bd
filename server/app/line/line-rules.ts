// Operators make rules of the house, and switch them on and off once they were tried.

import { searchWords } from '../../domain/line/search-words.ts';
import {
  type LineRule,
  RULE_ACTS,
  RULE_DIRECTIONS,
  RULE_STATES_BEFORE_ON,
  type RuleConditions,
  type RuleState,
} from '../../domain/record/line-rule.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { MAX_LINE_CENTS } from '../../domain/values/money.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { insertLineRule, readLineRules, readRuleVersions } from '../../store/line/line-rules.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { auditIn } from '../request/audit.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { iso } from '../request/views.ts';
import { gateShown } from '../setting/gate-settings.ts';
import { type Gate, gatedChange } from '../setting/gated-change.ts';

/** More would be a sign of a rule for each line. */
const MOST_RULES = 500;
const NAME_MAX = 100;
const WORDS_MAX = 200;
const NOTE_MAX = 500;

export type LineRuleBody = Omit<LineRule, 'line_rule_id' | 'conditions' | 'actor' | 'changed_at'> &
  RuleConditions & { id: string; changed_by: string | null; changed_at: string };

export function ruleBody({ line_rule_id, conditions, actor, ...rule }: LineRule): LineRuleBody {
  return {
    ...rule,
    ...conditions,
    id: line_rule_id,
    changed_by: actor.id,
    changed_at: iso(rule.changed_at),
  };
}

const FIELDS = [
  'receiving_account_id',
  'name',
  'act',
  'direction',
  'text',
  'counterparty',
  'min_amount_cents',
  'max_amount_cents',
  'note',
];

function readWords(reader: FieldReader, field: 'text' | 'counterparty'): string | null {
  const words = reader.optionalText(field, WORDS_MAX);
  if (words !== null && searchWords(words).length === 0) {
    reader.wrong(field, 'format', 'must have a word of at least two letters or digits');
  }
  return words;
}

function readSize(reader: FieldReader, field: 'min_amount_cents' | 'max_amount_cents') {
  const size = reader.optionalInteger(field);
  if (size === null || (size >= 1 && BigInt(size) <= MAX_LINE_CENTS)) return size;
  reader.wrong(field, 'range', `must be 1 to ${MAX_LINE_CENTS}, without a sign`);
  return size;
}

function readConditions(reader: FieldReader): RuleConditions {
  const conditions = {
    direction: reader.choice('direction', RULE_DIRECTIONS, true) ?? 'out',
    text: readWords(reader, 'text'),
    counterparty: readWords(reader, 'counterparty'),
    min_amount_cents: readSize(reader, 'min_amount_cents'),
    max_amount_cents: readSize(reader, 'max_amount_cents'),
  };
  const { text, counterparty, min_amount_cents: min, max_amount_cents: max } = conditions;
  if (text === null && counterparty === null) {
    reader.wrong('text', 'required', 'is required, or counterparty: an amount alone says nothing');
  }
  if (min !== null && max !== null && min > max) {
    reader.wrong('max_amount_cents', 'range', 'must not be below min_amount_cents');
  }
  return conditions;
}

/** A rule decides in place of people, also what would be above their bands. */
function gateOn(gate: Gate, rule: LineRule): Promise<Refusal | null> {
  const { line_rule_id, version, name, act, conditions, receiving_account_id } = rule;
  const target = `line_rules/${line_rule_id}`;
  const after = { state: 'on', name, act, receiving_account_id, ...conditions };
  const before = { version: version - 1 };
  return gateShown(gate, { act: 'line_rule', merchant_id: null, target, before, after });
}

/** Writes the version, with who made it and why. */
export async function saveVersion(
  app: App,
  operator: OperatorCaller,
  rule: LineRule,
): Promise<Refusal | null> {
  const { line_rule_id, version, state, note, name } = rule;
  const { cipher } = app.store;
  const is_new = await gatedChange(app, operator, async (tx, gate) => {
    const needed = state === 'on' ? await gateOn(gate, rule) : null;
    if (needed !== null) return needed;
    if (!(await insertLineRule(tx, cipher, rule))) return false;
    const target = `line_rules/${line_rule_id}`;
    const detail = { name, version, state, note };
    await auditIn(tx, operatorActor(operator), 'line_rule_changed', target, detail);
    return true;
  });
  if (isRefusal(is_new)) return is_new;
  if (is_new) return null;
  return refuse('act_not_allowed', 'Somebody else has just changed this rule: read it again.');
}

export async function findRule(app: App, id: string): Promise<LineRule | Refusal> {
  const line_rule_id = parseUuid(id);
  if (line_rule_id === null) return notFound();
  const [newest] = await readRuleVersions(app.store.db, app.store.cipher, line_rule_id);
  return newest ?? notFound();
}

export async function listLineRules(app: App): Promise<{ data: LineRuleBody[] }> {
  return { data: (await readLineRules(app.store.db, app.store.cipher)).map(ruleBody) };
}

export async function listRuleVersions(
  app: App,
  id: string,
): Promise<{ data: LineRuleBody[] } | Refusal> {
  const versions = await readRuleVersions(app.store.db, app.store.cipher, parseUuid(id) ?? newId());
  return versions.length === 0 ? notFound() : { data: versions.map(ruleBody) };
}

type Given = Pick<LineRule, 'receiving_account_id' | 'name' | 'act' | 'conditions' | 'note'>;

/** The fields of a rule; the account of an existing one never changes. */
async function readRule(app: App, raw: RawFields, is_new: boolean): Promise<Given | Refusal> {
  const reader = readFields(raw, FIELDS);
  const given: Given = {
    receiving_account_id: is_new ? reader.uuid('receiving_account_id') : '',
    name: reader.text('name', NAME_MAX),
    act: reader.choice('act', RULE_ACTS, true) ?? 'fee',
    conditions: readConditions(reader),
    note: reader.text('note', NOTE_MAX),
  };
  const { receiving_account_id } = given;
  const { accounts } = await app.settings.current();
  if (receiving_account_id !== '' && !accounts.has(receiving_account_id)) {
    reader.wrong('receiving_account_id', 'unknown_value', 'is no receiving account');
  }
  return reader.refusal() ?? given;
}

const firstVersion = (app: App, operator: OperatorCaller, given: Given): LineRule => ({
  ...given,
  line_rule_id: newId(),
  version: 1,
  state: 'draft',
  actor: operatorActor(operator),
  changed_at: serviceTime(app),
});

export async function createLineRule(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<LineRuleBody | Refusal> {
  const given = await readRule(app, raw, true);
  if (isRefusal(given)) return given;
  const all = await readLineRules(app.store.db, app.store.cipher);
  if (all.length >= MOST_RULES) {
    return refuse('act_not_allowed', `There are ${MOST_RULES} rules: change one of them.`);
  }
  const rule = firstVersion(app, operator, given);
  return (await saveVersion(app, operator, rule)) ?? ruleBody(rule);
}

/** Another version of a rule; it decides nothing until it was tried again. */
export async function changeLineRule(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<LineRuleBody | Refusal> {
  const given = await readRule(app, raw, false);
  if (isRefusal(given)) return given;
  const found = await findRule(app, id);
  if (isRefusal(found)) return found;
  const { name, act, conditions, note } = given;
  const rule = { ...nextVersion(app, operator, found, 'draft', note), name, act, conditions };
  return (await saveVersion(app, operator, rule)) ?? ruleBody(rule);
}

export const nextVersion = (
  app: App,
  operator: OperatorCaller,
  rule: LineRule,
  state: RuleState,
  note: string,
): LineRule => ({
  ...rule,
  version: rule.version + 1,
  state,
  note,
  actor: operatorActor(operator),
  changed_at: serviceTime(app),
});

/** Switching on what is on, or off what is off, changes nothing. */
export async function switchLineRule(
  app: App,
  operator: OperatorCaller,
  id: string,
  state: 'on' | 'off',
  raw: RawFields,
): Promise<LineRuleBody | Refusal> {
  const reader = readFields(raw, ['note']);
  const note = reader.text('note', NOTE_MAX);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const rule = await findRule(app, id);
  if (isRefusal(rule)) return rule;
  if (rule.state === state) return ruleBody(rule);
  if (state === 'on' && !RULE_STATES_BEFORE_ON.includes(rule.state)) {
    return refuse('act_not_allowed', 'Try the rule against past lines before you switch it on.');
  }
  if (state === 'off' && rule.state !== 'on') {
    return refuse('act_not_allowed', `The rule is not on: it is ${rule.state}.`);
  }
  const next = nextVersion(app, operator, rule, state, note);
  return (await saveVersion(app, operator, next)) ?? ruleBody(next);
}
