// How wide a text is in columns of a terminal, and how it is cut and padded to a width.

const WIDE_RANGES = [
  '\\u1100-\\u115f',
  '\\u2e80-\\ua4cf',
  '\\uac00-\\ud7a3',
  '\\uf900-\\ufaff',
  '\\ufe30-\\ufe6f',
  '\\uff00-\\uff60',
  '\\uffe0-\\uffe6',
];
const WIDE = new RegExp(`[${WIDE_RANGES.join('')}]|\\p{Emoji_Presentation}`, 'u');
const graphemes = new Intl.Segmenter();

const widthOfOne = (segment: string) => (WIDE.test(segment) ? 2 : 1);

/** Most texts: one column each, and far cheaper to count. */
const USUAL = /^[\x20-\x7e…·’]*$/;

/** The width of a text in columns of a terminal. */
export function widthOf(text: string): number {
  if (USUAL.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += widthOfOne(segment);
  return width;
}

/** At most this wide, with `…` in place of what is left out; no character is cut in two. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += widthOfOne(segment);
    if (used > width) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** As `cutTo`, but keeps the beginning and the end. */
export function cutMiddle(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const segments = [...graphemes.segment(text)].map(({ segment }) => segment);
  const of_end = Math.floor((width - 1) / 2);
  let from = segments.length;
  for (let used = 0; from > 0; from -= 1) {
    used += widthOfOne(segments[from - 1] ?? '');
    if (used > of_end) break;
  }
  const end = segments.slice(from).join('').trimStart();
  const begin = segments.slice(0, from).join('');
  return `${cutTo(begin, width - widthOf(end))}${end}`;
}

export function pad(text: string, width: number, right: boolean): string {
  const blanks = ' '.repeat(Math.max(width - widthOf(text), 0));
  return right ? blanks + text : text + blanks;
}
