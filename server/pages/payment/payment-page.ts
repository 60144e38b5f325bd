// The hosted page of a trade: a pay-in's payment page or a pay-out's receipt page, in every state.
import type { PageView } from '../../domain/page/page-view.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import type { PageContext } from '../parts/page-context.ts';
import {
  isSaidPaid,
  lostText,
  problemMessage,
  stateMessage,
  stateText,
  toneOf,
} from '../parts/state-message.ts';
import { fill, isolated } from '../texts/texts.ts';
import { accountDetails, moreDetails } from './account-details.ts';
import { brandHead, brandNote } from './brand.ts';
import { contactPart } from './contact.ts';
import { disputePart } from './dispute-part.ts';
import { assignForm, cancelForm, POLL_S, refreshPart, returnPart } from './page-actions.ts';
import { amountText, paymentAmount, paymentTimer } from './payment-amount.ts';
import { paymentSteps } from './payment-steps.ts';
import { receipt } from './receipt.ts';
import { evidencePart } from './receipt-upload.ts';
import { sandboxPanel } from './sandbox-panel.ts';
import { isNeeded, utrForm } from './utr-form.ts';

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
    is_sandbox: view.is_sandbox,
  });
}

function titleOf(context: PageContext): string {
  const { view, texts, problem } = context;
  const merchant = isolated(view.merchant_name, texts);
  const title = fill(texts.titles[view.direction], {
    heading: fill(stateText(context).heading, { merchant }),
    amount: isolated(amountText(view, view.amount_cents, texts), texts),
    merchant,
  });
  return problem === null ? title : fill(texts.titles.problem, { title });
}

type Parts = readonly (SafeHtml | null)[];

/** The parts between the state and the actions, in the order in which the payer needs them. */
function middle(context: PageContext): Parts {
  const { view } = context;
  const [utr, evidence, kept] = [utrForm(context), evidencePart(context), receipt(context)];
  const [account, steps] = [accountDetails(context), paymentSteps(context)];
  if (isSaidPaid(context)) return [utr, evidence, payAfterAll(context, [account, steps]), kept];
  // If others pay the same amount, only the UTR identifies the payment: its form comes before the
  // steps.
  if (isNeeded(context)) return [account, utr, moreDetails(context), steps, evidence, kept];
  // A payer who gave a UTR looks for the result first, any other for the field.
  if (view.utr !== null) return [account, steps, kept, utr, evidence];
  return [account, steps, utr, evidence, kept];
}

/** What people ask the customer comes before the details of the payment. */
function aroundDispute(context: PageContext, parts: Parts): Parts {
  const dispute = disputePart(context);
  return context.view.dispute?.is_open === true ? [dispute, ...parts] : [...parts, dispute];
}

/** For those who said too early that they have paid. */
function payAfterAll({ texts }: PageContext, parts: Parts): SafeHtml {
  const shown = parts.filter((part) => part !== null);
  return html`<details class="pay-after-all"><summary>${texts.labels.pay_after_all}</summary>
${shown.map((part) => html`${part}\n`)}</details>`;
}

/** What the service has received, so that the script knows whether what it sent has arrived. */
function received({ utr, evidence, dispute, sequence }: PageView): SafeHtml {
  return html`data-sequence="${sequence}" data-utr="${utr ?? ''}"
 data-receipts="${evidence.receipts.length}" data-messages="${dispute?.own_message_count ?? 0}"`;
}

/** The texts that the script shows; it contains none itself. */
function scriptWords(context: PageContext): SafeHtml {
  const { sending, actions } = context.texts;
  return html`data-lost="${lostText(context)}"
 data-sending="${sending.sending}" data-kept="${sending.kept}"
 data-offline="${sending.offline}" data-unsure="${sending.unsure}" data-missed="${sending.missed}"
 data-uncopied="${actions.uncopied}"`;
}

const hasForms = ({ can, direction }: PageView): boolean =>
  direction === 'payin' && Object.values(can).includes(true);

function main(context: PageContext): SafeHtml {
  const { view, paths } = context;
  const parts = [
    problemMessage(context),
    stateMessage(context),
    contactPart(context, 'here'),
    paymentAmount(context),
    paymentTimer(context),
    assignForm(context),
    ...aroundDispute(context, middle(context)),
    returnPart(context),
    cancelForm(context),
    refreshPart(context),
    contactPart(context, 'end'),
    brandNote(context),
    sandboxPanel(context),
  ].filter((part) => part !== null);
  const shared = isNeeded(context) ? ' shared' : '';
  const state = isSaidPaid(context) ? 'said-paid' : `${view.state}${shared}`;
  return html`<main class="${toneOf(context)} ${state}" ${received(view)}
 data-page-url="${paths.page}" data-status-url="${paths.status}" data-live-url="${paths.live}"
 data-poll-seconds="${POLL_S[view.state]}"${hasForms(view) && html` ${scriptWords(context)}`}>
${parts.map((part) => html`${part}\n`)}</main>`;
}
