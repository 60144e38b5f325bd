// Tries a rule of the house against past lines, so that somebody sees what it would do before it
// decides.

import { fitsRule } from '../../domain/line/line-rule.ts';
import type { LineRecord, LineStatus } from '../../domain/record/bank-line.ts';
import type { LineRule } from '../../domain/record/line-rule.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { hashesOfQuery } from '../../store/line/line-words.ts';
import { type LineFilter, selectLines } from '../../store/line/select-lines.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { findRule, type LineRuleBody, ruleShown, versionBy } from './line-rules.ts';
import { type BankLineBody, bankLineBodies } from './list-bank-lines.ts';
import { finishLineWords } from './make-line-words.ts';

/** The lines that have the words of a rule, newest first; what else it asks is checked after. */
export function filterOf(app: App, rule: LineRule, status: LineStatus | null): LineFilter {
  const { text, counterparty } = rule.conditions;
  const { cipher } = app.store;
  return {
    receiving_account_id: rule.receiving_account_id,
    status,
    words: [
      ...hashesOfQuery(cipher, 'text', text ?? ''),
      ...hashesOfQuery(cipher, 'counterparty', counterparty ?? ''),
    ],
    before: null,
    limit: PAGE,
  };
}

export const PAGE = 500;
const MOST_TRIED = 5_000;
export const TRIED_LINES_SHOWN = 20;

export type RuleTrial = {
  rule: LineRuleBody;
  /** Past lines that it fits, by what has become of them; of the newest that have its words. */
  fits: number;
  by_status: Partial<Record<LineStatus, number>>;
  /** Lines that somebody has decided in another way than the rule would: the first to look at. */
  contrary: BankLineBody[];
  waiting: BankLineBody[];
  /** Whether older lines were left unread. */
  is_cut: boolean;
};

/** Lines with which people or the matching did something else. */
function isContrary({ outcome }: LineRecord, { act }: LineRule): boolean {
  return outcome.status !== 'suspense' && outcome.status !== act && outcome.status !== 'withdrawn';
}

async function pastLines(app: App, rule: LineRule) {
  const found: LineRecord[] = [];
  let before: string | null = null;
  for (let read = 0; read < MOST_TRIED; read += PAGE) {
    const asked: LineFilter = { ...filterOf(app, rule, null), before };
    const page: LineRecord[] = await selectLines(app.store.db, app.store.cipher, asked);
    found.push(...page.filter(({ line }) => fitsRule(rule, line)));
    if (page.length < PAGE) return { found, is_cut: false };
    before = page.at(-1)?.line.bank_line_id ?? null;
  }
  return { found, is_cut: true };
}

/** Shows which past lines the rule fits; a draft may be switched on afterwards. */
export async function tryLineRule(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<RuleTrial | Refusal> {
  const rule = await findRule(app, id);
  if (isRefusal(rule)) return rule;
  const unfinished = await finishLineWords(app);
  if (unfinished !== null) return unfinished;
  const { found, is_cut } = await pastLines(app, rule);
  const note = `Tried against past lines: it fits ${found.length}`;
  const { line_rule_id, version } = rule;
  const request = { line_rule_id, version, ...versionBy(app, operator, note) };
  const { try_line_rule } = SETTINGS_ACTS;
  const is_new = rule.state === 'draft';
  const tried = is_new ? await changeSetting(app, operator, try_line_rule, request) : rule;
  if (isRefusal(tried)) return tried;
  const shown = (records: readonly LineRecord[]) =>
    bankLineBodies(app, records.slice(0, TRIED_LINES_SHOWN));
  const statuses = found.map(({ outcome }) => outcome.status);
  const by_status: RuleTrial['by_status'] = {};
  for (const status of statuses) by_status[status] = (by_status[status] ?? 0) + 1;
  return {
    rule: await ruleShown(app, tried),
    fits: found.length,
    by_status,
    contrary: await shown(found.filter((record) => isContrary(record, rule))),
    waiting: await shown(found.filter(({ outcome }) => outcome.status === 'suspense')),
    is_cut,
  };
}
