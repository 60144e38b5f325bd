// What a decision about a bank line may contain: one, or many with one request.

import { DIFFERENCE_BEARERS, LINE_ACTS, type LineAct } from '../record/bank-line.ts';
import { noteField } from '../request/common-fields.ts';
import { momentField } from '../request/moment-fields.ts';
import { EXACT, flagField } from '../request/number-fields.ts';
import { PAYEE_FIELDS } from '../request/payee-fields.ts';
import {
  customField,
  type Field,
  field,
  type Notes,
  optionalField,
  type RequestShape,
  requestShape,
  type ToldValue,
  withDefault,
} from '../request/request-shape.ts';
import { type Row, rowsField } from '../request/row-fields.ts';
import { uuidField } from '../request/text-fields.ts';
import { MAX_LINE_CENTS } from '../values/money.ts';

export const LINE_PARTS_MOST = 50;

const NOTED = {
  note: noteField('Why, in your words; stays with the line'),
  expected_decided_at: optionalField(
    momentField(
      'The line’s `decided_at` on which you decided: if it has changed since, the act is refused ' +
        'with `changed_meanwhile`',
      { format: 'date-time' },
    ),
  ),
};

const flag = (description: string) => withDefault(flagField(description), false);

const difference_cents = customField<bigint | null>(
  {
    type: 'integer',
    ...EXACT,
    description:
      'If the amounts differ: the line’s amount less the amount that the trade waits for, exactly',
  },
  'optional',
  (value, name, notes) => {
    if (value === undefined || value === null) return null;
    if (Number.isSafeInteger(value) && value !== 0) return BigInt(Number(value));
    notes.wrong(name, 'type', 'must be an amount in minor units, not zero');
    return undefined;
  },
);

type Bearer = (typeof DIFFERENCE_BEARERS)[number];

const difference_to = customField<Bearer | null>(
  {
    type: 'string',
    enum: DIFFERENCE_BEARERS,
    description:
      'Who bears the difference: the house (costs of the account), the trade’s merchant (its balance), or the payer (the pay-in is credited with what came)',
  },
  'optional',
  (value, name, notes) => {
    if (value === undefined || value === null) return null;
    const bearer = DIFFERENCE_BEARERS.find((one) => one === value);
    if (bearer !== undefined) return bearer;
    notes.wrong(name, 'unknown_value', 'must be house, merchant or payer');
    return undefined;
  },
);

const assign = requestShape(
  'BankLineAssign',
  {
    merchant_id: uuidField('Whose trade'),
    trade_id: uuidField('The trade'),
    charge: flag(
      'Charge the merchant: the money of a pay-out that failed, was canceled or reversed has left all the same',
    ),
    difference_cents,
    difference_to,
    ...NOTED,
  },
  (read, notes) => {
    if (read.difference_to === null && read.difference_cents !== null) {
      const message = 'is required: house, merchant or payer bears the difference';
      notes.wrong('difference_to', 'required', message);
    }
    if (read.difference_cents === null && read.difference_to !== null) {
      const message = 'is required: the line’s amount less the trade’s';
      notes.wrong('difference_cents', 'required', message);
    }
  },
);

const MOST_CENTS = Number(MAX_LINE_CENTS);

const fits = (value: unknown) =>
  Number.isSafeInteger(value) && Math.abs(Number(value)) <= MOST_CENTS;

const parts: Field<readonly bigint[]> = field(
  {
    type: 'array',
    items: { type: 'integer', minimum: -MOST_CENTS, maximum: MOST_CENTS },
    minItems: 2,
    maxItems: LINE_PARTS_MOST,
    description: 'Amounts in minor units that add up to the line’s amount',
  },
  (value, name, notes) => {
    if (!Array.isArray(value) || !value.every(fits)) {
      notes.wrong(name, 'type', 'must be a list of amounts in minor units');
      return undefined;
    }
    if (value.length >= 2 && value.length <= LINE_PARTS_MOST) return value.map(BigInt);
    notes.wrong(name, 'length', `must be 2 to ${LINE_PARTS_MOST} amounts`);
    return undefined;
  },
);

/** Each act with its fields. */
export const REVIEW_LINE = {
  assign,
  split: requestShape('BankLineSplit', { parts, ...NOTED }),
  fee: requestShape('BankLineFee', NOTED),
  own_transfer: requestShape('BankLineOwn_transfer', NOTED),
  credit: requestShape('BankLineCredit', { merchant_id: uuidField('Whose balance'), ...NOTED }),
  keep: requestShape('BankLineKeep', NOTED),
  return: requestShape('BankLineReturn', { ...PAYEE_FIELDS, ...NOTED }),
  undo: requestShape('BankLineUndo', {
    charge: flag('Charge the merchant again for a returned pay-out'),
    reverse: flag('Also take back the credit, or reverse the pay-out'),
    keep: flag(
      'Leave the credit that depends on the line: the pay-in lacks the money until another line brings it',
    ),
    ...NOTED,
  }),
} as const satisfies Record<LineAct, RequestShape>;

const fieldsOf = (act: LineAct): RequestShape['fields'] => REVIEW_LINE[act].fields;

/** Whether the act has the field. */
export const takesField = (act: LineAct, name: string): boolean =>
  Object.hasOwn(fieldsOf(act), name);

/** The fields of all acts as members of a row; each act refuses those of the others. */
const MEMBERS: Readonly<Record<string, ToldValue>> = Object.fromEntries(
  LINE_ACTS.flatMap((act) => Object.entries(fieldsOf(act))).map(([name, { told, or_null }]) => [
    name,
    or_null ? { ...told, or_null } : told,
  ]),
);

const note = optionalField(noteField('Why, for all decisions without a note of their own'));

const DECISION: ToldValue = {
  type: 'object',
  properties: {
    bank_line_id: { type: 'string', format: 'uuid', description: 'The bank line' },
    act: {
      type: 'string',
      enum: LINE_ACTS,
      description: 'What is decided; the other fields are those of this act',
    },
    ...MEMBERS,
    note: { ...note.told, description: 'Why; default: the note of the request' },
  },
  required: ['bank_line_id', 'act'],
  title: 'BankLineDecision',
  additionalProperties: false,
};

export type LineDecision = { bank_line_id: string; act: LineAct; fields: Row };

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'integer' : typeof value;
}

function readDecision(row: Row, at: string, notes: Notes): LineDecision | undefined {
  const { bank_line_id, act, ...fields } = row;
  for (const [name, value] of Object.entries(fields)) {
    const told = name === 'note' ? note.told : MEMBERS[name];
    if (told === undefined) continue;
    const types = told.or_null === true ? [told.type, 'null'] : [told.type];
    if (types.some((type) => type === typeOf(value))) continue;
    notes.wrong(`${at}.${name}`, 'type', `must be of type ${types.join(' or ')}`);
  }
  const known = LINE_ACTS.find((one) => one === act);
  if (typeof bank_line_id !== 'string') {
    notes.wrong(`${at}.bank_line_id`, 'required', 'is required');
  }
  if (known === undefined) {
    notes.wrong(`${at}.act`, 'unknown_value', `must be one of: ${LINE_ACTS.join(', ')}`);
  }
  return known === undefined ? known : { bank_line_id: String(bank_line_id), act: known, fields };
}

export const MOST_DECISIONS = 200;

export const DECIDE_LINES = requestShape('DecideBankLines', {
  decisions: rowsField(
    {
      most: MOST_DECISIONS,
      rule: `must be 1 to ${MOST_DECISIONS} decisions`,
      description: `1 to ${MOST_DECISIONS}`,
    },
    DECISION,
    readDecision,
  ),
  note,
});
