// The few icons of the pages, drawn in the colour of the text beside them.
import { html, type SafeHtml } from './html.ts';

export type IconName = 'check' | 'clock' | 'stop' | 'back' | 'search' | 'copy' | 'globe';

/** Strokes on a grid of 24 units. */
const PATHS: Readonly<Record<IconName, string>> = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 3a9 9 0 1 0 .01 0M12 7.5V12l3 2',
  stop: 'M12 6v7.5M12 17.5v.5',
  back: 'M9 6L4 11l5 5M4 11h10.5a5 5 0 0 1 0 10',
  search: 'M10.5 4a6.5 6.5 0 1 0 .01 0M15.5 15.5L20 20',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  globe: 'M12 3a9 9 0 1 0 .01 0M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
};

/** Hidden from screen readers: the text beside it says the same. */
export function icon(name: IconName): SafeHtml {
  const path = html`<path d="${PATHS[name]}"/>`;
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;
}
