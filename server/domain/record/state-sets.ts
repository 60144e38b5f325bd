// The sets of trade states that rules, SQL conditions, partial indexes and counters share: each is
// written once, beside the TRANSITIONS that lead from state to state.
import {
  type Act,
  type Direction,
  STATES,
  type State,
  TRANSITIONS,
  type TradeStanding,
  waysOut,
} from './trade.ts';

/**
 * Properties of a state that the transitions do not show.
 *
 * `open`: a timer, evidence or money can still move the pay-in, so its reservation is in force, and
 * it counts against the limits of its customer and its merchant.
 * `held`: the pay-out's amount and fee are blocked on its merchant's balance.
 * `paid`: the money has moved; for a disputed pay-in only if it was credited before.
 * `came_to_nothing`: the pay-out is unsuccessful: it sent nothing, or its money was returned.
 * `needs_decision`: it waits for an operator or a rail.
 */
type Meaning = 'open' | 'held' | 'paid' | 'came_to_nothing' | 'needs_decision';

/** A new state does not compile until its meaning is given for both directions. */
const MEANINGS: Readonly<Record<State, Readonly<Record<Direction, readonly Meaning[]>>>> = {
  created: { payin: ['open'], payout: ['held', 'needs_decision'] },
  pending: { payin: ['open'], payout: [] },
  verifying: { payin: ['open', 'needs_decision'], payout: [] },
  processing: { payin: [], payout: ['held', 'needs_decision'] },
  completed: { payin: ['paid'], payout: ['paid'] },
  expired: { payin: [], payout: [] },
  canceled: { payin: [], payout: ['came_to_nothing'] },
  failed: { payin: [], payout: ['came_to_nothing'] },
  disputed: { payin: ['paid', 'needs_decision'], payout: ['paid', 'needs_decision'] },
  reversed: { payin: [], payout: ['came_to_nothing'] },
};

const statesThat = (direction: Direction, meaning: Meaning): readonly State[] =>
  STATES.filter((state) => MEANINGS[state][direction].includes(meaning));

/** The states from which the table allows this act. */
const statesBefore = (direction: Direction, act: Act): readonly State[] =>
  STATES.filter((state) => waysOut(direction, act, state).length > 0);

/** The states that a trade of this direction can be in. */
export const statesOf = (direction: Direction): readonly State[] =>
  STATES.filter((state) =>
    TRANSITIONS.some((way) => way.direction === direction && way.to.includes(state)),
  );

export const OPEN_PAYIN_STATES = statesThat('payin', 'open');

export const isOpen = (trade: Pick<TradeStanding, 'state'>): boolean =>
  OPEN_PAYIN_STATES.includes(trade.state);

/** The payer's time is running; the pay-in expires at its end. */
export const TIMED_PAYIN_STATES = statesBefore('payin', 'expire');

/** Credited; a `disputed` pay-in only if it was credited before the dispute. */
export const PAID_PAYIN_STATES = statesThat('payin', 'paid');

/**
 * The states that a person may resolve a dispute to; without a choice it returns to the former one.
 */
export const RESOLVE_OUTCOMES = ['completed', 'failed'] as const satisfies readonly State[];
export type ResolveOutcome = (typeof RESOLVE_OUTCOMES)[number];

/** Nobody has taken the pay-out yet. */
export const QUEUED_PAYOUT_STATES = statesBefore('payout', 'take');

/** As they were created: nobody has given evidence, paid or taken them. */
export const UNTOUCHED_STATES = STATES.filter(
  (state) => TIMED_PAYIN_STATES.includes(state) || QUEUED_PAYOUT_STATES.includes(state),
);

export const HELD_PAYOUT_STATES = statesThat('payout', 'held');

export const PAID_PAYOUT_STATES = statesThat('payout', 'paid');

export const PAYOUT_STATES_WITHOUT_MONEY = statesThat('payout', 'came_to_nothing');

export const NEEDS_DECISION: Readonly<Record<Direction, readonly State[]>> = {
  payin: statesThat('payin', 'needs_decision'),
  payout: statesThat('payout', 'needs_decision'),
};

/** Somebody has to decide about the trade, in at least one direction and not as it was created. */
export const WAITING_STATES = STATES.filter(
  (state) =>
    !UNTOUCHED_STATES.includes(state) &&
    (NEEDS_DECISION.payin.includes(state) || NEEDS_DECISION.payout.includes(state)),
);

/** Nothing is under way. */
export const ENDED_STATES = STATES.filter(
  (state) => !UNTOUCHED_STATES.includes(state) && !WAITING_STATES.includes(state),
);

export const ENDED_PAYOUT_STATES = ENDED_STATES.filter((state) =>
  statesOf('payout').includes(state),
);

/** Ends that few trades have: they have an index of their own. */
export const RARE_STATES = ENDED_STATES.filter(
  (state) => state !== 'completed' && state !== 'expired',
);
