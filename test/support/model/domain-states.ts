// A trade of either direction in every state, reached by real commands if the rules allow it.

import { putTrade } from '../../../server/domain/batch/world.ts';
import {
  type Direction,
  STATES,
  type State,
  type Trade,
} from '../../../server/domain/record/trade.ts';
import { act, adjust, claim, MINUTE, merchantWith, payin, payout } from './domain-commands.ts';
import { type DomainScene, scene } from './domain-scene.ts';

type Way = (on: DomainScene) => Trade;

const pending: Way = (on) => on.trade(payin());
const verifying: Way = (on) => on.trade(claim(pending(on), 'CLAIMED12345'));
const completed: Way = (on) => on.trade(act(pending(on), 'confirm'));

const PAYIN: Partial<Record<State, Way>> = {
  created: (on) => on.trade(payin({ merchant: merchantWith({ deferred_assignment: true }) })),
  pending,
  verifying,
  completed,
  expired: (on) => {
    const trade = pending(on);
    on.wait(15 * MINUTE);
    return on.trade(act(trade, 'expire'));
  },
  canceled: (on) => on.trade(act(pending(on), 'cancel')),
  failed: (on) => on.trade(act(verifying(on), 'fail')),
  disputed: (on) => on.trade(act(completed(on), 'dispute')),
  reversed: (on) => on.trade(act(completed(on), 'reverse')),
};

const created: Way = (on) => {
  on.run(adjust(50_000n));
  return on.trade(payout());
};
const processing: Way = (on) => on.trade(act(created(on), 'take'));
const paid: Way = (on) => on.trade(act(processing(on), 'complete'));

const PAYOUT: Partial<Record<State, Way>> = {
  created,
  processing,
  completed: paid,
  canceled: (on) => on.trade(act(created(on), 'cancel')),
  failed: (on) => on.trade(act(processing(on), 'fail')),
  disputed: (on) => on.trade(act(paid(on), 'dispute')),
  reversed: (on) => on.trade(act(paid(on), 'reverse')),
};

const WAYS = { payin: PAYIN, payout: PAYOUT };

/** The states that a trade of this direction can reach under the rules. */
export function reachableStates(direction: Direction): State[] {
  return STATES.filter((state) => WAYS[direction][state] !== undefined);
}

/** A state that the direction does not have is written directly, as a bug might do. */
export function tradeInState(
  direction: Direction,
  state: State,
): { on: DomainScene; trade: Trade } {
  const on = scene();
  const way = WAYS[direction][state];
  if (way !== undefined) return { on, trade: way(on) };
  const base = WAYS[direction].created;
  if (base === undefined) throw new Error(`No first state of a ${direction}`);
  const trade: Trade = { ...base(on), state };
  putTrade(on.world, trade);
  return { on, trade };
}
