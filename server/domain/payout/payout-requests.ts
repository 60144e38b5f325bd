// What may be asked about pay-outs: their queue, acts on many of them, batches with their files.

import { DAY_MS } from '../../lib/durations.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { RAILS } from '../record/payout-attempt.ts';
import { STATE_REASONS } from '../record/trade.ts';
import { expectedSequenceOf, noteField, SEQUENCE } from '../request/common-fields.ts';
import { flagFilter, idFilter, OF_ONE_MERCHANT, wordFilter } from '../request/filter-fields.ts';
import { integerWithin } from '../request/number-fields.ts';
import {
  type Field,
  field,
  type Notes,
  optionalField,
  queryShape,
  refinedField,
  requestShape,
  type ToldValue,
  withDefault,
} from '../request/request-shape.ts';
import { type Row, rowsField } from '../request/row-fields.ts';
import { textField, uuidField } from '../request/text-fields.ts';
import { choiceField, currencyField, TOLD_LAYOUT, typeField } from '../request/word-fields.ts';
import { LIMITS } from '../service/limits.ts';
import { dayOf, dayStart } from '../values/day.ts';
import { LINE_PATTERN, UTR_RULE, UUID_RULE } from '../values/text.ts';
import { MOST_IN_PAYOUT_BATCH } from './payout-batch.ts';

/** A pay-out that a request names. */
export type PayoutItem = {
  merchant_id: string;
  id: string;
  utr: string | null;
  /** The version on which it was decided. */
  expected_sequence?: number;
};

/** As many as fit into a request's body. */
export const PAYOUTS_AT_ONCE = 400;
const UTR_TEXT_MAX = 100;

function readExpected(value: unknown, name: string, notes: Notes) {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'number') {
    notes.wrong(name, 'type', 'must be an integer');
    return {};
  }
  const fits = Number.isSafeInteger(value) && value >= SEQUENCE.min && value <= SEQUENCE.max;
  if (!fits) notes.wrong(name, 'range', SEQUENCE.rule);
  return { expected_sequence: value };
}

function readItem(row: Row, at: string, notes: Notes): PayoutItem | undefined {
  const utr = row.utr ?? null;
  if (utr !== null && (typeof utr !== 'string' || utr.length > UTR_TEXT_MAX)) {
    notes.wrong(`${at}.utr`, 'format', UTR_RULE);
  }
  const expected = readExpected(row.expected_sequence, `${at}.expected_sequence`, notes);
  const id = (name: 'merchant_id' | 'id') => {
    const value = row[name];
    const parsed = typeof value === 'string' ? parseUuid(value) : null;
    if (parsed === null) notes.wrong(`${at}.${name}`, 'format', UUID_RULE);
    return parsed ?? '';
  };
  const named = { merchant_id: id('merchant_id'), id: id('id') };
  return { ...named, utr: typeof utr === 'string' ? utr : null, ...expected };
}

const KEY = {
  merchant_id: { type: 'string', format: 'uuid', description: 'Whose pay-out' },
  id: { type: 'string', format: 'uuid', description: 'The pay-out' },
  expected_sequence: { ...expectedSequenceOf('trade').told, or_null: true },
} as const;

function itemsField(title: string, more: Readonly<Record<string, ToldValue>>) {
  const row: ToldValue = {
    type: 'object',
    properties: { ...KEY, ...more },
    required: ['merchant_id', 'id', ...Object.keys(more)],
    title,
    additionalProperties: false,
  };
  const rule = `must have from 1 to ${PAYOUTS_AT_ONCE} pay-outs`;
  const description = `1 to ${PAYOUTS_AT_ONCE}`;
  return rowsField({ most: PAYOUTS_AT_ONCE, rule, description }, row, readItem);
}

const payouts = itemsField('PayoutKey', {});
const paid = itemsField('PaidPayout', {
  utr: {
    type: 'string',
    or_null: true,
    maxLength: UTR_TEXT_MAX,
    pattern: LINE_PATTERN,
    description: 'The bank’s number of the payment',
  },
});

const note = optionalField(noteField());

export const TAKE_PAYOUTS = requestShape('TakePayouts', {
  receiving_account_id: optionalField(
    uuidField('The paying account: its bank lines can then be matched'),
  ),
  payouts,
  note,
});

export const RELEASE_PAYOUTS = requestShape('ReleasePayouts', {
  payouts,
  note: optionalField(noteField('Required: how you know that nothing was sent')),
});

export const COMPLETE_PAYOUTS = requestShape('CompletePayouts', { payouts: paid, note });

export const REJECT_PAYOUTS = requestShape('RejectPayouts', {
  payouts,
  reason: optionalField(choiceField(STATE_REASONS, 'Default: `beneficiary_rejected`')),
  note: optionalField(noteField('Why, in your words; required once the file was exported')),
});

const DEFAULT_COUNT = 100;

const oneTo = (most: number) => ({ min: 1, max: most, rule: `must be from 1 to ${most}` });

/** Which pay-outs a batch takes: those that it names, otherwise the oldest of the queue. */
const WISH = {
  merchant_id: optionalField(uuidField('Without `payouts`: of this merchant only')),
  count: withDefault(
    integerWithin(
      oneTo(MOST_IN_PAYOUT_BATCH),
      `Without \`payouts\`: how many to take from the queue; default ${DEFAULT_COUNT}`,
    ),
    DEFAULT_COUNT,
  ),
  max_amount_cents: optionalField(
    refinedField(
      integerWithin(
        oneTo(LIMITS.amount_max_cents),
        'Without `payouts`: only up to this amount, in minor units',
      ),
      BigInt,
    ),
  ),
  payouts: optionalField(payouts),
  note,
};

