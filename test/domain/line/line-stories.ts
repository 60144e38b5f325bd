// Every reason that a bank line may have, with the situations that lead to it: the line of each is
// the one whose explanation a person reads.

import { attemptsOf } from '../../../server/domain/batch/world.ts';
import type { LineReason } from '../../../server/domain/record/bank-line.ts';
import { MAX_BALANCE_CENTS } from '../../../server/domain/values/money.ts';
import { act, adjust, claim, DAY, HOUR, idOf } from '../../support/model/domain-commands.ts';
import {
  ACCOUNT,
  asked,
  came,
  claimed,
  decided,
  expired,
  fed,
  left,
  partOf,
  referenceOf,
  type Story,
  sent,
  sentBack,
  split,
  to,
  UNDO,
  UTR,
  withHabits,
  withId,
} from './line-story-steps.ts';
import { OWED_LINE_STORIES } from './owed-line-stories.ts';
import { PAYOUT_LINE_STORIES } from './payout-line-stories.ts';

/** Total by its type: a reason without a situation does not compile. */
export const STORIES: Readonly<Record<LineReason, Readonly<Record<string, Story>>>> = {
  utr_account_amount: {
    'a payer gave the UTR first': (on) => {
      claimed(on);
      return came(on, { utr: UTR });
    },
  },
  reference: {
    'the text names the pay-in': (on) => came(on, { text: referenceOf(on, asked(on)) }),
  },
  account_amount_time: {
    'one pay-in of this amount is open': (on) => {
      asked(on);
      return came(on);
    },
    'it was booked an hour after the pay-in ended': (on) => {
      on.trade(expired(on, asked(on)));
      on.wait(HOUR);
      return came(on);
    },
  },
  utr_amount_mismatch: {
    'less came than asked': (on) => {
      claimed(on);
      return came(on, { utr: UTR, amount_cents: 9_300n });
    },
  },
  reference_amount_mismatch: {
    'more came than asked': (on) => {
      const text = referenceOf(on, asked(on));
      return came(on, { text, amount_cents: 10_500n });
    },
  },
  several_candidates: {
    'two pay-ins have this amount': (on) => {
      asked(on);
      asked(on);
      return came(on);
    },
    'two pay-outs have this amount': (on) => {
      for (const { trade } of [sent(on), sent(on)]) {
        for (const attempt of attemptsOf(on.world, trade.trade_id)) {
          on.world.attempts.set(attempt.payout_attempt_id, {
            ...attempt,
            receiving_account_id: ACCOUNT,
          });
        }
      }
      return left(on, null);
    },
  },
  trade_already_paid: {
    'a second transfer of the same amount': (on) => {
      asked(on);
      came(on);
      return came(on);
    },
  },
  trade_not_payable: {
    'its pay-in is disputed': (on) => {
      on.trade(act(claimed(on), 'dispute'));
      return came(on, { utr: UTR });
    },
    'one pay-in of its amount failed, another was reversed': (on) => {
      on.trade(act(claimed(on), 'fail'));
      on.trade(act(on.trade(act(asked(on), 'confirm')), 'reverse'));
      return came(on);
    },
  },
  too_early: {
    'it was booked before its pay-in was created': (on) => {
      const booked_at = on.world.now - DAY;
      asked(on);
      return came(on, { booked_at });
    },
    'the other pay-in of its amount failed': (on) => {
      const booked_at = on.world.now - DAY;
      on.trade(act(claimed(on), 'fail'));
      asked(on);
      return came(on, { booked_at });
    },
  },
  too_late: {
    'it was booked six days after its pay-in ended': (on) => {
      on.trade(expired(on, asked(on)));
      on.wait(6 * DAY);
      return came(on);
    },
  },
  other_utr: {
    'the pay-in of its amount, which others may share, claims another transfer': (on) => {
      const trade = asked(on);
      on.world.trades.set(trade.trade_id, { ...trade, exclusive: false });
      on.trade(claim(trade, UTR));
      return came(on, { utr: 'ANOTHER12345' });
    },
  },
  partly_paid: {
    'a part of the money came before': (on) => {
      claimed(on);
      came(on, { utr: UTR, amount_cents: 4_000n });
      return came(on);
    },
  },
  other_time: {
    'the timer of its pay-in stopped days ago': (on) => {
      claimed(on);
      on.wait(3 * DAY);
      return came(on);
    },
  },
  no_candidate: {
    'no pay-in at all': (on) => came(on),
    'a pay-in of another amount': (on) => {
      asked(on, 10_001n);
      return came(on);
    },
    'a pay-in of another account': (on) => {
      asked(on);
      return came(on, { receiving_account_id: idOf(2, 7) });
    },
  },
  outgoing: { 'money went out without a pay-out': (on) => left(on, null) },
  balance_limit: {
    'its merchant has the most that it may have': (on) => {
      on.run(adjust(MAX_BALANCE_CENTS));
      asked(on);
      return came(on);
    },
  },
  feed_daily_sum: { 'one line above the sum': (on) => fed(on, { bounds: { daily_cents: 1n } }) },
  feed_rate: { 'no line more this hour': (on) => fed(on, { bounds: { lines_per_hour: 0 } }) },
  unusual_amount: {
    'above what the account takes': (on) => fed(on, { max: 9_000n }),
    'larger than all before': (on) => {
      withHabits(on);
      return fed(on, { fields: { amount_cents: 900_000n } });
    },
  },
  unusual_date: {
    'a week old': (on) => fed(on, { fields: { booked_at: on.world.now - 7 * DAY } }),
  },
  unusual_hour: {
    'at midnight': (on) => {
      withHabits(on);
      on.wait(12 * HOUR);
      return fed(on);
    },
  },
  repeated_id: {
    'a file has two equal lines of one id, and no balances': (on) => withId(on, { in_doubt: true }),
    'the bank gave the id to a line of another day before': (on) => {
      withId(on, {});
      return withId(on, { booked_at: on.world.now - 2 * DAY });
    },
  },
  evidence_rejected: {
    'its pay-in failed': (on) => {
      const trade = claimed(on, 9_000n);
      const line = came(on, { utr: UTR });
      on.trade(act(trade, 'fail', { reason: 'fake_proof' }));
      return line;
    },
  },
  recall: {
    'the bank takes a credit back': (on) => {
      asked(on);
      came(on, { utr: UTR });
      return came(on, { utr: UTR, amount_cents: -10_000n });
    },
  },
  recalled: {
    'the bank takes back what was in suspense': (on) => {
      const line = came(on, { utr: UTR });
      came(on, { utr: UTR, amount_cents: -10_000n });
      return line;
    },
  },
  recall_for_review: {
    'of money that is booked as a fee': (on) => {
      decided(on, came(on, { utr: UTR }), { act: 'fee' });
      return came(on, { utr: UTR, amount_cents: -10_000n });
    },
  },
  partial_recall: {
    'the bank takes back a part': (on) => {
      const trade = asked(on);
      came(on, { utr: UTR });
      return decided(on, came(on, { amount_cents: -777n }), to(on.now(trade)));
    },
  },
  assigned: {
    'by a person': (on) => decided(on, came(on, { utr: UTR, amount_cents: 5n }), to(asked(on))),
  },
  assigned_with_difference: { 'the whole line': (on) => partOf(on, 'house', 'whole') },
  difference_to_house: { 'its difference': (on) => partOf(on, 'house', 'difference') },
  difference_to_merchant: { 'its difference': (on) => partOf(on, 'merchant', 'difference') },
  split_in_parts: { 'the whole line': (on) => split(on).line },
  part_of_split: { 'its part': (on) => split(on).part },
  split_undone: {
    'a part of a split that was undone': (on) => {
      const { line, part } = split(on);
      decided(on, line, UNDO);
      return part;
    },
  },
  marked_fee: { 'by a person': (on) => decided(on, left(on, null), { act: 'fee' }) },
  marked_own_transfer: {
    'by a person': (on) => decided(on, left(on, null), { act: 'own_transfer' }),
  },
  returned_to_sender: { 'by a person': (on) => sentBack(on).line },
  return_failed: {
    'its pay-out is canceled': (on) => {
      const { line, trade } = sentBack(on);
      on.trade(act(trade, 'cancel'));
      return line;
    },
  },
  undone: {
    'a fee that was none': (on) => decided(on, decided(on, came(on), { act: 'fee' }), UNDO),
  },
  ...OWED_LINE_STORIES,
  ...PAYOUT_LINE_STORIES,
};
