// The customer's side of a dispute: the question "I paid, but …", and what was written about it.
import type { PageDispute } from '../../domain/page/page-view.ts';
import { MESSAGE_MAX_LENGTH } from '../../domain/record/dispute-message.ts';
import { fillHtml } from '../parts/fill-html.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import { shownMoment } from '../parts/moment.ts';
import type { PageContext } from '../parts/page-context.ts';
import { problemText } from '../parts/problem-text.ts';

export function disputePart(context: PageContext): SafeHtml | null {
  const { view } = context;
  if (view.dispute !== null) return conversation(context, view.dispute);
  return view.can.open_dispute ? question(context) : null;
}

function question(context: PageContext): SafeHtml {
  const { texts, paths, problem } = context;
  const { dispute } = texts.evidence;
  const is_open = problem?.is_dispute === true && html` open`;
  return html`<section class="evidence">
<details${is_open}><summary>${dispute.ask}</summary>
<p>${fillHtml(dispute.ask_text, { merchant: context.view.merchant_name })}</p>
${wordsForm(context, paths.dispute)}</details>
</section>`;
}

function standing({ texts }: PageContext, dispute: PageDispute): string {
  const { waits, over } = texts.evidence.dispute;
  if (!dispute.is_open) return over;
  // Already at the top of the page.
  return dispute.waits_for_customer ? '' : waits;
}

function conversation(context: PageContext, dispute: PageDispute): SafeHtml {
  const { view, texts, paths } = context;
  const words = texts.evidence.dispute;
  const said = standing(context, dispute);
  const lines = dispute.messages.map((message) => line(context, message));
  return html`<section class="evidence">
<h2>${words.heading}</h2>
${said !== '' && html`<p>${fillHtml(said, { merchant: view.merchant_name })}</p>`}
${lines.length > 0 && html`<ul class="given">\n${lines}</ul>\n`}${
  view.can.send_message && wordsForm(context, paths.message)
}</section>`;
}

function line({ view, texts }: PageContext, message: PageDispute['messages'][number]): SafeHtml {
  const words = texts.evidence.dispute;
  const author = { customer: words.you, merchant: view.merchant_name, operator: words.service };
  const at = shownMoment(message.sent_at, texts);
  const file = message.has_file && html` <em>${words.file}</em>`;
  return html`<li><strong>${author[message.author]}</strong> ${at}
<span dir="auto">${message.text}</span>${file}</li>\n`;
}

function wordsForm(context: PageContext, action: string): SafeHtml {
  const { texts, problem } = context;
  const { label, send, seen } = texts.evidence.dispute;
  const wrong = problem?.is_dispute === true;
  const state = wrong && html` aria-invalid="true" autofocus`;
  return html`<form method="post" action="${action}" novalidate data-proof="messages">
<label for="words">${label}</label>
<p class="hint" id="words-help">${fillHtml(seen, { merchant: context.view.merchant_name })}</p>
<p class="error" id="words-error"${!wrong && html` hidden`}>${wrong && problemText(context)}</p>
<div class="field"><textarea id="words" name="text" rows="3" required
 maxlength="${MESSAGE_MAX_LENGTH}" dir="auto"
 aria-describedby="words-error words-help"${state}>${problem?.words ?? ''}</textarea>
<button type="submit" class="secondary">${send}</button></div>
</form>`;
}
