// The time of day in a named time zone.

/** Null if there is no zone of this name. */
function formatOf(time_zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone: time_zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

export const isTimeZone = (name: string): boolean => formatOf(name) !== null;

/** Minutes since midnight on the zone's clocks. */
export function minuteOfDay(at: number, time_zone: string): number {
  const format = formatOf(time_zone);
  if (format === null) throw new Error(`There is no time zone ${time_zone}`);
  const parts = format.formatToParts(at);
  const of = (type: 'hour' | 'minute') =>
    Number(parts.find((part) => part.type === type)?.value ?? Number.NaN);
  return of('hour') * 60 + of('minute');
}
