// Stories in which the money of a pay-out returns to its merchant, or leaves once more.
import { act } from '../model/domain-commands.ts';
import type { Stories } from './play-story.ts';
import { trade } from './undo-ground.ts';
import {
  AMOUNT,
  assignment,
  charged,
  completed,
  held,
  refunded,
  rejection,
  reviewed,
  seen,
  sentBack,
  settled,
  shown,
  taken,
  UNDO,
  UNDO_CHARGE,
  UNDO_REVERSE,
} from './undo-steps.ts';

export const RELEASED: Stories = {
  'it is canceled': async (on) => {
    const made = await held(on);
    return () => on.submit(act(made, 'cancel'));
  },
  'it fails in the queue': async (on) => {
    const made = await held(on);
    return () => on.submit(act(made, 'fail'));
  },
  'a person says that it failed': async (on) => {
    const sent = await taken(on, await held(on));
    return () => on.submit(act(sent.trade, 'fail', { note: 'account closed' }));
  },
  'the bank rejects it': async (on) => {
    const sent = await taken(on, await held(on));
    return () => on.submit(rejection(sent));
  },
  'a settlement comes to nothing': async (on) => {
    const made = await settled(on);
    return () => on.submit(act(made, 'fail', { note: 'account closed' }));
  },
  'a refund is canceled': async (on) => {
    const made = await refunded(on);
    return () => on.submit(act(made, 'cancel'));
  },
  'a refund is canceled that took from holds': {
    with_holds: async (on) => {
      const made = await refunded(on);
      return () => on.submit(act(made, 'cancel'));
    },
  },
  'a return to sender is undone': async (on) => {
    const { given } = await sentBack(on);
    return () => reviewed(on, given, UNDO);
  },
};

export const PAYOUT_REVERSED: Stories = {
  'a person reverses it': async (on) => {
    const made = await completed(on);
    return () => on.submit(act(made, 'reverse'));
  },
  'a dispute ends with its reversal': async (on) => {
    const made = await trade(on, act(await completed(on), 'dispute'));
    return () => on.submit(act(made, 'reverse'));
  },
  'its money comes back': async (on) => {
    const { name } = await shown(on);
    return () => seen(on, AMOUNT, { text: name });
  },
  'the line is undone that alone showed it': async (on) => {
    const { debit } = await shown(on);
    return () => reviewed(on, debit, UNDO_REVERSE);
  },
  'a line told its account after a person completed it': async (on) => {
    const sent = await taken(on, await held(on));
    await on.submit(act(sent.trade, 'complete'));
    await seen(on, -AMOUNT, { text: sent.name });
    return () => on.submit(act(sent.trade, 'reverse'));
  },
  'a settlement comes back': async (on) => {
    const made = await settled(on);
    await on.submit(act(made, 'complete'));
    return () => on.submit(act(made, 'reverse'));
  },
  'a refund comes back that took from holds': {
    with_holds: async (on) => {
      const made = await refunded(on);
      await on.submit(act(made, 'take'));
      await on.submit(act(made, 'complete'));
      return () => on.submit(act(made, 'reverse'));
    },
  },
};

export const CHARGE_UNDONE: Stories = {
  'the line is undone that shows its money leave': async (on) => {
    const { debit } = await charged(on);
    return () => reviewed(on, debit, UNDO);
  },
  'its money comes back': async (on) => {
    const { made } = await charged(on);
    const back = await seen(on, AMOUNT);
    return () => reviewed(on, back, assignment(made));
  },
  'the line is undone of one that was reversed': async (on) => {
    const made = await completed(on);
    await on.submit(act(made, 'reverse', { reason: 'insufficient_evidence' }));
    const debit = await seen(on, -AMOUNT);
    await reviewed(on, debit, assignment(made, true));
    return () => reviewed(on, debit, UNDO);
  },
};

export const CHARGED_AGAIN: Stories = {
  'a return of its money is undone': async (on) => {
    const { name } = await shown(on);
    const back = await seen(on, AMOUNT, { text: name });
    return () => reviewed(on, back, UNDO_CHARGE);
  },
  'a return of what was charged is undone': async (on) => {
    const { made } = await charged(on);
    const back = await seen(on, AMOUNT);
    await reviewed(on, back, assignment(made));
    return () => reviewed(on, back, UNDO_CHARGE);
  },
  'it was reversed, and its money left all the same': async (on) => {
    const made = await completed(on);
    await on.submit(act(made, 'reverse', { reason: 'insufficient_evidence' }));
    const debit = await seen(on, -AMOUNT);
    return () => reviewed(on, debit, assignment(made, true));
  },
};

export const ACCOUNT_UNKNOWN: Stories = {
  'the line is undone that told the account': async (on) => {
    const sent = await taken(on, await held(on));
    await on.submit(act(sent.trade, 'complete'));
    const debit = await seen(on, -AMOUNT, { text: sent.name });
    return () => reviewed(on, debit, UNDO);
  },
};
