// Reads a time from a request: ISO 8601 with its zone, to milliseconds.
import { dayStart, isKnownMoment } from '../../domain/values/day.ts';
import type { FieldReader } from './fields.ts';

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;
const MOMENT_MAX_LENGTH = 40;
const DAY_LENGTH = 10;

/** A day alone means its first moment in UTC. 0 if it is wrong; then the error is noted. */
export function readMoment(reader: FieldReader, name: string): number {
  const given = reader.text(name, MOMENT_MAX_LENGTH);
  if (given === '') return 0;
  // Date.parse alone reads 30 February as 2 March.
  const is_day = MOMENT.test(given) && dayStart(given.slice(0, DAY_LENGTH)) !== null;
  const at = is_day ? Date.parse(given) : Number.NaN;
  if (isKnownMoment(at)) return at;
  reader.wrong(name, 'format', 'must be a time like 2026-03-01T00:00:00Z, or a day');
  return 0;
}
