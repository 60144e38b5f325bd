// How answers show what something is about by its name: as parts, because whoever shows it has the
// words and the language.
import { Type } from 'typebox';
import type { NamedTarget } from '../../../app/request/target-names.ts';
import { NAMED_TARGETS } from '../../../domain/approval/named-target.ts';
import { APPROVAL_ACTS } from '../../../domain/record/proposal.ts';
import {
  centsOrNull,
  integerOrNull,
  shape,
  text,
  textOrNull,
  words,
  wordsOrNull,
} from '../../schema/shapes.ts';

export const NamedTargetOrNull = Type.Union(
  [
    shape<NamedTarget>('NamedTarget', {
      target: text('Its path: `trades/MERCHANT/TRADE`'),
      kind: words(NAMED_TARGETS, 'What it is; parts that this kind does not have are null'),
      order_id: textOrNull('Of the trade, or of the trade that the dispute is about'),
      number: integerOrNull('Of the settlement'),
      act: wordsOrNull(APPROVAL_ACTS, 'That the proposal asks for'),
      merchant_name: textOrNull('Of its merchant'),
      account_name: textOrNull('Of its receiving account: the bank and the end of the number'),
      person_name: textOrNull('Of the person'),
      report_name: textOrNull('Of the scheduled report'),
      message_id: textOrNull('Of the batch of pay-outs, as the bank sees it'),
      amount_cents: centsOrNull('Its amount, if it has one'),
      currency: textOrNull('Of the amount'),
    }),
    Type.Null(),
  ],
  { description: 'The parts of its name; null if it has no name or is gone' },
);
