// The line in suspense that looks like the money of a pay-in. Whoever confirms the pay-in by hand
// sees it first: otherwise the line stays free and could pay another pay-in.
import type { LineRecord } from '../record/bank-line.ts';
import type { Trade } from '../record/trade.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import { type PossibleLine, possibleLines } from './possible-lines.ts';
import { type PossibleEvidence, possibleInWords } from './possible-payins.ts';

/** What only this pay-in's payer can have known or mistyped. */
const NAMES: readonly PossibleEvidence[] = ['utr', 'reference', 'utr_similar', 'order_id'];
const AMOUNTS: readonly PossibleEvidence[] = ['amount', 'amount_digits', 'amount_close'];

/** It names the pay-in, and the amount agrees or nearly does: an amount alone is no name. */
export function looksLikeIt({ evidence }: Pick<PossibleLine, 'evidence'>): boolean {
  const has = (names: readonly PossibleEvidence[]) => names.some((name) => evidence.includes(name));
  return has(NAMES) && has(AMOUNTS);
}

/**
 * Null if the pay-in may be confirmed. `despite_line`: the line of which the person says that it is
 * other money; a likelier one that came since is not meant.
 */
export function refuseBesideLine(
  trade: Trade,
  records: readonly LineRecord[],
  despite_line: string | null,
): Refusal | null {
  const likely = possibleLines(trade, records).filter(looksLikeIt);
  const [first] = likely;
  if (first === undefined) return null;
  const said = likely.find(({ line }) => line.bank_line_id === despite_line);
  if (said !== undefined && said.score >= first.score) return null;
  const detail =
    `A bank line in suspense looks like this money: ${possibleInWords(first.evidence)}. ` +
    'Assign it instead. If it is other money, name it in `despite_line`, and say in `note` why.';
  return refuse('line_beside', detail, {
    extra: { id: first.line.bank_line_id },
    errors: [
      {
        field: 'despite_line',
        code: 'required',
        message: `is required: ${first.line.bank_line_id}`,
      },
    ],
  });
}
