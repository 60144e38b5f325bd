// What an operator's act on a trade may contain.

import type { TradeAct } from '../batch/command.ts';
import { RESOLVE_OUTCOMES } from '../record/state-sets.ts';
import { STATE_REASONS } from '../record/trade.ts';
import { EXPECTED_TRADE, noteField } from '../request/common-fields.ts';
import { amountField } from '../request/number-fields.ts';
import { type Notes, optionalField, type ReadOf, requestShape } from '../request/request-shape.ts';
import { utrField, uuidField } from '../request/text-fields.ts';
import { choiceField } from '../request/word-fields.ts';

export const ACT_ON_TRADE = requestShape('TradeAct', {
  utr: optionalField(
    utrField('complete: the bank’s number of the payment; resolve: if no bank line shows one'),
  ),
  amount_cents: optionalField(
    amountField(
      'confirm: what to credit; default: the received, otherwise the requested amount, in minor units',
    ),
  ),
  reason: optionalField(choiceField(STATE_REASONS, 'The state reason that follows')),
  note: optionalField(noteField('Why, in your words; release needs it')),
  outcome: optionalField(
    choiceField(
      RESOLVE_OUTCOMES,
      'resolve: the new state; default: the state before the dispute. A pay-in that was credited is `reversed` if its dispute has failed',
    ),
  ),
  despite_line: optionalField(
    uuidField(
      'confirm: a bank line in suspense that looks like the money and is not; `note` says why',
    ),
  ),
  expected_sequence: EXPECTED_TRADE,
});

/** Some acts are certain only to the person who makes them: they say how they know. */
export function checkNote(
  act: TradeAct,
  { note, despite_line }: ReadOf<typeof ACT_ON_TRADE>,
  notes: Notes,
): void {
  if (note !== null) return;
  if (act === 'release') {
    notes.wrong('note', 'required', 'is required: why is it certain that nothing was sent?');
  }
  if (act === 'confirm' && despite_line !== null) {
    notes.wrong('note', 'required', 'is required: why is the line other money?');
  }
}
