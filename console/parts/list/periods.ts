// Periods of a list: the usual ones, counted in the viewer's own time zone, and how they are shown.
// In the address they are moments in UTC, so that a link means the same everywhere.

/**
 * Browsers know some zones by names that the time zone database has given up, and say those: people
 * in Kolkata would read Calcutta. Source: `backward` of the time zone database.
 */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** A zone by its name of today. */
export const zoneName = (zone: string): string => RENAMED[zone] ?? zone;

export const ZONE = zoneName(Intl.DateTimeFormat().resolvedOptions().timeZone);

export const PRESETS = [
  'today',
  'yesterday',
  'last_7_days',
  'this_month',
  'last_month',
  'last_30_days',
] as const;
export type Preset = (typeof PRESETS)[number];

export type Period = { readonly from: string; readonly to: string };

/** Days are those of the viewer, also where one of them has 23 or 25 hours. */
const dayAt = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
const monthAt = (now: Date, months: number): Date =>
  new Date(now.getFullYear(), now.getMonth() + months, 1);

/** A period that is not over has no end: what happens now is in it. */
const BOUNDS: Readonly<Record<Preset, (now: Date) => readonly [from: Date, to: Date | null]>> = {
  today: (now) => [dayAt(now, 0), null],
  yesterday: (now) => [dayAt(now, -1), dayAt(now, 0)],
  last_7_days: (now) => [dayAt(now, -6), null],
  this_month: (now) => [monthAt(now, 0), null],
  last_month: (now) => [monthAt(now, -1), monthAt(now, 0)],
  last_30_days: (now) => [dayAt(now, -29), null],
};

export function periodOf(preset: Preset, now: Date): Period {
  const [from, to] = BOUNDS[preset](now);
  return { from: from.toISOString(), to: to?.toISOString() ?? '' };
}

/** What a field of the form `datetime-local` takes, and gives back. */
export function localValue(moment: string | undefined): string {
  const at = new Date(moment ?? '');
  if (Number.isNaN(at.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

export function momentOf(local: string): string {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? '' : at.toISOString();
}

const SHOWN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function shownMoment(moment: string | undefined): string {
  const at = new Date(moment ?? '');
  return Number.isNaN(at.getTime()) ? (moment ?? '…') : SHOWN.format(at);
}

export const shownPeriod = (from: string | undefined, to: string | undefined): string =>
  `${from === undefined ? '…' : shownMoment(from)} – ${to === undefined ? '…' : shownMoment(to)}`;