export const CREATE_BATCH = requestShape('CreatePayoutBatch', {
  receiving_account_id: uuidField('The paying account, which determines the batch’s currency'),
  rail: withDefault(choiceField(RAILS, 'Default: `files`'), 'files'),
  ...WISH,
});

export const TAKE_INTO_BATCH = requestShape('TakeIntoPayoutBatch', WISH);

export const RELEASE_FROM_BATCH = requestShape('ReleaseFromPayoutBatch', {
  payouts: optionalField(payouts),
  note: noteField(),
});

const DAY_LENGTH = 10;
const MOST_AHEAD_MS = 60 * DAY_MS;

/** Any time zone's day: what is yesterday in UTC may be today elsewhere, and vice versa. */
function execution(description: string): Field<string, 'now'> {
  const day = refinedField(textField(DAY_LENGTH), (given, name, notes) => {
    const { now } = notes.facts;
    if (now === undefined) throw new Error('Days of execution need the time');
    const at = dayStart(given);
    if (at !== null && at >= now - 2 * DAY_MS && at <= now + MOST_AHEAD_MS) return dayOf(at);
    notes.wrong(name, 'range', 'must be a day from today to 60 days ahead');
    return undefined;
  });
  return field({ type: 'string', format: 'date', maxLength: 10, description }, day.readGiven, [
    'now',
  ]);
}

const BATCH_STATES = ['draft', 'exported'] as const;

export const FIND_BATCHES = queryShape({
  receiving_account_id: idFilter('Of one paying account'),
  rail: wordFilter(RAILS),
  state: wordFilter(BATCH_STATES, '`draft` or `exported`'),
});

const IN_THIS = optionalField(currencyField('In this currency'));

export const FIND_QUEUE = queryShape({
  currency: IN_THIS,
  merchant_id: OF_ONE_MERCHANT,
  type: optionalField(typeField('To numbers of this payment type')),
});

export const WORK_STAGES = ['taken', 'unconfirmed', 'ended'] as const;

export const FIND_WORK = queryShape({
  stage: withDefault(
    choiceField(WORK_STAGES, `One of: ${WORK_STAGES.join(', ')}; default: taken`),
    'taken',
  ),
  merchant_id: OF_ONE_MERCHANT,
  currency: IN_THIS,
  receiving_account_id: idFilter('Paid from this account'),
});

export const ANSWER_FORMATS = ['pain002', 'csv'] as const;

export const IMPORT_ANSWERS = queryShape({
  format: wordFilter(ANSWER_FORMATS, '`pain002` or `csv`; default: recognised by the first letter'),
});

const SEEN_MAX = 128;

export const IMPORT_REFUNDS = queryShape({
  merchant_id: idFilter('Of rows that name no merchant'),
  note: optionalField(noteField('Why, in your words; of rows that give no reason')),
  seen: optionalField(
    textField(
      SEEN_MAX,
      '`seen` of a dry run: if what the list would refund has changed since, all of it is refused',
    ),
  ),
  dry_run: flagFilter('`true`: says what would be refunded, and refunds nothing'),
});

const PAIN001_VERSIONS = ['001.001.03', '001.001.09'] as const;

const version = withDefault(
  choiceField(
    PAIN001_VERSIONS,
    '`001.001.09` (default), or `001.001.03` for banks that ask for it',
  ),
  '001.001.09',
);

const preview = flagFilter(
  'Only the first 4,000 characters, to look at: the batch does not count as handed to the bank',
);

export const GET_PAIN001 = queryShape({ version, preview });

const MAPPING_MAX = 8_192;

/** The columns that each layout must have. */
const MAPPING = JSON.stringify({
  columns: ['payee_number', 'amount', 'end_to_end_id'].map((value) => ({ title: value, value })),
});

/**
 * `layouts`: the names of those that are built in. They are no closed words in the reference:
 * clients take them from their list, to which others may be added.
 */
function layoutFields(layouts: readonly string[]) {
  const names = layouts.map((name) => `\`${name}\``).join(', ');
  const layout = optionalField(choiceField(layouts));
  const description = `The layout of a bank: ${names}`;
  const told: ToldValue = { ...TOLD_LAYOUT, description, examples: layouts.slice(0, 1) };
  const mapping = textField(MAPPING_MAX, 'Instead of `layout`: your bank’s own layout, as JSON', {
    examples: [MAPPING],
  });
  return { layout: { ...layout, told }, mapping: optionalField(mapping) };
}

type Layout = { layout?: string | null | undefined; mapping?: string | null | undefined };

function refuseBoth(read: Layout, notes: Notes): void {
  if ((read.layout ?? null) === null || (read.mapping ?? null) === null) return;
  notes.wrong('mapping', 'not_allowed', 'cannot be combined with layout');
}

export const getCsv = (layouts: readonly string[]) =>
  queryShape({ ...layoutFields(layouts), preview }, refuseBoth);

/** Which file a batch is to have: pain.001 of a version, unless a layout is named. */
export const chooseLayout = (layouts: readonly string[]) =>
  queryShape({ version, ...layoutFields(layouts) }, refuseBoth);

export const exportBatch = (layouts: readonly string[]) =>
  requestShape(
    'ExportPayoutBatch',
    {
      execution_on: optionalField(execution('When the bank should pay; default: today')),
      version: optionalField(
        choiceField(PAIN001_VERSIONS, 'The pain.001 that the bank gets; default `001.001.09`'),
      ),
      ...layoutFields(layouts),
      note,
    },
    refuseBoth,
  );
