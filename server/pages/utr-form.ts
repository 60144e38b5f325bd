// The form for the UTR: which format the rail uses, and in place what is wrong. A bank's whole
// message may be pasted; where several numbers may be the UTR, the payer chooses.
import { paymentType } from '../domain/payment-type.ts';
import { UTR_TEXT_MAX_LENGTH } from '../domain/utr-in-text.ts';
import { fillHtml, numeral } from './fill-html.ts';
import { html, type SafeHtml } from './html.ts';
import type { PageContext } from './page-context.ts';
import { problemText, utrTexts } from './problem-text.ts';
import { fillCount } from './texts.ts';

export function utrForm(context: PageContext): SafeHtml | null {
  const { view, texts, paths, problem } = context;
  if (!view.can.attach_utr) return view.evidence.utr_locked ? lockedNote(context) : null;
  const wrong = problem !== null && problem.utr !== null;
  const choice = choiceOf(context);
  const error = wrong && html`<p class="error" id="utr-error">${problemText(context)}</p>\n`;
  const kind = view.exclusive ? 'secondary' : 'primary';
  const state = wrong && html` aria-invalid="true"${choice === null && html` autofocus`}`;
  return html`<section class="utr" aria-labelledby="utr-heading">
<h2 id="utr-heading">${heading(context)}</h2>
${hint(context)}
${choice !== null && error}${choice}<form method="post" action="${paths.utr}" novalidate>
<label for="utr">${texts.utr.label}</label>
<p class="hint" id="utr-help">${utrTexts(context).help} ${texts.evidence.paste}</p>
${choice === null && error}<div class="field">
<textarea id="utr" name="utr" rows="1" dir="ltr" required maxlength="${UTR_TEXT_MAX_LENGTH}"
 autocomplete="off" autocapitalize="characters" spellcheck="false"
 inputmode="${numeric(context) ? 'numeric' : 'text'}" data-submits
 aria-describedby="${wrong ? 'utr-error ' : ''}utr-help"${state}>
${problem?.utr ?? ''}</textarea>
<button type="submit" class="${kind}">${texts.utr.send}</button></div>
</form>
</section>`;
}

/** The numbers that were found, one button each: it is sent as if it had been entered. */
function choiceOf({ texts, paths, problem }: PageContext): SafeHtml | null {
  const candidates = problem?.candidates ?? [];
  if (candidates.length === 0) return null;
  const buttons = candidates.map(
    (utr, index) =>
      html`<button type="submit" name="utr" value="${utr}" class="secondary"
${index === 0 && html` autofocus`} aria-describedby="utr-error utr-choice">
${numeral(utr)}</button>\n`,
  );
  return html`<form class="choice" method="post" action="${paths.utr}" aria-labelledby="utr-choice">
<p id="utr-choice">${texts.evidence.choose}</p>
${buttons}</form>
`;
}

/** Corrected or tried as often as the rules allow: who else can help. */
function lockedNote({ view, texts }: PageContext): SafeHtml {
  const text = view.utr === null ? texts.problems.utr_locked : texts.evidence.locked;
  return html`<section class="utr" aria-labelledby="utr-heading">
<h2 id="utr-heading">${texts.labels.utr}</h2>
<p class="note">${fillHtml(text, { merchant: view.merchant_name })}</p>
</section>`;
}

function numeric({ view }: PageContext): boolean {
  return paymentType(view.type)?.utr_rule === 'rrn12';
}

function heading({ view, texts: { utr } }: PageContext): string {
  if (view.utr !== null) return utr.heading_change;
  if (view.state === 'expired') return utr.heading_late;
  return view.exclusive ? utr.heading : utr.heading_needed;
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
