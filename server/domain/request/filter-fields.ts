// Fields of a query that filter a list: texts on the wire, and null if nothing is filtered.

import { DAY_MS } from '../../lib/durations.ts';
import { PAYMENT_TYPES } from '../values/payment-type.ts';
import { EMPTY_RULE } from '../values/text.ts';
import { momentField } from './moment-fields.ts';
import { type Bounds, EXACT } from './number-fields.ts';
import {
  type Field,
  field,
  type Notes,
  optionalField,
  type ReadSoFar,
  refinedField,
  type ToldValue,
  withDefault,
} from './request-shape.ts';
import {
  searchedKeyField,
  searchedUtrField,
  stringIn,
  textField,
  uuidField,
} from './text-fields.ts';
import { choiceField, currencyField, typeField } from './word-fields.ts';

/** One of the words, which the description names if nothing else is said. */
export const wordFilter = <Word extends string>(words: readonly Word[], description?: string) =>
  optionalField(choiceField(words, description ?? `One of: ${words.join(', ')}`));

export const keyFilter = (max: number, description: string) =>
  optionalField(searchedKeyField(max, description));

export const idFilter = (description: string, rule?: string) =>
  optionalField(uuidField(description, rule));

export const OF_ONE_MERCHANT = idFilter('Of one merchant');
export const IN_CURRENCY = optionalField(currencyField('ISO 4217 code'));

const ZONE_MAX = 64;
export const IN_TIME_ZONE = withDefault(
  textField(ZONE_MAX, 'Whose days they are, as `Asia/Kolkata`; by default UTC'),
  'UTC',
);

const type_names = PAYMENT_TYPES.map(({ type }) => type).join(', ');
export const OF_ONE_TYPE = optionalField(typeField(`One of: ${type_names}`));
export const WITH_UTR = optionalField(searchedUtrField('With this UTR'));

const YES_OR_NO = ['true', 'false'] as const;

export const flagFilter = (description: string) =>
  optionalField(
    refinedField(choiceField(YES_OR_NO, description), (word) => word === 'true', {
      format: 'boolean',
    }),
  );

const WHOLE_NUMBER = /^-?\d{1,16}$/;

/** `rule`: the words for its form and both bounds. */
export const integerFilter = (
  { min, max, rule }: Bounds & { readonly rule: string },
  description: string,
  more: Pick<ToldValue, 'examples'> = {},
): Field<number> => {
  const told = { type: 'integer', minimum: min, maximum: max, description, ...more } as const;
  return field(told, (value, name, notes) => {
    const given = stringIn(value, name, notes);
    if (given === undefined) return undefined;
    const number = WHOLE_NUMBER.test(given) ? Number(given) : Number.NaN;
    if (number >= min && number <= max) return number;
    notes.wrong(name, 'range', rule);
    return undefined;
  });
};

function centsFilter(description: string) {
  const told = { type: 'integer', ...EXACT, description } as const;
  const cents: Field<bigint> = field(told, (value, name, notes) => {
    const given = stringIn(value, name, notes);
    if (given === undefined) return undefined;
    const number = WHOLE_NUMBER.test(given) ? Number(given) : Number.NaN;
    if (Number.isSafeInteger(number)) return BigInt(number);
    const rule = 'must be a whole number of minor units, like 150050';
    notes.wrong(name, 'type', given === '' ? EMPTY_RULE : rule);
    return undefined;
  });
  return optionalField(cents);
}

/** One amount, or a range that includes both of its ends. */
export const amountRange = (description: string) => ({
  amount_cents: centsFilter(`${description}, in minor units`),
  amount_min_cents: centsFilter('Or with at least this amount'),
  amount_max_cents: centsFilter('And with at most this amount'),
});

type Amounts = ReadSoFar<ReturnType<typeof amountRange>>;

export function checkAmounts({ amount_min_cents, amount_max_cents }: Amounts, notes: Notes): void {
  const [min, max] = [amount_min_cents ?? null, amount_max_cents ?? null];
  if (min === null || max === null || min <= max) return;
  notes.wrong('amount_max_cents', 'range', 'must not be below amount_min_cents');
}

export const momentFilter = (description: string, example = '2026-03-01T00:00:00Z') =>
  optionalField(momentField(description, { examples: [example] }));

/** Times at or after `from` and before `to`. A `day` is that day in UTC. */
export const timeRange = (done: string) => ({
  from: momentFilter(`${done} at or after this time, or on or after this day in UTC`),
  to: momentFilter(`${done} before this time, or before this day in UTC`),
  day: momentFilter(`${done} on this day in UTC; instead of \`from\` and \`to\``, '2026-03-01'),
});

type Times = ReadSoFar<ReturnType<typeof timeRange>>;

export function checkTimes({ from, to, day }: Times, notes: Notes): void {
  if (day === null || day === undefined) return;
  const others = from !== null || to !== null;
  if (others) notes.wrong('day', 'not_allowed', 'cannot be combined with from or to');
  else if (day % DAY_MS !== 0) notes.wrong('day', 'format', 'must be a day like 2026-03-01');
}

/** Null means no bound. */
export function timesOf({ from, to, day }: { [Name in keyof Times]: number | null }) {
  return day === null ? { from, to } : { from: day, to: day + DAY_MS };
}
