// What a tab of the browser shows of the console: its title and its icon, which differ by mode.
import type { WhoAmI } from '../api/schema.gen.ts';
import { PRODUCT } from '../texts/common.ts';
import { SHELL_TEXTS } from '../texts/shell/frame.ts';

type Mode = WhoAmI['mode'];

/** The mode comes first, because tabs cut off the end; real money needs no word for itself. */
export function titleOf(mode: Mode, place: string | null, house: string): string {
  const marks = mode === 'live' ? [] : [SHELL_TEXTS.modes[mode]];
  return [...marks, ...(place === null ? [] : [place]), PRODUCT, house].join(' · ');
}

/** The background, by mode. */
const COLOURS: Readonly<Record<Mode, string>> = { sandbox: '#e8590c', live: '#364fc7' };

/** Two arrows on a square: what index.html has, in the colour of the mode. */
export function iconOf(mode: Mode): string {
  const arrows = 'M7 12h16M19 8l4 4-4 4M25 20H9M13 16l-4 4 4 4';
  const icon =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="7" fill="${COLOURS[mode]}"/>` +
    `<path d="${arrows}" fill="none" stroke="#fff" stroke-width="2.5"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(icon)}`;
}
