// Operators make rules of the house, and switch them on and off once they were tried.

import { searchWords } from '../../domain/line/search-words.ts';
import {
  type LineRule,
  RULE_ACTS,
  RULE_DIRECTIONS,
  type RuleConditions,
} from '../../domain/record/line-rule.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { MAX_LINE_CENTS } from '../../domain/values/money.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readLineRules, readRuleVersions } from '../../store/line/line-rules.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { iso } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

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

/** Who makes the version, why, and when. */
export const versionBy = (app: App, operator: OperatorCaller, note: string) => ({
  actor: operatorActor(operator),
  changed_at: serviceTime(app),
  note,
});

export async function createLineRule(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<LineRuleBody | Refusal> {
  const given = await readRule(app, raw, true);
  if (isRefusal(given)) return given;
  const first = { line_rule_id: newId(), version: 1, state: 'draft' } as const;
  const rule: LineRule = { ...given, ...first, ...versionBy(app, operator, given.note) };
  const made = await changeSetting(app, operator, SETTINGS_ACTS.add_line_rule, rule);
  return isRefusal(made) ? made : ruleBody(made);
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
  const line_rule_id = parseUuid(id);
  if (line_rule_id === null) return notFound();
  const { name, act, conditions, note } = given;
  const change = { line_rule_id, name, act, conditions, ...versionBy(app, operator, note) };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.change_line_rule, change);
  return isRefusal(changed) ? changed : ruleBody(changed);
}

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
  const line_rule_id = parseUuid(id);
  if (line_rule_id === null) return notFound();
  const asked = { line_rule_id, state, ...versionBy(app, operator, note) };
  const switched = await changeSetting(app, operator, SETTINGS_ACTS.switch_line_rule, asked);
  return isRefusal(switched) ? switched : ruleBody(switched);
}
