// What a report is asked for: days of a time zone, in periods, with filters.

import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import { DIRECTIONS } from '../record/trade.ts';
import {
  IN_CURRENCY,
  IN_TIME_ZONE,
  OF_ONE_MERCHANT,
  wordFilter,
} from '../request/filter-fields.ts';
import { optionalField, queryShape, refinedField, withDefault } from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';
import { choiceField, typeField } from '../request/word-fields.ts';
import { dayStart } from '../values/day.ts';
import { REPORT_SPLITS, REPORT_STEPS } from './report-periods.ts';

/** The most days of one report: a leap year. */
export const REPORT_DAYS_MOST = 366;
export const REPORT_DAYS_DEFAULT = 30;

const DAY_LENGTH = 10;
const DAY_EXAMPLE = { examples: ['2026-03-01'] };
const TIME_LENGTH = 5;
const TIME = /^([01]\d|2[0-3]):(00|15|30|45)$/;

/** A day since 1970, as its number. */
const dayField = (description: string) =>
  optionalField(
    refinedField(textField(DAY_LENGTH, description, DAY_EXAMPLE), (given, name, notes) => {
      const at = dayStart(given);
      if (at === null || at < 0) notes.wrong(name, 'format', 'must be a day like 2026-03-01');
      return at === null ? undefined : at / DAY_MS;
    }),
  );

/** Milliseconds since midnight on the zone's clocks. */
const until = refinedField(
  textField(
    TIME_LENGTH,
    'Of each day only the part before this time, as `14:30`: a quarter of an hour; with `by=day`',
    { examples: ['14:30'] },
  ),
  (given, name, notes) => {
    const [, hours, minutes] = TIME.exec(given) ?? [];
    if (hours !== undefined) return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
    notes.wrong(name, 'format', 'must be a quarter of an hour like 14:30');
    return undefined;
  },
);

export const MAKE_REPORT = queryShape(
  {
    from: dayField(`The first day; by default ${REPORT_DAYS_DEFAULT} days before \`to\``),
    to: dayField(
      `The day after the last one, at most ${REPORT_DAYS_MOST} days later; by default tomorrow`,
    ),
    time_zone: IN_TIME_ZONE,
    by: withDefault(
      choiceField(
        REPORT_STEPS,
        `One of: ${REPORT_STEPS.join(', ')}; by default day. Weeks begin on Mondays`,
      ),
      'day',
    ),
    until: optionalField(until),
    split: wordFilter(REPORT_SPLITS, 'One of: type, merchant; `merchant` only with `by=all`'),
    merchant_id: OF_ONE_MERCHANT,
    direction: wordFilter(DIRECTIONS),
    currency: IN_CURRENCY,
    type: optionalField(typeField('Payment type, as `upi`')),
  },
  ({ by = 'day', until: until_ms, split }, notes) => {
    if ((until_ms ?? null) !== null && by !== 'day') {
      notes.wrong('until', 'not_allowed', 'is for reports by day');
    }
    if (split === 'merchant' && by !== 'all') {
      notes.wrong('split', 'not_allowed', 'by merchant needs by=all');
    }
  },
);
