// How answers show what something is about by its name.
import type { NamedTarget } from '../../../app/request/target-names.ts';
import { centsOrNull, shape, text, textOrNull } from '../../schema/shapes.ts';

export const NamedTargetOrNull = {
  ...shape<NamedTarget>('NamedTarget', {
    target: text('Its path: `trades/MERCHANT/TRADE`'),
    name: text('As in `order 4471 of Asha Traders`'),
    amount_cents: centsOrNull('Its amount in minor units, if it has one'),
    currency: textOrNull('Of the amount'),
  }),
  type: ['object', 'null'],
  description: 'What it is about by its name; null if that has no name or is gone',
};
