// How a moment is written: in one line as short as it can be read today, and in full for whoever
// asks. A day without a time is that day in every zone.

export type Viewer = {
  /** The service's time, in milliseconds. */
  readonly now: number;
  /** The browser's, if they are not given. */
  readonly language?: string;
  readonly zone?: string;
};

export type MomentText = { readonly short: string; readonly full: string };

const DAY_LENGTH = '2026-11-28'.length;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes a hundred times as long as using it, and a list has hundreds of moments. */
function formatOf(language: string | undefined, options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify([language, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, format);
  return format;
}

const DAY = { day: 'numeric', month: 'short' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const FULL = { dateStyle: 'full', timeStyle: 'long' } as const;

export function momentText(at: string, { now, language, zone }: Viewer): MomentText {
  const is_day = at.length === DAY_LENGTH;
  // The name of a day is the same everywhere: its zone is not the viewer's.
  const timeZone = is_day ? 'UTC' : zone;
  const write = (date: Date, options: Intl.DateTimeFormatOptions, own = timeZone) =>
    formatOf(language, own === undefined ? options : { ...options, timeZone: own }).format(date);
  const date = new Date(at);
  const numbered = (which: Date, own: string | undefined) =>
    write(which, { year: 'numeric', month: 'numeric', day: 'numeric' }, own);
  const yearOf = (which: Date, own: string | undefined) => write(which, { year: 'numeric' }, own);
  const today = new Date(now);
  const is_this_year = yearOf(date, timeZone) === yearOf(today, zone);
  const day = write(date, is_this_year ? DAY : { ...DAY, year: 'numeric' });
  if (is_day) return { short: day, full: write(date, { dateStyle: 'full' }) };
  const time = write(date, TIME);
  const is_today = numbered(date, zone) === numbered(today, zone);
  return {
    short: is_today ? time : `${day} ${time}`,
    full: `${write(date, FULL)} · ${at.replace('T', ' ').replace('Z', '')} UTC`,
  };
}
