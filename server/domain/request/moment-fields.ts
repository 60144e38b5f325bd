// Fields that are times: ISO 8601 with a zone, or a day.

import { dayStart, isKnownMoment } from '../values/day.ts';
import { type Field, field, type Notes, refinedField, type ToldValue } from './request-shape.ts';
import { textField } from './text-fields.ts';

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;
const MOMENT_MAX_LENGTH = 40;
const DAY_LENGTH = 10;

/** A day alone means its first moment in UTC. */
export const momentField = (description?: string, more: Partial<ToldValue> = {}): Field<number> =>
  refinedField(textField(MOMENT_MAX_LENGTH, description), momentOf, more);

/** A moment of the past; of the present, too. */
export function pastMomentField(description: string): Field<number, 'now'> {
  const moment = momentField(description, { examples: ['2026-03-01T00:00:00Z'] });
  return field(
    moment.told,
    (value, name, notes) => {
      const at = moment.readGiven(value, name, notes);
      const { now } = notes.facts;
      if (now === undefined) throw new Error('A time of the past needs the present one');
      if (at === undefined || at <= now) return at;
      notes.wrong(name, 'range', 'must not be in the future');
      return undefined;
    },
    ['now'],
  );
}

function momentOf(given: string, name: string, notes: Notes) {
  // Date.parse alone reads 30 February as 2 March.
  const is_day = MOMENT.test(given) && dayStart(given.slice(0, DAY_LENGTH)) !== null;
  const at = is_day ? Date.parse(given) : Number.NaN;
  if (isKnownMoment(at)) return at;
  notes.wrong(name, 'format', 'must be a time like 2026-03-01T00:00:00Z, or a day');
  return undefined;
}
