// What may be asked about how long each kind of data is kept.
import { noteField } from '../request/common-fields.ts';
import {
  type Notes,
  optionalField,
  requestShape,
  type ToldValue,
} from '../request/request-shape.ts';
import { type Row, rowsField } from '../request/row-fields.ts';
import {
  daysProblem,
  RETENTION,
  RETENTION_KINDS,
  type RetentionKind,
} from '../service/retention-kinds.ts';

/** What a row of the request sets; null: it is kept without an end. */
export type GivenPeriod = { kind: RetentionKind; days: number | null };

const MOST_DAYS = Math.max(...Object.values(RETENTION).map(({ max_days }) => max_days));

const PERIOD: ToldValue = {
  type: 'object',
  properties: {
    kind: {
      type: 'string',
      enum: RETENTION_KINDS,
      description: 'The kind of data; the list names it once',
    },
    days: {
      type: 'integer',
      or_null: true,
      minimum: 1,
      maximum: MOST_DAYS,
      description: 'Within the bounds of its kind; null: without an end, if the kind allows it',
    },
  },
  required: ['kind', 'days'],
  title: 'RetentionPeriodChange',
  additionalProperties: false,
};

const isDays = (value: unknown): value is number | null =>
  value === null || (typeof value === 'number' && Number.isSafeInteger(value));

function readPeriod({ kind: named, days }: Row, at: string, notes: Notes): GivenPeriod | undefined {
  const kind = RETENTION_KINDS.find((known) => known === named);
  if (kind === undefined) {
    notes.wrong(`${at}.kind`, 'unknown_value', `must be one of: ${RETENTION_KINDS.join(', ')}`);
  }
  if (!isDays(days)) {
    notes.wrong(`${at}.days`, 'type', 'must be a whole number of days, or null');
    return undefined;
  }
  if (kind === undefined) return undefined;
  const problem = daysProblem(kind, days);
  if (problem === null) return { kind, days };
  notes.wrong(`${at}.days`, 'range', problem);
  return undefined;
}

const MOST = RETENTION_KINDS.length;

/** What a request does not name stays. */
export const SET_RETENTION = requestShape(
  'SetRetention',
  {
    periods: rowsField(
      {
        most: MOST,
        rule: `must have from 1 to ${MOST} rows`,
        description: 'The kinds of data whose period is set; the others stay',
      },
      PERIOD,
      readPeriod,
    ),
    note: optionalField(noteField()),
  },
  ({ periods = [] }, notes) => {
    if (new Set(periods.map(({ kind }) => kind)).size === periods.length) return;
    notes.wrong('periods', 'not_allowed', 'names a kind twice');
  },
);
