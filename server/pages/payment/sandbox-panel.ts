// The sandbox's panel: whoever sees the page decides what a simulated bank does. Plain forms, so
// that it works without a script.
import { mayPlay, PANEL_ACTS } from '../../domain/sandbox/sandbox-acts.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import type { PageContext } from '../parts/page-context.ts';
import { fill } from '../texts/texts.ts';

export function sandboxPanel(context: PageContext): SafeHtml | null {
  const { view, texts, paths } = context;
  const possible = PANEL_ACTS.filter((act) => mayPlay(view, act));
  if (!view.is_sandbox || possible.length === 0) return null;
  const { sandbox: words } = texts;
  const buttons = possible.map(
    (act) => html`<button type="submit" name="act" value="${act}" class="secondary">
${words[act]}</button>\n`,
  );
  return html`<section class="play" aria-labelledby="play-heading">
<h2 id="play-heading">${words.heading}</h2>
<p class="hint">${words.text}</p>
<form class="choice" method="post" action="${paths.play}" data-proof="sequence">
${buttons}</form>
${mayPlay(view, 'pay') && amountForm(context)}</section>`;
}

function amountForm({ view, texts, paths, problem }: PageContext): SafeHtml {
  const { sandbox: words } = texts;
  const wrong = problem?.is_play === true;
  const error = wrong && html`<p class="error" id="play-error">${words.problem}</p>\n`;
  const state = wrong && html` aria-invalid="true" aria-describedby="play-error" autofocus`;
  return html`<form method="post" action="${paths.play_amount}" novalidate
 data-proof="sequence">
<label for="play-amount">${fill(words.amount, { currency: view.currency })}</label>
${error}<div class="field">
<input id="play-amount" name="amount" inputmode="decimal" dir="ltr" required maxlength="20"
 autocomplete="off"${state}>
<button type="submit" class="secondary">${words.pay_amount}</button></div>
</form>
`;
}
