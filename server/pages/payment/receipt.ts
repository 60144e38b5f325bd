// A record of the trade to keep: account, amounts, UTR, order and times, ready to print.

import { TIMED_PAYIN_STATES } from '../../domain/record/state-sets.ts';
import type { State } from '../../domain/record/trade.ts';
import { type Detail, detailList } from '../parts/detail-list.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import { shownMoment } from '../parts/moment.ts';
import type { PageContext } from '../parts/page-context.ts';
import { numberLabel } from './account-details.ts';
import { amountText, fitting } from './payment-amount.ts';

export function receipt(context: PageContext): SafeHtml {
  const { view, texts } = context;
  const { labels } = texts;
  const details = [...account(context), ...amounts(context)];
  if (view.utr !== null) {
    const label = view.direction === 'payin' ? texts.utr.claimed : labels.utr;
    details.push({ label, value: view.utr, code: true });
  }
  if (view.reference !== null && view.state !== 'pending') {
    details.push({ label: labels.reference, value: view.reference, code: true });
  }
  if (view.description !== null && view.state !== 'pending') {
    details.push({ label: labels.bought, value: view.description });
  }
  details.push({ label: labels.order, value: view.order_id, code: true });
  details.push({ label: labels.created_at, value: shownMoment(view.created_at, texts) });
  if (view.completed_at !== null) {
    details.push({ label: labels.completed_at, value: shownMoment(view.completed_at, texts) });
  }
  const is_receipt = view.direction === 'payout' || !TIMED_PAYIN_STATES.includes(view.state);
  const print =
    is_receipt &&
    html`<button type="button" class="plain" data-print>${texts.actions.print}</button>\n`;
  return html`<section class="receipt" aria-labelledby="receipt-heading">
<h2 id="receipt-heading">${labels.details}</h2>
${detailList(details, texts)}
${print}</section>`;
}

/** In these states an account would invite another payment, unless money has already come. */
const NOT_TO_BE_PAID: readonly State[] = ['created', 'pending', 'expired', 'canceled'];

/** The account that was paid, or to which a pay-out goes. */
function account({ view, texts }: PageContext): Detail[] {
  const { direction, state, payment } = view;
  const was_paid = direction === 'payin' && view.received_amount_cents > 0n;
  const is_shown = direction === 'payout' || was_paid || !NOT_TO_BE_PAID.includes(state);
  if (payment === null || !is_shown) return [];
  const { labels } = texts;
  const { name, number, bank_name } = payment;
  const payin_label = was_paid ? labels.paid_account : labels.holder;
  const holder = direction === 'payout' ? labels.payee : payin_label;
  const details: Detail[] = [];
  if (name !== null) details.push({ label: holder, value: name });
  details.push({ label: numberLabel(view.type, texts), value: number, code: true });
  if (bank_name !== null) details.push({ label: labels.bank, value: bank_name });
  return details;
}

/** Shown only if money came, or the amount differs from the requested one. */
function amounts({ view, texts }: PageContext): Detail[] {
  const money = (label: string, amount_cents: bigint): Detail => {
    const value = amountText(view, amount_cents, texts);
    return { label, value, code: true, size: fitting(value) };
  };
  const { requested_amount_cents, received_amount_cents, amount_cents } = view;
  const details: Detail[] = [];
  if (requested_amount_cents !== amount_cents || received_amount_cents > 0n) {
    details.push(money(texts.labels.requested, requested_amount_cents));
  }
  if (received_amount_cents > 0n) {
    details.push(money(texts.labels.received, received_amount_cents));
  }
  return details;
}
