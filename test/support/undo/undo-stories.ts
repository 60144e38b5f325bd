// Every way to undo a posting: one row for each undoing act.

import type { EntryAct } from '../../../server/domain/ledger/ledger.ts';
import type { UndoingAct } from '../../../server/domain/ledger/posting-rules.ts';
import { act } from '../model/domain-commands.ts';
import type { Stories } from './play-story.ts';
import * as payin from './undo-payin-stories.ts';
import * as payout from './undo-payout-stories.ts';
import {
  AMOUNT,
  asked,
  differing,
  given,
  held,
  reviewed,
  seen,
  sentBack,
  shown,
  taken,
  UNDO,
  UNDO_CHARGE,
  UNDO_REVERSE,
} from './undo-steps.ts';

/** Complete by its type: an undoing act without a story does not compile. */
const UNDOINGS: Readonly<Record<UndoingAct, Stories>> = {
  payin_dispute_won: payin.DISPUTE_WON,
  payin_reversed: payin.PAYIN_REVERSED,
  payout_released: payout.RELEASED,
  payout_reversed: payout.PAYOUT_REVERSED,
  payout_charge_undone: payout.CHARGE_UNDONE,
  hold_released: payin.HOLD_RELEASED,
  line_given_up: {
    'the return is undone': async (on) => {
      const { given } = await sentBack(on);
      return () => reviewed(on, given, UNDO);
    },
    'its pay-out is canceled': async (on) => {
      const { made } = await sentBack(on);
      return () => on.submit(act(made, 'cancel'));
    },
    'its pay-out comes back': async (on) => {
      const { made } = await sentBack(on);
      await on.submit(act(made, 'take'));
      await on.submit(act(made, 'complete'));
      return () => on.submit(act(made, 'reverse'));
    },
  },
  unmatch: {
    'its match is undone': async (on) => {
      const part = await given(on, await asked(on), AMOUNT - 7n);
      return () => reviewed(on, part, UNDO);
    },
    'its pay-in fails': async (on) => {
      const made = await asked(on);
      await given(on, made, AMOUNT - 7n);
      return () => on.submit(act(made, 'fail'));
    },
  },
  difference_undone: {
    'a return less the bank’s charges is undone': async (on) => {
      const { trade: made } = await shown(on);
      const back = await seen(on, AMOUNT - 1_003n);
      await reviewed(on, back, differing(made, -1_003n));
      return () => reviewed(on, back, UNDO_CHARGE);
    },
    'a pay-in that came with less is undone': async (on) => {
      const made = await asked(on);
      const came = await seen(on, AMOUNT - 103n);
      await reviewed(on, came, differing(made, -103n));
      return () => reviewed(on, came, UNDO_REVERSE);
    },
    'a debit of less than the pay-out is undone': async (on) => {
      const { trade: made } = await taken(on, await held(on));
      const debit = await seen(on, 103n - AMOUNT);
      await reviewed(on, debit, differing(made, 103n));
      return () => reviewed(on, debit, UNDO_REVERSE);
    },
  },
  fee_undone: {
    'the fee is undone': async (on) => {
      const given = await seen(on, -1_003n);
      await reviewed(on, given, { act: 'fee' });
      return () => reviewed(on, given, UNDO);
    },
  },
  own_transfer_undone: {
    'the transfer is undone': async (on) => {
      const given = await seen(on, -1_003n);
      await reviewed(on, given, { act: 'own_transfer' });
      return () => reviewed(on, given, UNDO);
    },
  },
};

/** Acts that take a part, block, move or take again what others left: by its sums as well. */
const RESTING: Readonly<Partial<Record<EntryAct, Stories>>> = {
  payin_disputed: payin.PAYIN_DISPUTED,
  payin_recalled: payin.PAYIN_RECALLED,
  payin_recall_undone: payin.RECALL_UNDONE,
  hold_placed: payin.HOLD_PLACED,
  payout_charged: payout.CHARGED_AGAIN,
  payout_account_unknown: payout.ACCOUNT_UNKNOWN,
};

/** Act, name and story, one row for each way. */
export const UNDO_STORIES = Object.entries({ ...UNDOINGS, ...RESTING }).flatMap(([act, stories]) =>
  Object.entries(stories).map(([name, story]) => ({ act, name, story })),
);
