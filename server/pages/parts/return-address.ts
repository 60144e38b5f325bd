// The link back to the shop: web addresses only, with the host shown beforehand.
import type { PageView } from '../../domain/page/page-view.ts';

export type ReturnAddress = { href: string; host: string };

/** Checked when the trade was created; checked again here, where a wrong address would do harm. */
export function returnAddress(view: Pick<PageView, 'return_url'>): ReturnAddress | null {
  const url = view.return_url === null ? null : URL.parse(view.return_url);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  return { href: url.href, host: url.host };
}
