// A list of refunds in words: why a row is not refunded, and what the button does. Amounts are as
// people write them.
import type { RefundList, RefundResult } from '../../api/schema.gen.ts';
import { shownAmount } from '../../parts/amount/amount.ts';
import { REFUND_LIST_TEXTS as texts } from '../../texts/refunds/refunds.ts';

const { problems } = texts;

export function refundProblem(result: RefundResult): string | null {
  const { code, detail, currency, refundable_cents } = result;
  if (code === 'insufficient_funds') return problems.funds;
  if (code === 'approval_required') return problems.waiting;
  if (code === 'refund_too_large' && currency !== null && refundable_cents !== null) {
    return refundable_cents === 0
      ? problems.nothing_left
      : problems.left(shownAmount(refundable_cents, currency));
  }
  return detail;
}

/** Those about which somebody has to do something come first, each kind by its lines. */
const FIRST: Readonly<Record<RefundResult['outcome'], number>> = {
  refused: 0,
  waiting: 1,
  ready: 2,
  refunded: 2,
  done: 3,
};

export const problemsFirst = (results: readonly RefundResult[]): readonly RefundResult[] =>
  results.toSorted((a, b) => FIRST[a.outcome] - FIRST[b.outcome] || a.line - b.line);

type Sum = { readonly currency: string; readonly amount_cents: number };

export const shownSums = (totals: readonly Sum[]): string =>
  totals.map(({ amount_cents, currency }) => shownAmount(amount_cents, currency)).join(' + ');

/** What the button does, with its amount; null: nothing. */
export function actWords({ counts, totals }: Pick<RefundList, 'counts' | 'totals'>): string | null {
  const { ready, waiting } = counts;
  if (ready === 0) return waiting === 0 ? null : texts.ask(waiting);
  const act = texts.act(ready, shownSums(totals));
  return waiting === 0 ? act : texts.act_and_ask(act, waiting);
}
