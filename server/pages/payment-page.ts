// The hosted page of a trade: a pay-in's payment page or a pay-out's receipt page, in every state.
import type { State } from '../domain/trade.ts';
import { accountDetails } from './account-details.ts';
import { shownAmount } from './amount.ts';
import { brandHead, brandNote } from './brand.ts';
import { html, type SafeHtml } from './html.ts';
import { layout } from './layout.ts';
import { assignForm, cancelForm, refreshPart, returnPart } from './page-actions.ts';
import type { PageContext } from './page-context.ts';
import { paymentAmount, paymentTimer } from './payment-amount.ts';
import { paymentSteps } from './payment-steps.ts';
import { receipt } from './receipt.ts';
import { evidencePart } from './receipt-upload.ts';
import { problemMessage, stateMessage, stateText, toneOf } from './state-message.ts';
import { fill, isolated } from './texts.ts';
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
  const { view, texts, paths } = context;
  const { colors_path } = view.branding;
  return layout({
    title: titleOf(context),
    assets: paths,
    texts,
    brand: brandHead(context),
    colors: colors_path === null ? null : `${paths.base}${colors_path}`,
    main: main(context),
  });
}

function titleOf(context: PageContext): string {
  const { view, texts, problem } = context;
  const merchant = isolated(view.merchant_name, texts);
  const title = fill(texts.titles[view.direction], {
    heading: fill(stateText(context).heading, { merchant }),
    amount: isolated(shownAmount(view.amount_cents, view.exponent, texts.lang), texts),
    currency: view.currency,
    merchant,
  });
  return problem === null ? title : fill(texts.titles.problem, { title });
}

function main(context: PageContext): SafeHtml {
  const { view, paths } = context;
  // Who has given a UTR looks for the result first; who has not, for the field.
  const given = [utrForm(context), evidencePart(context)];
  const facts = view.utr === null ? [...given, receipt(context)] : [receipt(context), ...given];
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
    brandNote(context),
  ].filter((part) => part !== null);
  return html`<main class="${toneOf(context)} ${view.state}" data-sequence="${view.sequence}"
 data-page-url="${paths.page}" data-status-url="${paths.status}" data-live-url="${paths.live}"
 data-poll-seconds="${POLL_S[view.state]}">
${parts.map((part) => html`${part}\n`)}</main>`;
}
