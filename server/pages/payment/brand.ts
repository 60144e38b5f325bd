// The merchant's identity on the page: logo and name at the top, the merchant's own text at the
// end.
import { html, type SafeHtml } from '../parts/html.ts';
import type { PageContext } from '../parts/page-context.ts';

export function brandHead({ view, texts, paths }: PageContext): SafeHtml {
  const { name, logo_path, logo_size } = view.branding;
  const from = view.direction === 'payin' ? 'merchant_payin' : 'merchant_payout';
  // With its size, so that nothing moves when it loads; no alternative text, as the name is beside
  // it.
  const size = logo_size !== null && html` width="${logo_size.width}" height="${logo_size.height}"`;
  const logo =
    logo_path !== null && html`<img class="logo" src="${paths.base}${logo_path}" alt=""${size}>`;
  return html`<p class="brand">${logo}<span><span class="from">${texts.labels[from]}</span> <bdi
 class="merchant">${name}</bdi></span></p>
`;
}

/** Line breaks are kept; everything else is plain text. */
export function brandNote({ view }: PageContext): SafeHtml | null {
  const { footer } = view.branding;
  return footer === null ? null : html`<p class="merchant-note" dir="auto">${footer}</p>`;
}
