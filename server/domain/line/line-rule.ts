// Whether a rule of the house fits a bank line.

import type { BankLine, LineReason, LineRecord } from '../record/bank-line.ts';
import type { LineRule, RuleConditions } from '../record/line-rule.ts';
import { searchWords, wordsOfLine } from './search-words.ts';

/** Lines that wait only because nothing fits them: every other reason asks a person something. */
const FOR_RULES: readonly LineReason[] = ['no_candidate', 'outgoing'];

const hasAll = (words: readonly string[], wanted: string | null): boolean =>
  searchWords(wanted).every((word) => words.includes(word));

function fitsAmount(line: BankLine, { direction, ...bounds }: RuleConditions): boolean {
  if (line.amount_cents > 0n !== (direction === 'in')) return false;
  const size = line.amount_cents < 0n ? -line.amount_cents : line.amount_cents;
  const { min_amount_cents: min, max_amount_cents: max } = bounds;
  return (min === null || size >= BigInt(min)) && (max === null || size <= BigInt(max));
}

/** Whatever has become of the line: also used to try a rule against past lines. */
export function fitsRule(
  { receiving_account_id, conditions }: Pick<LineRule, 'receiving_account_id' | 'conditions'>,
  line: BankLine,
): boolean {
  if (line.receiving_account_id !== receiving_account_id) return false;
  const words = wordsOfLine(line);
  return (
    hasAll(words.text, conditions.text) &&
    hasAll(words.counterparty, conditions.counterparty) &&
    fitsAmount(line, conditions)
  );
}

/** Whether the rule may book the line now. */
export function decidesLine(rule: LineRule, { line, outcome }: LineRecord): boolean {
  const is_waiting = outcome.status === 'suspense' && FOR_RULES.includes(outcome.reason);
  return rule.state === 'on' && is_waiting && fitsRule(rule, line);
}
