// The form for the UTR: the format of this payment type, with errors at the field. A bank's whole
// message may be pasted; if several numbers may be the UTR, the payer chooses.
import { paymentType } from '../../domain/values/payment-type.ts';
import { UTR_TEXT_MAX_LENGTH } from '../../domain/values/utr-in-text.ts';
import { fillHtml, numeral } from '../parts/fill-html.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import type { PageContext } from '../parts/page-context.ts';
import { problemText, utrTexts } from '../parts/problem-text.ts';
import { fillCount } from '../texts/texts.ts';

export function utrForm(context: PageContext): SafeHtml | null {
  const { view, problem } = context;
  if (!view.can.attach_utr) return view.evidence.utr_locked ? lockedNote(context) : null;
  const wrong = problem !== null && problem.utr !== null;
  const choice = choiceOf(context);
  const error = wrong && html`<p class="error" id="utr-error">${problemText(context)}</p>\n`;
  // If only the UTR identifies the payment, the field comes first and the explanation after it.
  const [before, after] = isNeeded(context) ? [null, hint(context)] : [hint(context), null];
  return html`<section class="utr" aria-labelledby="utr-heading">
<h2 id="utr-heading">${heading(context)}</h2>
${before}
${choice !== null && error}${choice}${entry(context, choice === null, error)}
${after}</section>`;
}

function entry(context: PageContext, is_alone: boolean, error: SafeHtml | false): SafeHtml {
  const { view, texts, paths, problem } = context;
  const is_first = isNeeded(context);
  const kind = view.exclusive ? 'secondary' : 'primary';
  const state = error && html` aria-invalid="true"${is_alone && html` autofocus`}`;
  const words = `${utrTexts(context).help} ${texts.evidence.paste}`;
  const help = html`<p class="hint" id="utr-help">${words}</p>\n`;
  return html`<form method="post" action="${paths.utr}" novalidate data-again data-proof="utr">
<label for="utr">${texts.utr.label}</label>
${!is_first && help}${is_alone && error}<div class="field">
<textarea id="utr" name="utr" rows="1" dir="ltr" required maxlength="${UTR_TEXT_MAX_LENGTH}"
 autocomplete="off" autocapitalize="characters" spellcheck="false"
 inputmode="${numeric(context) ? 'numeric' : 'text'}" data-submits
 aria-describedby="${error === false ? '' : 'utr-error '}utr-help"${state}>
${problem?.utr ?? ''}</textarea>
<button type="submit" class="${kind}">${texts.utr.send}</button></div>
${is_first && help}</form>`;
}

/** One button for each number found: a press sends it as if it had been entered. */
function choiceOf({ texts, paths, problem }: PageContext): SafeHtml | null {
  const candidates = problem?.candidates ?? [];
  if (candidates.length === 0) return null;
  const buttons = candidates.map(
    (utr, index) =>
      html`<button type="submit" name="utr" value="${utr}" class="secondary"
${index === 0 && html` autofocus`} aria-describedby="utr-error utr-choice">
${numeral(utr)}</button>\n`,
  );
  return html`<form class="choice" method="post" action="${paths.utr}"
 data-again data-proof="utr" aria-labelledby="utr-choice">
<p id="utr-choice">${texts.evidence.choose}</p>
${buttons}</form>
`;
}

/** After as many corrections or tries as the rules allow: who else can help. */
function lockedNote({ view, texts }: PageContext): SafeHtml {
  const text = view.utr === null ? texts.problems.utr_locked : texts.evidence.locked;
  return html`<section class="utr" aria-labelledby="utr-heading">
<h2 id="utr-heading">${texts.labels.utr}</h2>
<p class="note">${fillHtml(text, { contact: view.merchant_name })}</p>
</section>`;
}

/** True if others are paying the same amount to this account: only the UTR shows who has paid. */
export function isNeeded({ view }: PageContext): boolean {
  return view.state === 'pending' && !view.exclusive && view.can.attach_utr;
}

function numeric({ view }: PageContext): boolean {
  return paymentType(view.type)?.utr_rule === 'rrn12';
}

function heading({ view, texts: { utr } }: PageContext): string {
  if (view.utr !== null) return utr.heading_change;
  if (view.state === 'expired' || view.state === 'canceled') return utr.heading_late;
  const has_paid = view.evidence.said_paid_at !== null;
  return view.exclusive || has_paid ? utr.heading : utr.heading_needed;
}

function hint({ view, texts }: PageContext): SafeHtml | null {
  const { utr } = texts;
  if (view.utr !== null) {
    return html`<p>${utr.claimed}: ${numeral(view.utr)}</p>
<p>${fillCount(texts, utr.changes_left, view.utr_changes_left)}</p>`;
  }
  if (view.state !== 'pending') return null;
  return view.exclusive ? html`<p>${utr.optional}</p>` : html`<p class="note">${utr.needed}</p>`;
}
