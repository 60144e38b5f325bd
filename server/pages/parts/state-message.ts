// The trade's state and the reason for it, in plain words.

import { mayPlay } from '../../domain/sandbox/sandbox-acts.ts';
import { fill, isolated, type PageTexts, type StateText } from '../texts/texts.ts';
import { fillHtml } from './fill-html.ts';
import { html, type SafeHtml } from './html.ts';
import { type IconName, icon } from './icons.ts';
import { shownMoment } from './moment.ts';
import type { PageContext } from './page-context.ts';
import { problemText } from './problem-text.ts';

export type Tone = 'waiting' | 'working' | 'good' | 'bad' | 'quiet';

type Look = { tone: Tone; icon: IconName | null };

const LOOKS: Readonly<Record<PageContext['view']['state'], Look>> = {
  created: { tone: 'waiting', icon: null },
  pending: { tone: 'waiting', icon: null },
  verifying: { tone: 'working', icon: 'search' },
  processing: { tone: 'working', icon: 'clock' },
  completed: { tone: 'good', icon: 'check' },
  expired: { tone: 'quiet', icon: 'clock' },
  canceled: { tone: 'quiet', icon: 'stop' },
  failed: { tone: 'bad', icon: 'stop' },
  disputed: { tone: 'working', icon: 'search' },
  reversed: { tone: 'bad', icon: 'back' },
};

/** After the payer said that they have paid, the page tells what happens next, not how to pay. */
export function isSaidPaid({ view }: Pick<PageContext, 'view'>): boolean {
  return view.evidence.said_paid_at !== null && view.state === 'pending';
}

function lookOf(context: PageContext): Look {
  return isSaidPaid(context) ? { tone: 'working', icon: 'search' } : LOOKS[context.view.state];
}

export function toneOf(context: PageContext): Tone {
  return lookOf(context).tone;
}

/** The text after the payer said that they have paid; it asks for the UTR if one is accepted. */
export function saidText({ view, texts }: PageContext): StateText | null {
  if (view.evidence.said_paid_at === null) return null;
  if (view.state === 'pending') return texts.said_paid.pending;
  return view.state === 'expired' && view.can.attach_utr ? texts.said_paid.expired : null;
}

/** From the catalogue, with {merchant} and {contact} not filled in yet. */
export function stateText(context: PageContext): StateText {
  const { view, texts } = context;
  const said = saidText(context);
  if (said !== null) return said;
  const states: Partial<Record<typeof view.state, StateText>> = texts.states[view.direction];
  const found = states[view.state];
  if (view.dispute?.waits_for_customer === true && found !== undefined) {
    return { heading: found.heading, text: texts.evidence.dispute.waits_for_you };
  }
  if (found === undefined) throw new Error(`no text for ${view.direction} ${view.state}`);
  return found;
}

/** When the payer said that they have paid. */
export function saidAt(at: number, texts: PageTexts): SafeHtml {
  return html`<p class="when">${texts.labels.said_at}: ${shownMoment(at, texts)}</p>\n`;
}

/** While no money has come, nothing says that it has: a payer may show the page as a proof. */
function reasonText({ view, texts }: PageContext): string | null {
  const { state_reason: reason } = view;
  if (reason === null) return null;
  const is_unpaid = view.received_amount_cents === 0n;
  if (is_unpaid && (reason === 'paid_late' || reason === 'paid_after_cancel')) {
    return texts.unpaid_reasons[reason];
  }
  return texts.reasons[reason];
}

export function stateMessage(context: PageContext): SafeHtml {
  const { view, texts } = context;
  const { heading, text } = stateText(context);
  const { said_paid_at } = view.evidence;
  const facts = { merchant: view.merchant_name, contact: view.merchant_name };
  const reason = reasonText(context);
  // A pay-in shows the amount instead of an icon; a payee waits.
  const picture = lookOf(context).icon ?? (view.direction === 'payout' ? 'clock' : null);
  const sign = picture !== null && html`<span class="sign">${icon(picture)}</span>\n`;
  const is_said = said_paid_at !== null && saidText(context) !== null;
  const said = is_said && saidAt(said_paid_at, texts);
  return html`<div class="state">
${sign}<h1 tabindex="-1">${fillHtml(heading, facts)}</h1>
<p>${fillHtml(text, facts)}</p>
${said}${reason !== null && html`<p class="reason">${fillHtml(reason, facts)}</p>\n`}</div>`;
}

/** A problem that belongs to no form on the page. */
export function problemMessage(context: PageContext): SafeHtml | null {
  const { view, problem } = context;
  if (problem === null || (problem.utr !== null && view.can.attach_utr)) return null;
  if (problem.is_receipt && view.can.add_receipt) return null;
  if (problem.is_dispute && (view.can.open_dispute || view.can.send_message)) return null;
  if (problem.is_play && mayPlay(view, 'pay')) return null;
  const alert = html`<p class="error alert" role="alert" tabindex="-1"
 autofocus>${problemText(context)}</p>`;
  const sent = (problem.utr ?? problem.words ?? '').trim();
  if (sent === '') return alert;
  return html`${alert}
<p class="note">${fill(lostText(context), { text: sent })}</p>`;
}

/** What was sent too late stays readable; {text} is not filled in yet. */
export function lostText({ view, texts }: PageContext): string {
  return fill(texts.sending.lost, { contact: isolated(view.merchant_name, texts) });
}
