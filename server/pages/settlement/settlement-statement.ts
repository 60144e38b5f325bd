// A settlement as a document to read, to print and to keep: sums, payment, and every line by kind.

import type { SettlementState } from '../../domain/record/settlement-record.ts';
import type {
  SettlementLineView,
  SettlementView,
} from '../../domain/settlement/settlement-document.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import { shownDate } from '../parts/moment.ts';
import { ENGLISH } from '../texts/english.ts';
import { signedAmount } from './settlement-amount.ts';
import { settlementLines } from './settlement-lines.ts';
import { SETTLEMENT_CSS } from './settlement-style.ts';

const STATES: Readonly<Record<SettlementState, string>> = {
  draft: 'Draft',
  discarded: 'Discarded',
  approved: 'Approved',
  sent: 'Sent',
  settled: 'Settled',
  returned: 'Returned',
};

type Row = readonly [label: string, amount_cents: bigint, is_total?: 'total'];

function sumsTable(rows: readonly Row[], view: SettlementView): SafeHtml {
  return html`<table>
<tbody>
${rows.map(
  ([label, amount_cents, is_total]) => html`<tr${is_total === 'total' && html` class="total"`}>\
<th scope="row">${label}</th>\
<td class="number">${signedAmount(amount_cents, view.exponent)}</td></tr>
`,
)}</tbody>
</table>`;
}

function movement(view: SettlementView): SafeHtml {
  const rows: Row[] = [
    ['Opening balance', view.opening_cents],
    ['Pay-ins', view.payins_cents],
    ['Pay-outs', view.payouts_cents],
    ['Refunds', view.refunds_cents],
    ['Reversals and disputes', view.reversals_cents],
    ['Adjustments', view.adjustments_cents],
    ['Fees', view.fees_cents],
    ['Held back and released', view.holds_cents],
    ['Net of the period', view.net_cents, 'total'],
    ['Settlements paid', view.paid_cents],
    ['Settlements returned', view.returned_cents],
    ['Closing balance', view.closing_cents, 'total'],
  ];
  return html`<section aria-labelledby="movement">
<h2 id="movement">Balance in ${view.currency}</h2>
${sumsTable(rows, view)}
</section>`;
}

function payment(view: SettlementView): SafeHtml {
  const { approved_cents, payable_cents, utr } = view;
  const rows: Row[] = [
    ['Carried forward', view.carried_cents],
    ['Net of the period', view.net_cents],
    ['Settlements returned', view.returned_cents],
    ['Payable', payable_cents, 'total'],
  ];
  if (approved_cents !== null) {
    rows.push(['Paid out', approved_cents]);
    rows.push(['Carried to the next statement', payable_cents - approved_cents]);
  }
  return html`<section aria-labelledby="payment">
<h2 id="payment">Payment in ${view.currency}</h2>
${sumsTable(rows, view)}
${utr !== null && html`<p>UTR of the payment: <span class="code">${utr}</span></p>\n`}</section>`;
}

function head(view: SettlementView): SafeHtml {
  return html`<header>
<div>
<h1>Settlement statement ${view.number}</h1>
<p>${view.merchant_name}</p>
<p><span class="state">${STATES[view.state]}</span></p>
</div>
<dl class="facts">
<dt>From</dt><dd>${shownDate(view.period_from, ENGLISH)}</dd>
<dt>To, not included</dt><dd>${shownDate(view.period_to, ENGLISH)}</dd>
<dt>Currency</dt><dd>${view.currency}</dd>
<dt>Ledger entries</dt><dd>${entriesOf(view)}</dd>
</dl>
</header>`;
}

/** Above the lines, so that it never stands alone on the last page. */
function about(view: SettlementView): SafeHtml {
  return html`<div class="about">
<p>Amounts are in ${view.currency}; what the balance gains is positive. Times are UTC.</p>
<p>Statement ${view.settlement_id}</p>
</div>`;
}

function entriesOf({ first_entry_number, last_entry_number }: SettlementView): string {
  if (last_entry_number < first_entry_number) return 'none';
  return `${first_entry_number} to ${last_entry_number}`;
}

/** `lines` is null if there are too many to print: the CSV has them all. */
function lineSection(view: SettlementView, lines: readonly SettlementLineView[] | null): SafeHtml {
  if (lines === null) {
    return html`<p>This statement has ${view.line_count} lines. They are in its CSV file.</p>`;
  }
  if (lines.length === 0) return html`<p>Nothing moved the balance in this period.</p>`;
  return settlementLines(lines, view);
}

export function settlementStatement(
  view: SettlementView,
  lines: readonly SettlementLineView[] | null,
): string {
  const title = `Settlement statement ${view.number} – ${view.merchant_name}`;
  // Only the style itself may be inside its element, because the policy allows exactly its hash.
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<style>${SETTLEMENT_CSS}</style>
</head>
<body>
${head(view)}
<main>
<div class="columns">
${movement(view)}
${payment(view)}
</div>
${about(view)}
<section aria-labelledby="lines">
<h2 id="lines">Lines</h2>
${lineSection(view, lines)}
</section>
</main>
</body>
</html>
`.toString();
}
