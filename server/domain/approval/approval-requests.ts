// What may be asked about proposals, and of the bands that ask for a second person.

import { type BandKey, bandName } from '../record/band.ts';
import { APPROVAL_ACT_TOLD, APPROVAL_ACTS, PROPOSAL_STATES } from '../record/proposal.ts';
import { noteField } from '../request/common-fields.ts';
import { flagFilter, OF_ONE_MERCHANT, wordFilter } from '../request/filter-fields.ts';
import {
  customField,
  type Notes,
  optionalField,
  queryShape,
  requestShape,
  type ToldValue,
} from '../request/request-shape.ts';
import { type Row, rowsField } from '../request/row-fields.ts';
import { TOLD_CURRENCY } from '../request/word-fields.ts';
import { LIMITS } from '../service/limits.ts';
import { isCurrency } from '../values/currency.ts';
import { ANY_PATTERN, CURRENCY_RULE } from '../values/text.ts';
import { bandProblem, hasAmount } from './bands.ts';
import { BAND_FIELDS, type BandField, type GivenBand } from './change-bands.ts';

export const FIND_PROPOSALS = queryShape({
  state: wordFilter(PROPOSAL_STATES),
  act: wordFilter(APPROVAL_ACTS),
  merchant_id: OF_ONE_MERCHANT,
  mine: wordFilter(['made', 'to_decide'], '`made`: by you; `to_decide`: by others'),
  decided: flagFilter('Those that no longer wait, or those that do'),
});

export const MOST_APPROVED = 200;

export const APPROVE_PROPOSALS = requestShape('ApproveProposals', {
  proposals: customField<readonly string[]>(
    {
      type: 'array',
      // One that is no id gets its own result, as one that is not known.
      items: {
        type: 'string',
        maxLength: LIMITS.body_max_bytes,
        pattern: ANY_PATTERN,
        description: 'Id of a proposal',
      },
      minItems: 1,
      maxItems: MOST_APPROVED,
      description: 'The proposals to approve, each once; they are decided in this order',
    },
    'required',
    (given, name, notes) => {
      if (given === undefined) notes.wrong(name, 'required', 'is required');
      else if (!isTexts(given)) notes.wrong(name, 'type', 'must be a list of ids');
      else if (given.length < 1 || given.length > MOST_APPROVED) {
        notes.wrong(name, 'length', `must have from 1 to ${MOST_APPROVED} ids`);
      } else if (new Set(given).size !== given.length) {
        notes.wrong(name, 'not_allowed', 'names a proposal twice');
      } else return given;
      return undefined;
    },
  ),
});

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

export const REJECT_PROPOSAL = requestShape('RejectProposal', { note: noteField() });
export const WITHDRAW_PROPOSAL = requestShape('WithdrawProposal', {
  note: optionalField(noteField()),
});

const MOST_BANDS = 1_000;
const AMOUNT_MAX = 1_000_000_000_000;
const AMOUNT_RULE = 'must be an amount in minor units or null';

const amountOrNull = (description: string): ToldValue => ({
  type: 'integer',
  or_null: true,
  minimum: 0,
  maximum: AMOUNT_MAX,
  description: `${description}, in minor units`,
});

const BAND: ToldValue = {
  type: 'object',
  properties: {
    act: { type: 'string', enum: APPROVAL_ACTS, description: APPROVAL_ACT_TOLD },
    currency: {
      ...TOLD_CURRENCY,
      or_null: true,
      description: 'Default: every currency without a band of its own',
    },
    from_cents: amountOrNull('Of one act. 0: always; null: never. Without a currency 0 or null'),
    sum_from_cents: amountOrNull(
      'Of all such acts in 24 hours that somebody did alone; as `from_cents`',
    ),
  },
  required: ['act'],
  title: 'SetApprovalBand',
  additionalProperties: false,
};

const sumProblem = (field: BandField, { act }: BandKey): string | null =>
  field === 'sum_from_cents' && !hasAmount(act) ? 'has no amount, and so no sum' : null;

/** Null if it is wrong. */
function keyOf(row: Row, at: string, notes: Notes): BandKey | null {
  const act = APPROVAL_ACTS.find((known) => known === row.act);
  const { currency = null } = row;
  const rule = `must be one of: ${APPROVAL_ACTS.join(', ')}`;
  if (act === undefined) notes.wrong(`${at}.act`, 'format', rule);
  const is_one = currency === null || (typeof currency === 'string' && isCurrency(currency));
  if (!is_one) notes.wrong(`${at}.currency`, 'format', `${CURRENCY_RULE}, or null`);
  return act === undefined || !is_one ? null : { act, currency };
}

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) <= AMOUNT_MAX;

/** An amount of a row, or what is wrong with it. */
function amountOf(from: unknown, name: BandField, key: BandKey | null): bigint | null | string {
  if (from !== null && !isAmount(from)) return AMOUNT_RULE;
  const from_cents = from === null ? null : BigInt(from);
  const problem = key && (bandProblem({ ...key, from_cents }) ?? sumProblem(name, key));
  return problem ?? from_cents;
}

function readBand(row: Row, at: string, notes: Notes): GivenBand | undefined {
  const key = keyOf(row, at, notes);
  const named = BAND_FIELDS.filter((name) => row[name] !== undefined);
  if (named.length === 0) notes.wrong(`${at}.from_cents`, 'format', AMOUNT_RULE);
  const given: Partial<Record<BandField, bigint | null>> = {};
  for (const name of named) {
    const amount = amountOf(row[name], name, key);
    if (typeof amount === 'string') notes.wrong(`${at}.${name}`, 'format', amount);
    else given[name] = amount;
  }
  // A row of which anything is wrong names nothing twice.
  const is_whole = named.every((name) => given[name] !== undefined);
  return key === null || !is_whole ? undefined : { ...key, ...given };
}

export const SET_BANDS = requestShape(
  'SetApprovalBands',
  {
    bands: rowsField(
      {
        most: MOST_BANDS,
        rule: `must have from 1 to ${MOST_BANDS} rows`,
        description: 'The bands and sums to set; the others stay',
      },
      BAND,
      readBand,
    ),
    note: optionalField(noteField()),
  },
  ({ bands = [] }, notes) => {
    if (new Set(bands.map(bandName)).size === bands.length) return;
    notes.wrong('bands', 'not_allowed', 'names an act and currency twice');
  },
);
