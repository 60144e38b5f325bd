// How answers show what something is about by its name.
import { Type } from 'typebox';
import type { NamedTarget } from '../../../app/request/target-names.ts';
import { centsOrNull, shape, text, textOrNull } from '../../schema/shapes.ts';

export const NamedTargetOrNull = Type.Union(
  [
    shape<NamedTarget>('NamedTarget', {
      target: text('Its path: `trades/MERCHANT/TRADE`'),
      name: text('As in `order 4471 of Asha Traders`'),
      amount_cents: centsOrNull('Its amount, if it has one'),
      currency: textOrNull('Of the amount'),
    }),
    Type.Null(),
  ],
  { description: 'What it is about by its name; null if that has no name or is gone' },
);
