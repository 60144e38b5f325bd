// Situations of bank lines that are about pay-outs, by the reason that they lead to.
import { attemptsOf } from '../../../server/domain/batch/world.ts';
import { act, DAY } from '../../support/model/domain-commands.ts';
import { ACCOUNT, came, decided, left, type Story, sent, to, UTR } from './line-story-steps.ts';

export const PAYOUT_LINE_STORIES = {
  payout_reference: { 'it names the attempt': (on) => left(on, sent(on).text) },
  payout_utr: {
    'it has the UTR that a person gave': (on) => {
      const { trade } = sent(on);
      on.trade(act(trade, 'complete', { utr: UTR }));
      return came(on, { amount_cents: -10_000n, utr: UTR });
    },
  },
  payout_amount_time: {
    'one pay-out of its account has this amount': (on) => {
      const { trade } = sent(on);
      for (const attempt of attemptsOf(on.world, trade.trade_id)) {
        const on_account = { ...attempt, receiving_account_id: ACCOUNT };
        on.world.attempts.set(attempt.payout_attempt_id, on_account);
      }
      return left(on, null);
    },
  },
  payout_returned: {
    'the bank sends it back': (on) => {
      const { text } = sent(on);
      left(on, text);
      return left(on, text, 10_000n);
    },
  },
  payout_returned_early: {
    'before its own line came': (on) => left(on, sent(on).text, 10_000n),
  },
  payout_amount_mismatch: {
    'debited with a rounding': (on) => left(on, sent(on).text, -10_005n),
    'sent back less charges': (on) => {
      const { text } = sent(on);
      left(on, text);
      return left(on, text, 9_000n);
    },
  },
  payout_not_paid: {
    'its pay-out failed': (on) => {
      const { trade, text } = sent(on);
      on.trade(act(trade, 'fail', { note: 'the account is closed' }));
      return left(on, text);
    },
  },
  payout_given_up: {
    'its pay-out was put back into the queue': (on) => {
      const { trade, text } = sent(on);
      on.trade(act(trade, 'release'));
      return left(on, text);
    },
  },
  payout_paid_already: {
    'the bank paid twice': (on) => {
      const { text } = sent(on);
      left(on, text);
      return left(on, text);
    },
  },
  payout_returned_already: {
    'it came back twice': (on) => {
      const { text } = sent(on);
      left(on, text);
      left(on, text, 10_000n);
      return left(on, text, 10_000n);
    },
  },
  payout_never_left: {
    'its pay-out failed before': (on) => {
      const { trade, text } = sent(on);
      on.trade(act(trade, 'fail', { note: 'the account is closed' }));
      return left(on, text, 10_000n);
    },
  },
  payout_final: {
    'a year later': (on) => {
      const { text } = sent(on);
      left(on, text);
      on.wait(365 * DAY);
      return left(on, text, 10_000n);
    },
  },
  charged: {
    'a person charges its merchant': (on) => {
      const { trade, text } = sent(on);
      on.trade(act(trade, 'fail', { note: 'the account is closed' }));
      return decided(on, left(on, text), to(trade, true));
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Story>>>>;
