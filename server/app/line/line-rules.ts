// Operators make rules of the house, and switch them on and off once they were tried.

import { CHANGE_RULE, CREATE_RULE, SWITCH_RULE } from '../../domain/line/rule-requests.ts';
import type { LineRule, RuleConditions } from '../../domain/record/line-rule.ts';
import { beginReading, type RawFields, readRequest } from '../../domain/request/read-request.ts';
import type { RequestOf } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readLineRules, readRuleVersions } from '../../store/line/line-rules.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { namesOfActors } from '../request/actor-names.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

export type LineRuleBody = Omit<LineRule, 'line_rule_id' | 'conditions' | 'actor' | 'changed_at'> &
  RuleConditions & {
    id: string;
    changed_by: string | null;
    /** Of that person or token, if it is known. */
    changed_by_name: string | null;
    changed_at: string;
  };

const ruleBody = (
  { line_rule_id, conditions, actor, ...rule }: LineRule,
  names: ReadonlyMap<string, string>,
): LineRuleBody => ({
  ...rule,
  ...conditions,
  id: line_rule_id,
  changed_by: actor.id,
  changed_by_name: names.get(actor.id ?? '') ?? null,
  changed_at: iso(rule.changed_at),
});

async function ruleBodies(app: App, rules: readonly LineRule[]): Promise<LineRuleBody[]> {
  const names = await namesOfActors(
    app,
    rules.map(({ actor }) => actor.id),
  );
  return rules.map((rule) => ruleBody(rule, names));
}

export async function ruleShown(app: App, rule: LineRule): Promise<LineRuleBody> {
  const [body] = await ruleBodies(app, [rule]);
  if (body === undefined) throw new Error('A rule has one body');
  return body;
}

export async function findRule(app: App, id: string): Promise<LineRule | Refusal> {
  const line_rule_id = parseUuid(id);
  if (line_rule_id === null) return refuseUnknown();
  const [newest] = await readRuleVersions(app.store.db, app.store.cipher, line_rule_id);
  return newest ?? refuseUnknown();
}

export async function listLineRules(app: App): Promise<{ data: LineRuleBody[] }> {
  return { data: await ruleBodies(app, await readLineRules(app.store.db, app.store.cipher)) };
}

export async function listRuleVersions(
  app: App,
  id: string,
): Promise<{ data: LineRuleBody[] } | Refusal> {
  const versions = await readRuleVersions(app.store.db, app.store.cipher, parseUuid(id) ?? newId());
  return versions.length === 0 ? refuseUnknown() : { data: await ruleBodies(app, versions) };
}

/** What a rule is apart from its account. */
function termsOf({ name, act, ...more }: RequestOf<typeof CHANGE_RULE>) {
  const { direction, text, counterparty, min_amount_cents, max_amount_cents } = more;
  const conditions = { direction, text, counterparty, min_amount_cents, max_amount_cents };
  return { name, act, conditions };
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
  const reading = beginReading(CREATE_RULE, raw);
  const { receiving_account_id: id } = reading.values;
  const { accounts } = await app.settings.current();
  if (id !== undefined && !accounts.has(id)) {
    reading.wrong('receiving_account_id', 'unknown_value', 'is no receiving account');
  }
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const { receiving_account_id, note } = asked;
  const given = { receiving_account_id, ...termsOf(asked) };
  const first = { line_rule_id: newId(), version: 1, state: 'draft' } as const;
  const rule: LineRule = { ...given, ...first, ...versionBy(app, operator, note) };
  const made = await changeSetting(app, operator, SETTINGS_ACTS.add_line_rule, rule);
  return isRefusal(made) ? made : await ruleShown(app, made);
}

/** Another version of a rule; it decides nothing until it was tried again. */
export async function changeLineRule(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<LineRuleBody | Refusal> {
  const asked = readRequest(CHANGE_RULE, raw);
  if (isRefusal(asked)) return asked;
  const line_rule_id = parseUuid(id);
  if (line_rule_id === null) return refuseUnknown();
  const version = versionBy(app, operator, asked.note);
  const change = { line_rule_id, ...termsOf(asked), ...version };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.change_line_rule, change);
  return isRefusal(changed) ? changed : await ruleShown(app, changed);
}

/** Switching on what is on, or off what is off, changes nothing. */
export async function switchLineRule(
  app: App,
  operator: OperatorCaller,
  id: string,
  state: 'on' | 'off',
  raw: RawFields,
): Promise<LineRuleBody | Refusal> {
  const asked = readRequest(SWITCH_RULE[state], raw);
  if (isRefusal(asked)) return asked;
  const line_rule_id = parseUuid(id);
  if (line_rule_id === null) return refuseUnknown();
  const change = { line_rule_id, state, ...versionBy(app, operator, asked.note) };
  const switched = await changeSetting(app, operator, SETTINGS_ACTS.switch_line_rule, change);
  return isRefusal(switched) ? switched : await ruleShown(app, switched);
}
