// Stories in which the credit of a pay-in is taken back, blocked or released.
import { act } from '../model/domain-commands.ts';
import { release } from '../model/settlement-commands.ts';
import type { Stories } from './play-story.ts';
import type { Ground } from './undo-ground.ts';
import {
  AMOUNT,
  asked,
  assignment,
  credited,
  disputed,
  given,
  holdsOf,
  refunded,
  reviewed,
  seen,
  UNDO,
  UNDO_REVERSE,
} from './undo-steps.ts';

export const DISPUTE_WON: Stories = {
  'the dispute is won': async (on) => {
    const made = await disputed(on);
    return () => on.submit(act(made, 'resolve', { outcome: 'completed' }));
  },
  'the dispute is lost': async (on) => {
    const made = await disputed(on);
    return () => on.submit(act(made, 'reverse'));
  },
  'the dispute is won, with holds': {
    with_holds: async (on) => {
      const made = await disputed(on);
      return () => on.submit(act(made, 'resolve', { outcome: 'completed' }));
    },
  },
};

export const PAYIN_REVERSED: Stories = {
  'a person reverses it': async (on) => {
    const made = await credited(on);
    return () => on.submit(act(made, 'reverse'));
  },
  'a person reverses it, with holds': {
    with_holds: async (on) => {
      const made = await credited(on);
      return () => on.submit(act(made, 'reverse'));
    },
  },
  'it is reversed after a dispute that was won': async (on) => {
    const made = await disputed(on);
    await on.submit(act(made, 'resolve', { outcome: 'completed' }));
    return () => on.submit(act(made, 'reverse'));
  },
  'a line that takes the money back is assigned': async (on) => {
    const made = await credited(on);
    await given(on, made, AMOUNT);
    const back = await seen(on, -AMOUNT);
    return () => reviewed(on, back, assignment(made));
  },
  'the bank recalls the money': async (on) => {
    const made = await credited(on);
    const utr = 'RECALLED0001';
    await given(on, made, AMOUNT, { utr });
    return () => seen(on, -AMOUNT, { utr });
  },
  'its last part is taken back': async (on) => {
    const { made } = await partlyRecalled(on);
    const rest = await seen(on, -(AMOUNT - 777n));
    return () => reviewed(on, rest, assignment(made));
  },
  'the line is undone that credited it': async (on) => {
    const credit = await given(on, await asked(on), AMOUNT);
    return () => reviewed(on, credit, UNDO_REVERSE);
  },
};

/** A credit of which the bank has taken back a part; and the line that did. */
async function partlyRecalled(on: Ground) {
  const made = await credited(on);
  await given(on, made, AMOUNT);
  const back = await seen(on, -777n);
  await reviewed(on, back, assignment(made));
  return { made, back };
}

export const PAYIN_RECALLED: Stories = {
  'a second part is taken back': async (on) => {
    const { made } = await partlyRecalled(on);
    const more = await seen(on, -334n);
    return () => reviewed(on, more, assignment(made));
  },
  'a part of a disputed credit is taken back': {
    with_holds: async (on) => {
      const made = await credited(on);
      await given(on, made, AMOUNT);
      await on.submit(act(made, 'dispute'));
      const back = await seen(on, -777n);
      return () => reviewed(on, back, assignment(made));
    },
  },
};

export const RECALL_UNDONE: Stories = {
  'the line that took a part is undone': async (on) => {
    const { back } = await partlyRecalled(on);
    return () => reviewed(on, back, UNDO);
  },
  'the line that took a part is undone, with holds': {
    with_holds: async (on) => {
      const { back } = await partlyRecalled(on);
      return () => reviewed(on, back, UNDO);
    },
  },
};

export const PAYIN_DISPUTED: Stories = {
  'a credit is disputed': async (on) => {
    const made = await credited(on);
    return () => on.submit(act(made, 'dispute'));
  },
};

export const HOLD_RELEASED: Stories = {
  'an operator releases it': {
    with_holds: async (on) => {
      const made = await credited(on);
      const { merchant_id } = made;
      return () => on.submit(release(holdsOf(made), { merchant_id, is_early: true }));
    },
  },
  'a dispute suspends it': {
    with_holds: async (on) => {
      const made = await credited(on);
      return () => on.submit(act(made, 'dispute'));
    },
  },
};

export const HOLD_PLACED: Stories = {
  'a hold goes on after a dispute': {
    with_holds: async (on) => {
      const made = await disputed(on);
      return () => on.submit(act(made, 'resolve', { outcome: 'completed' }));
    },
  },
  'a refund gives back what it took of a hold': {
    with_holds: async (on) => {
      const made = await refunded(on);
      return () => on.submit(act(made, 'cancel'));
    },
  },
};
