// The form for the UTR: which format the rail uses, and in place what is wrong.
import { paymentType } from '../domain/payment-type.ts';
import { html, type SafeHtml } from './html.ts';
import type { PageContext } from './page-context.ts';
import { problemText, utrTexts } from './problem-text.ts';
import { fillCount } from './texts.ts';

/** Blanks and hyphens are allowed, so more than the number itself may be entered. */
const MOST_CHARACTERS = 80;

export function utrForm(context: PageContext): SafeHtml | null {
  const { view, texts, paths, problem } = context;
  if (!view.can.attach_utr) return null;
  const wrong = problem !== null && problem.utr !== null;
  const format = utrTexts(context);
  const error = wrong && html`<p class="error" id="utr-error">${problemText(context)}</p>\n`;
  const kind = view.exclusive ? 'secondary' : 'primary';
  const state = wrong ? html` aria-invalid="true" autofocus` : null;
  return html`<section class="utr" aria-labelledby="utr-heading">
<h2 id="utr-heading">${heading(context)}</h2>
${hint(context)}
<form method="post" action="${paths.utr}" novalidate>
<label for="utr">${texts.utr.label}</label>
<p class="hint" id="utr-help">${format.help}</p>
${error}<div class="field"><input id="utr" name="utr" type="text" dir="ltr" required
 maxlength="${MOST_CHARACTERS}" autocomplete="off" autocapitalize="characters" spellcheck="false"
 inputmode="${numeric(context) ? 'numeric' : 'text'}" value="${problem?.utr ?? ''}"
 aria-describedby="${wrong ? 'utr-error ' : ''}utr-help"${state}>
<button type="submit" class="${kind}">${texts.utr.send}</button></div>
</form>
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
    return html`<p>${fillCount(texts, utr.changes_left, view.utr_changes_left)}</p>`;
  }
  if (view.state !== 'pending') return null;
  return view.exclusive ? html`<p>${utr.optional}</p>` : html`<p class="note">${utr.needed}</p>`;
}
