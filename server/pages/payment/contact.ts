// How the payer reaches the merchant: right below the text that says to contact them, otherwise at
// the end.
import { fillHtml } from '../parts/fill-html.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import type { PageContext } from '../parts/page-context.ts';
import { stateText } from '../parts/state-message.ts';

/** Texts that tell the payer to contact the merchant contain it; the page then shows how. */
const CONTACT = '{contact}';

function isSaid(context: PageContext): boolean {
  const { view, texts, problem } = context;
  const reason = view.state_reason === null ? null : texts.reasons[view.state_reason];
  const problems = { ...texts.problems, ...texts.evidence.problems };
  const said = [
    stateText(context).text,
    reason,
    problem === null ? null : problems[problem.key],
    view.evidence.utr_locked ? texts.evidence.locked : null,
  ];
  return said.some((text) => text?.includes(CONTACT));
}

function ways({ view }: PageContext): SafeHtml[] {
  const { contact_email, contact_phone, contact_url } = view.branding;
  const found: SafeHtml[] = [];
  if (contact_email !== null) {
    found.push(html`<a href="mailto:${contact_email}">${contact_email}</a>`);
  }
  if (contact_phone !== null) {
    found.push(html`<a href="tel:${contact_phone}" dir="ltr">${contact_phone}</a>`);
  }
  if (contact_url !== null) {
    const { host } = new URL(contact_url);
    found.push(html`<a href="${contact_url}" rel="noreferrer">${host}</a>`);
  }
  return found;
}

/** `place`: the two possible positions; it appears at one of them. */
export function contactPart(context: PageContext, place: 'here' | 'end'): SafeHtml | null {
  const found = ways(context);
  if (found.length === 0 || isSaid(context) !== (place === 'here')) return null;
  const { view, texts } = context;
  const label = fillHtml(texts.labels.contact, { merchant: view.merchant_name });
  return html`<p class="contact"><span>${label}</span>${found.map((way) => html` ${way}`)}</p>`;
}
