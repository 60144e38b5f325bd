// What merchants may ask about their own records of orders: a comparison with the orders here.

import { parseUuid } from '../../lib/uuid.ts';
import { STATES, type State } from '../record/trade.ts';
import { flagField } from '../request/number-fields.ts';
import { type Notes, requestShape, type ToldValue, withDefault } from '../request/request-shape.ts';
import { type Row, rowsField } from '../request/row-fields.ts';
import { LIMITS } from '../service/limits.ts';
import { canonicalText, keyProblem, LINE_PATTERN, UUID_RULE } from '../values/text.ts';
import { MERCHANT_ID } from './create-requests.ts';

/** An order of the merchant's records, by its id here or by the merchant's own. */
export type OwnRecord = { id: string | null; order_id: string | null; state: State };

export const MOST_COMPARED = 1_000;

const RECORD: ToldValue = {
  type: 'object',
  properties: {
    id: {
      type: 'string',
      format: 'uuid',
      or_null: true,
      description: 'The trade; or name it by `order_id`',
    },
    order_id: {
      type: 'string',
      or_null: true,
      maxLength: LIMITS.order_id_max_length,
      pattern: LINE_PATTERN,
      description: 'Your own identifier of the order',
    },
    state: { type: 'string', enum: STATES, description: 'The state in your records' },
  },
  required: ['state'],
};

function readId(value: unknown, name: string, notes: Notes): string | null {
  if (value === undefined || value === null) return null;
  const id = typeof value === 'string' ? parseUuid(value) : null;
  if (id === null) notes.wrong(name, 'format', UUID_RULE);
  return id;
}

function readOrderId(value: unknown, name: string, notes: Notes): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') {
    notes.wrong(name, 'type', 'must be a text');
    return null;
  }
  const problem = keyProblem(value, LIMITS.order_id_max_length);
  if (problem !== null) notes.wrong(name, 'format', problem);
  return problem === null ? canonicalText(value) : null;
}

function readRecord(row: Row, at: string, notes: Notes): OwnRecord | undefined {
  const names = [row.id, row.order_id].filter((name) => name !== undefined && name !== null);
  if (names.length !== 1) notes.wrong(`${at}.id`, 'required', 'or order_id is required, not both');
  const id = readId(row.id, `${at}.id`, notes);
  const order_id = readOrderId(row.order_id, `${at}.order_id`, notes);
  const state = STATES.find((known) => known === row.state);
  if (state !== undefined) return { id, order_id, state };
  const message = `must be one of: ${STATES.join(', ')}`;
  notes.wrong(`${at}.state`, row.state === undefined ? 'required' : 'unknown_value', message);
  return undefined;
}

export const COMPARE_ORDERS = requestShape('CompareOrders', {
  merchant_id: MERCHANT_ID,
  orders: rowsField(
    {
      most: MOST_COMPARED,
      rule: `must have from 1 to ${MOST_COMPARED} orders`,
      description: 'Your records',
    },
    RECORD,
    readRecord,
  ),
  resend: withDefault(
    flagField(
      'Have the events that you missed of the orders that differ sent to your endpoints again: ' +
        'those since the order last had your state',
    ),
    false,
  ),
});
