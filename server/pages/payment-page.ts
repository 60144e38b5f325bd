// The hosted page of a trade: a pay-in's payment page or a pay-out's receipt page, in every state.
import type { State } from '../domain/trade.ts';
import { accountDetails } from './account-details.ts';
import { shownAmount } from './amount.ts';
import { html, type SafeHtml } from './html.ts';
import { layout } from './layout.ts';
import { assignForm, cancelForm, refreshPart, returnPart } from './page-actions.ts';
import type { PageContext } from './page-context.ts';
import { paymentAmount, paymentTimer } from './payment-amount.ts';
import { paymentSteps } from './payment-steps.ts';
import { receipt } from './receipt.ts';
import { problemMessage, stateMessage, stateText, toneOf } from './state-message.ts';
import { fill } from './texts.ts';
import { utrForm } from './utr-form.ts';

/** How often the script asks whether something changed; 0: nothing will. */
const POLL_S: Readonly<Record<State, number>> = {
  created: 3,
  pending: 3,
  verifying: 3,
  processing: 5,
  completed: 30,
  expired: 10,
  canceled: 10,
  failed: 30,
  disputed: 30,
  reversed: 0,
};

export function paymentPage(context: PageContext): string {
  const { texts, paths } = context;
  return layout({ title: titleOf(context), assets: paths, texts, main: main(context) });
}

function titleOf(context: PageContext): string {
  const { view, texts, problem } = context;
  const title = fill(texts.titles[view.direction], {
    heading: stateText(context).heading,
    amount: shownAmount(view.amount_cents, view.exponent, texts.lang),
    currency: view.currency,
    merchant: view.merchant_name,
  });
  return problem === null ? title : fill(texts.titles.problem, { title });
}

function main(context: PageContext): SafeHtml {
  const { view, texts, paths } = context;
  const from = view.direction === 'payin' ? 'merchant_payin' : 'merchant_payout';
  // Who has given a UTR looks for the result first; who has not, for the field.
  const facts = [utrForm(context), receipt(context)];
  if (view.utr !== null) facts.reverse();
  const parts = [
    problemMessage(context),
    stateMessage(context),
    paymentAmount(context),
    paymentTimer(context),
    assignForm(context),
    accountDetails(context),
    paymentSteps(context),
    ...facts,
    returnPart(context),
    cancelForm(context),
    refreshPart(context),
  ].filter((part) => part !== null);
  return html`<main class="tile ${toneOf(context)}" data-sequence="${view.sequence}"
 data-page-url="${paths.page}" data-status-url="${paths.status}"
 data-poll-seconds="${POLL_S[view.state]}">
<p class="merchant">${texts.labels[from]} <bdi>${view.merchant_name}</bdi></p>
${parts.map((part) => html`${part}\n`)}</main>`;
}
