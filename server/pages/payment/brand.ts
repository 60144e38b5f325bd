// Whose page it is: the merchant's logo and name at the head, the merchant's own words at the end.
import { html, type SafeHtml } from '../parts/html.ts';
import type { PageContext } from '../parts/page-context.ts';

export function brandHead({ view, texts, paths }: PageContext): SafeHtml {
  const { name, logo_path, logo_size } = view.branding;
  const from = view.direction === 'payin' ? 'merchant_payin' : 'merchant_payout';
  // With its measures, so that nothing moves when it comes; the name beside it says what it shows.
  const size = logo_size !== null && html` width="${logo_size.width}" height="${logo_size.height}"`;
  const logo =
    logo_path !== null && html`<img class="logo" src="${paths.base}${logo_path}" alt=""${size}>`;
  return html`<p class="brand">${logo}<span><span class="from">${texts.labels[from]}</span> <bdi
 class="merchant">${name}</bdi></span></p>
`;
}

/** Lines stay lines; all else is text. */
export function brandNote({ view }: PageContext): SafeHtml | null {
  const { note } = view.branding;
  return note === null ? null : html`<p class="merchant-note" dir="auto">${note}</p>`;
}
