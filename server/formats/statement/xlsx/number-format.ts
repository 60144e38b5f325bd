// Tells from a cell's number format what its number means: a day, a time, an id with leading
// zeros, or a plain number.

export type CellMeaning =
  | { readonly kind: 'number' }
  | { readonly kind: 'day' | 'moment' | 'clock' }
  /** Filled with zeros up to so many digits. */
  | { readonly kind: 'digits'; readonly count: number };

const NUMBER: CellMeaning = { kind: 'number' };

/** Formats that every workbook knows by number; those of East Asia are days and clocks, too. */
const BUILT_IN: readonly (readonly [
  first: number,
  last: number,
  kind: 'day' | 'moment' | 'clock',
])[] = [
  [14, 17, 'day'],
  [18, 21, 'clock'],
  [22, 22, 'moment'],
  [27, 31, 'day'],
  [32, 35, 'clock'],
  [36, 36, 'day'],
  [45, 47, 'clock'],
  [50, 54, 'day'],
  [55, 56, 'clock'],
  [57, 58, 'day'],
];

const CODE_MAX = 255;
/** Texts, colours, languages, escaped and repeated characters: they say nothing of the number. */
const ASIDES = /"[^"]*"|\[[^[\]]*\]|[\\_*]./g;
/** More than a day's hours, minutes or seconds. */
const ELAPSED = /^\[[hms]{1,2}\]$/i;

function meaningOf(code: string): CellMeaning {
  const bare_code = code
    .slice(0, CODE_MAX)
    .replace(ASIDES, (aside) => (ELAPSED.test(aside) ? aside : ''));
  const [positive = ''] = bare_code.split(';', 1);
  const bare = positive.trim().toLowerCase();
  if (/^0{2,40}$/.test(bare)) return { kind: 'digits', count: bare.length };
  if (/^(?:general|standard|@)?$/.test(bare)) return NUMBER;
  // A month stands beside a day or a year; alone it is one only if there is no clock.
  const has_clock = /[hs]/.test(bare);
  const has_day = /[yd]/.test(bare) || (bare.includes('m') && !has_clock);
  if (has_day) return { kind: has_clock ? 'moment' : 'day' };
  return has_clock ? { kind: 'clock' } : NUMBER;
}

export type NumberFormat = { readonly id: number; readonly code: string | null };

export function cellMeaning({ id, code }: NumberFormat): CellMeaning {
  if (code !== null) return meaningOf(code);
  const known = BUILT_IN.find(([first, last]) => id >= first && id <= last);
  return known === undefined ? NUMBER : { kind: known[2] };
}
