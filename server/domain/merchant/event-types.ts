// The types of events: one for each state of a trade that merchants can see, and for each step of a
// dispute.

import { matchesType } from '../callback/event-pattern.ts';
import { DISPUTE_TOPICS } from '../record/dispute-record.ts';
import { statesOf } from '../record/state-sets.ts';
import { DIRECTIONS, type Direction, type State } from '../record/trade.ts';

const TOPICS: Readonly<Record<Direction, string>> = { payin: 'deposit', payout: 'withdrawal' };

export const tradeEventType = (direction: Direction, state: State): string =>
  `${TOPICS[direction]}.${state}`;

export const TRADE_EVENT_TYPES: readonly string[] = DIRECTIONS.flatMap((direction) =>
  statesOf(direction).map((state) => tradeEventType(direction, state)),
);

const DISPUTE_EVENT_TYPES: readonly string[] = DISPUTE_TOPICS.map((topic) => `dispute.${topic}`);

export const EVENT_TYPES: readonly string[] = [...TRADE_EVENT_TYPES, ...DISPUTE_EVENT_TYPES];

const ALL_OF_A_TOPIC = [...new Set(EVENT_TYPES.map((type) => `${type.split('.')[0]}.*`))];

/** The types that a pattern names; none if it is not one of EVENT_PATTERNS. */
export const typesOf = (pattern: string): readonly string[] =>
  EVENT_TYPES.filter((type) => matchesType(pattern, type));

/** By which a callback endpoint chooses: one type, or all types of a topic. */
export const EVENT_PATTERNS: readonly string[] = [...ALL_OF_A_TOPIC, ...EVENT_TYPES];
