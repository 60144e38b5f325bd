// The job that lets the rules of the house decide: it books the lines that wait and that a rule
// fits, by the same decision that a person would make.

import { decidesLine } from '../../domain/line/line-rule.ts';
import type { LineRecord } from '../../domain/record/bank-line.ts';
import type { LineRule } from '../../domain/record/line-rule.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { readLineRules } from '../../store/line/line-rules.ts';
import { type LineFilter, selectLines } from '../../store/line/select-lines.ts';
import type { App } from '../process/app.ts';
import { idFrom } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { SERVICE } from '../request/caller.ts';
import { filterOf, PAGE } from './try-line-rule.ts';

/** Decided at once: the writer has room for other commands between them. */
const AT_ONCE = 16;
/** The rest waits for the next round, so that one rule cannot hold up the others. */
const MOST_PAGES = 4;

/** The line's history names the rule and its version, so its reason can be read there. */
async function decide(app: App, rule: LineRule, { line }: LineRecord): Promise<boolean> {
  const { bank_line_id } = line;
  const { act, name, version, line_rule_id } = rule;
  const note = `Rule “${name}”, version ${version}`;
  const answer = await app.writer.submit({
    kind: 'review_line',
    command_id: idFrom(`rule/${line_rule_id}/${version}/${bank_line_id}`),
    actor: SERVICE,
    audit: {
      action: `bank_line_${act}`,
      target: `bank_lines/${bank_line_id}`,
      detail: { note, line_rule_id, version },
    },
    bank_line_id,
    note,
    review: { act },
    merchants: (await app.settings.current()).merchants,
  });
  const result = expectKind(answer, 'line');
  return !isRefusal(result) && !result.found;
}

async function applyRule(app: App, rule: LineRule): Promise<number> {
  let decided = 0;
  let before: string | null = null;
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const asked: LineFilter = { ...filterOf(app, rule, 'suspense'), before };
    const page: LineRecord[] = await selectLines(app.store.db, app.store.cipher, asked);
    const fitting = page.filter((record) => decidesLine(rule, record));
    for (let at = 0; at < fitting.length; at += AT_ONCE) {
      const together = fitting.slice(at, at + AT_ONCE);
      const done = await Promise.all(together.map((record) => decide(app, rule, record)));
      decided += done.filter(Boolean).length;
    }
    if (page.length < PAGE) break;
    before = page.at(-1)?.line.bank_line_id ?? null;
  }
  return decided;
}

/**
 * Returns how many lines were decided. A line that a person has undone is not decided again: its
 * reason is another one then.
 */
export async function applyLineRules(app: App): Promise<number> {
  const rules = await readLineRules(app.store.db, app.store.cipher);
  let decided = 0;
  for (const rule of rules) {
    if (rule.state === 'on') decided += await applyRule(app, rule);
  }
  return decided;
}
