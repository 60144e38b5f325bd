// The lines of a settlement document: one table, grouped by kind, each group with its sums.
import type {
  SettlementLineView,
  SettlementView,
} from '../../domain/settlement/settlement-document.ts';
import {
  SETTLEMENT_LINE_KINDS,
  type SettlementLineKind,
} from '../../domain/settlement/settlement-line.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import { signedAmount } from './settlement-amount.ts';

const HEADINGS: Readonly<Record<SettlementLineKind, string>> = {
  payin: 'Pay-ins',
  payout: 'Pay-outs',
  refund: 'Refunds',
  reversal: 'Reversals and disputes',
  adjustment: 'Adjustments',
  hold: 'Held back and released',
  settlement: 'Settlements',
};

/** What the act did, if the kind alone does not say it. */
const NOTES: Readonly<Record<string, string>> = {
  payin_disputed: 'Blocked by a dispute',
  payin_dispute_won: 'Dispute ended',
  payin_recalled: 'Partly taken back by the bank',
  payin_raised: 'More credited after an appeal',
  payin_charged_back: 'Partly taken back after a dispute',
  payin_recall_undone: 'Not taken back after all',
  payin_reversed: 'Taken back',
  payout_held: 'Paid out',
  payout_released: 'Not paid out',
  payout_reversed: 'Returned',
  payout_charged: 'Paid after all',
  payout_charge_undone: 'Not paid after all',
  hold_placed: 'Held back',
  hold_released: 'Released',
};

/** `2026-03-05 10:15` in UTC. */
const shownTime = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

function lineRow(line: SettlementLineView, view: SettlementView): SafeHtml {
  const { trade_amount_cents, trade_currency } = line;
  const trade_amount =
    trade_amount_cents === null
      ? ''
      : `${signedAmount(trade_amount_cents, line.trade_exponent)} ${trade_currency ?? ''}`;
  const amount = (cents: bigint) => signedAmount(cents, view.exponent);
  const note = line.note ?? NOTES[line.act] ?? '';
  return html`<tr><td class="time">${shownTime(line.at)}</td>\
<td class="code">${line.order_id ?? ''}</td>\
<td class="code">${line.utr ?? ''}</td><td>${note}</td>\
<td class="number">${trade_amount}</td><td class="number">${amount(line.gross_cents)}</td>\
<td class="number">${amount(line.fee_cents)}</td>\
<td class="number">${amount(line.net_cents)}</td></tr>
`;
}

type Sum = 'gross_cents' | 'fee_cents' | 'net_cents';

const sum = (lines: readonly SettlementLineView[], name: Sum) =>
  lines.reduce((total, line) => total + line[name], 0n);

function group(
  kind: SettlementLineKind,
  lines: readonly SettlementLineView[],
  view: SettlementView,
): SafeHtml {
  const total = (name: Sum) =>
    html`<td class="number">${signedAmount(sum(lines, name), view.exponent)}</td>`;
  return html`<tbody>
<tr class="kind"><th scope="rowgroup" colspan="8">${HEADINGS[kind]}</th></tr>
${lines.map((line) => lineRow(line, view))}<tr class="total"><th scope="row" colspan="5">Sum</th>\
${total('gross_cents')}${total('fee_cents')}${total('net_cents')}</tr>
</tbody>
`;
}

/** One table, so that all kinds share its columns; when printed, each page repeats its head. */
export function settlementLines(
  lines: readonly SettlementLineView[],
  view: SettlementView,
): SafeHtml {
  const by_kind = Map.groupBy(lines, (line): SettlementLineKind => line.kind);
  return html`<div class="scroll">
<table class="lines">
<thead>
<tr><th scope="col">Time</th><th scope="col">Order</th><th scope="col">UTR</th>\
<th scope="col">Note</th><th scope="col" class="number">Trade</th>\
<th scope="col" class="number">Gross</th><th scope="col" class="number">Fee</th>\
<th scope="col" class="number">Net</th></tr>
</thead>
${SETTLEMENT_LINE_KINDS.map((kind) => {
  const found = by_kind.get(kind);
  return found === undefined ? null : group(kind, found, view);
})}</table>
</div>`;
}
