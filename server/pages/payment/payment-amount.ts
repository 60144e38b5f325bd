// The amount in large type with a copy button, and the time left to pay it.
import type { PageView } from '../../domain/page/page-view.ts';
import { plainAmount, shownMoney } from '../parts/amount.ts';
import { copyButton } from '../parts/copy-button.ts';
import { fillHtml } from '../parts/fill-html.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import { icon } from '../parts/icons.ts';
import { countdown, secondsLeft, timeLeft } from '../parts/moment.ts';
import type { PageContext } from '../parts/page-context.ts';
import { isSaidPaid } from '../parts/state-message.ts';
import type { PageTexts } from '../texts/texts.ts';

function moneyOf({ currency, exponent }: Currency, amount_cents: bigint, texts: PageTexts) {
  return shownMoney({ amount_cents, exponent, currency }, texts.lang);
}

type Currency = Pick<PageView, 'currency' | 'exponent'>;

/** In the trade's currency, as it is written within a sentence. */
export function amountText(view: Currency, amount_cents: bigint, texts: PageTexts): string {
  const { sign, digits, code } = moneyOf(view, amount_cents, texts);
  return sign === null ? `${digits} ${code}` : `${sign}${digits}`;
}

/** The style has a size for each: short amounts are not set larger. */
const FEWEST_CHARACTERS = 8;
const MOST_CHARACTERS = 23;

/** A separator or a space is at most so wide, as part of a digit. */
const SEPARATOR = 0.6;

/** The class that gives an amount the largest size that fits on one line. */
export function fitting(text: string): string {
  const separators = text.match(/[^\p{L}\p{N}\p{Sc}]/gu)?.length ?? 0;
  const wide = Math.ceil(text.length - separators * (1 - SEPARATOR));
  return `fit-${Math.min(MOST_CHARACTERS, Math.max(FEWEST_CHARACTERS, wide))}`;
}

/** An amount within a sentence. */
export function amountInText(view: Currency, amount_cents: bigint, texts: PageTexts): SafeHtml {
  const text = amountText(view, amount_cents, texts);
  return html`<span class="numeral ${fitting(text)}" dir="ltr">${text}</span>`;
}

const isToPay = (context: PageContext): boolean =>
  context.view.state === 'pending' && !isSaidPaid(context);

export function paymentAmount(context: PageContext): SafeHtml {
  const { view, texts } = context;
  const { sign, digits, code } = moneyOf(view, view.amount_cents, texts);
  const currency = html`<span class="currency">${sign ?? code}</span>`;
  const number = html`<span class="digits">${digits}</span>`;
  const shown = sign === null ? html`${number} ${currency}` : html`${currency}${number}`;
  const copy =
    isToPay(context) &&
    copyButton(plainAmount(view.amount_cents, view.exponent), texts.labels.amount, texts);
  // The code is set so much smaller that two digits are as wide.
  const size = fitting(sign === null ? `${digits}00` : `${sign}${digits}`);
  return html`<div class="amount">
<p class="amount-value ${size}"><span class="visually-hidden">${texts.labels.amount}: </span><bdi
 dir="ltr">${shown}</bdi></p>
${copy}
</div>
${bought(context)}${shifted(context)}`;
}

/** What is paid for; the details say it once nothing is to be paid any more. */
function bought({ view, texts }: PageContext): SafeHtml | null {
  if (view.state !== 'pending' || view.description === null) return null;
  return html`<p class="bought"><span class="visually-hidden">${texts.labels.bought}: </span><bdi
>${view.description}</bdi></p>
`;
}

/** The payable amount may differ by a few minor units from the amount that the shop requested. */
function shifted({ view, texts }: PageContext): SafeHtml | null {
  const differs = view.requested_amount_cents !== view.amount_cents;
  if (view.state !== 'pending' || !differs) return null;
  const amount = amountInText(view, view.amount_cents, texts);
  const requested = amountInText(view, view.requested_amount_cents, texts);
  const facts = { merchant: view.merchant_name, amount, requested };
  return html`<p class="note">${fillHtml(texts.labels.shifted, facts)}</p>`;
}

/** The text is always there; near the end the script shows a countdown in a space kept for it. */
export function paymentTimer(context: PageContext): SafeHtml | null {
  const { view, texts } = context;
  const seconds = isToPay(context) ? secondsLeft(view.expires_at, view.now) : null;
  if (seconds === null) return null;
  const later = countdown(seconds) === '' && html` hidden`;
  return html`<p class="timer" data-seconds-left="${seconds}">${icon('clock')}<span
 id="time-left">${timeLeft(seconds, texts)}</span> <span
 id="countdown" dir="ltr" aria-hidden="true"${later}>${countdown(seconds)}</span></p>`;
}
