// The answer to a comparison of a merchant's own records with the orders here, for the reference.
import { Type } from 'typebox';
import type { ComparisonBody } from '../../app/trade/compare-orders.ts';
import { STATE_REASONS, STATES } from '../../domain/record/trade.ts';
import {
  integer,
  integerOrNull,
  list,
  orNull,
  shape,
  textOrNull,
  uuidOrNull,
  words,
  wordsOrNull,
} from './shapes.ts';

const DifferenceSchema = Type.Object({
  id: uuidOrNull('The trade'),
  order_id: textOrNull('Your own identifier of the order'),
  your_state: words(STATES, 'The state in your records'),
  state: wordsOrNull(STATES, 'The state here; null: unknown here, as all that follows'),
  state_reason: wordsOrNull(STATE_REASONS, 'Why it is in this state; null: nothing to say'),
  sequence: integerOrNull('As in the latest callback'),
  is_final: orNull('boolean', { description: 'You may rely on the state and act on it' }),
});

export const ComparisonSchema = shape<ComparisonBody>('OrderComparison', {
  compared: integer('How many orders the request has'),
  differences: list(DifferenceSchema, { description: 'Only the orders that differ' }),
  missed_events: integerOrNull('The events that you missed of these orders; null without `resend`'),
  resent: integerOrNull(
    'Deliveries of them that wait again, at all your endpoints: not those that wait already, or ' +
      'that ended in the last minute; null without `resend`',
  ),
});
