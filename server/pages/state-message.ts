// Where the trade stands and why, in plain words.
import { html, type SafeHtml } from './html.ts';
import type { PageContext } from './page-context.ts';
import { problemText } from './problem-text.ts';
import { fill, type StateText } from './texts.ts';

export type Tone = 'waiting' | 'working' | 'good' | 'bad' | 'quiet';

const TONES: Readonly<Record<PageContext['view']['state'], Tone>> = {
  created: 'waiting',
  pending: 'waiting',
  verifying: 'working',
  processing: 'working',
  completed: 'good',
  expired: 'quiet',
  canceled: 'quiet',
  failed: 'bad',
  disputed: 'working',
  reversed: 'bad',
};

export function toneOf({ view }: PageContext): Tone {
  return TONES[view.state];
}

export function stateText({ view, texts }: PageContext): StateText {
  const found = texts.states[view.direction][view.state];
  if (found === undefined) throw new Error(`no text for ${view.direction} ${view.state}`);
  const merchant = view.merchant_name;
  return { heading: fill(found.heading, { merchant }), text: fill(found.text, { merchant }) };
}

export function stateMessage(context: PageContext): SafeHtml {
  const { view, texts } = context;
  const { heading, text } = stateText(context);
  const reason = view.state_reason === null ? null : texts.reasons[view.state_reason];
  return html`<div class="state">
<h1>${heading}</h1>
<p>${text}</p>
${reason !== null && html`<p class="reason">${reason}</p>\n`}</div>`;
}

/** What the UTR's form cannot show in place: it is not there, or it is about something else. */
export function problemMessage(context: PageContext): SafeHtml | null {
  const { view, problem } = context;
  if (problem === null || (problem.utr !== null && view.can.attach_utr)) return null;
  const text = problemText(context);
  return html`<p class="error alert" role="alert" tabindex="-1" autofocus>${text}</p>`;
}
