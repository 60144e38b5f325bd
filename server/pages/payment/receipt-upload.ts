// What a payer can give beside a UTR: the statement that they have paid, and the bank's receipt.
import type { PageView } from '../../domain/page/page-view.ts';
import { CONTENT_TYPES, ENDINGS, PICTURE_TYPES } from '../../lib/picture/picture-content.ts';
import { fillHtml } from '../parts/fill-html.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import { shownMoment } from '../parts/moment.ts';
import type { PageContext } from '../parts/page-context.ts';
import { problemText } from '../parts/problem-text.ts';
import { saidAt, saidText } from '../parts/state-message.ts';
import { localeOf, type PageTexts } from '../texts/texts.ts';

const ACCEPTED = PICTURE_TYPES.map((type) => CONTENT_TYPES[type]).join(',');

export function evidencePart(context: PageContext): SafeHtml | null {
  const { view, texts, problem } = context;
  const parts = [paidPart(context), receiptPart(context)].filter((part) => part !== null);
  if (parts.length === 0) return null;
  const { paid, receipt } = texts.evidence;
  const title = asksIfPaid(view) ? paid.heading : receipt.heading;
  const { said_paid_at, receipts } = view.evidence;
  // Collapsed for the many who need none of it; open for those who have begun.
  const is_open = said_paid_at !== null || receipts.length > 0 || problem?.is_receipt === true;
  return html`<section class="evidence">
<details${is_open && html` open`}><summary>${title}</summary>
${parts.map((part) => html`${part}\n`)}</details>
</section>`;
}

const asksIfPaid = ({ can, evidence }: PageView): boolean =>
  can.say_paid && evidence.said_paid_at === null;

function paidPart(context: PageContext): SafeHtml | null {
  const { view, texts, paths } = context;
  const { paid } = texts.evidence;
  const { said_paid_at } = view.evidence;
  if (said_paid_at !== null) {
    const is_told = saidText(context) !== null;
    if (is_told || !['expired', 'canceled', 'verifying'].includes(view.state)) return null;
    return html`<p class="note">${paid.said}</p>\n${saidAt(said_paid_at, texts)}`;
  }
  if (!view.can.say_paid) return null;
  return html`<p>${paid.text}</p>
<form method="post" action="${paths.paid}" data-again>
<button type="submit" class="secondary wide">${paid.send}</button>
</form>`;
}

function receiptPart(context: PageContext): SafeHtml | null {
  const { view, texts, problem } = context;
  const { receipts } = view.evidence;
  const { add_receipt } = view.can;
  const wrong = problem?.is_receipt === true;
  if (receipts.length === 0 && !add_receipt && !wrong) return null;
  const { receipt } = texts.evidence;
  const heading = asksIfPaid(view) && html`<h3 id="receipt-title">${receipt.heading}</h3>\n`;
  return html`${heading}${receipts.length > 0 && given(context)}
${add_receipt ? uploadForm(context) : noMore(context)}`;
}

/** The reason why the last file was refused stays if no other file can be sent. */
function noMore(context: PageContext): SafeHtml {
  const wrong =
    context.problem?.is_receipt === true &&
    html`<p class="error" id="receipt-error">${problemText(context)}</p>\n`;
  return html`${wrong}<p class="hint">${context.texts.evidence.receipt.full}</p>`;
}

function given({ view, texts }: PageContext): SafeHtml {
  const lines = view.evidence.receipts.map(
    ({ file_type, size_bytes, given_at }) =>
      html`<li>${fillHtml(texts.evidence.receipt.given, {
        type: ENDINGS[file_type].toUpperCase(),
        size: shownSize(size_bytes, texts),
      })} ${shownMoment(given_at, texts)}</li>\n`,
  );
  return html`<ul class="given">\n${lines}</ul>`;
}

function shownSize(size_bytes: number, texts: PageTexts): string {
  const kilobytes = Math.max(1, Math.round(size_bytes / 1_000));
  const format = { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(localeOf(texts), format).format(kilobytes);
}

/**
 * Includes the texts for files that are too large or a PDF, so that nobody uploads ten megabytes to
 * read them.
 */
function uploadForm(context: PageContext): SafeHtml {
  const { texts, paths, problem } = context;
  const { receipt, problems } = texts.evidence;
  const wrong = problem?.is_receipt === true;
  const state = wrong && html` aria-invalid="true" autofocus`;
  return html`<form method="post" action="${paths.receipt}" enctype="multipart/form-data"
 novalidate data-proof="receipts">
<label for="receipt">${receipt.label}</label>
<p class="hint" id="receipt-help">${receipt.help}</p>
<p class="error" id="receipt-error"${!wrong && html` hidden`}>${wrong && problemText(context)}</p>
<div class="field"><input id="receipt" name="receipt" type="file" required
 accept="${ACCEPTED}" data-too-large="${problems.receipt_too_large}"
 data-pdf="${problems.receipt_pdf}"
 aria-describedby="receipt-error receipt-help"${state}>
<button type="submit" class="secondary">${receipt.send}</button></div>
</form>`;
}
