// Calendar days as text, `2026-11-20`: only those that the calendar has.

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** The first millisecond of a day in UTC; null where the text is no day. */
export function dayStart(text: string): number | null {
  if (!DAY.test(text)) return null;
  const at = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at) && dayOf(at) === text ? at : null;
}

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const dayBefore = (at: number): string => dayOf(at - DAY_MS);
