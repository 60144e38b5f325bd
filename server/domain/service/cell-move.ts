// A whole cell moves to another server: what the two places say of the move, and what a process
// that has opened one of them may do there.

/**
 * Of the place that is left `copying`, `paused` and `moved`: after that nothing is ever written
 * there again. Of the new place the others: before `arrived` nobody may serve it.
 */
export const MOVE_STATES = ['copying', 'paused', 'moved', 'arriving', 'arrived'] as const;
export type MoveState = (typeof MOVE_STATES)[number];

/** The move goes on, and the place is served as before. */
export const UNSWITCHED_STATES = ['copying', 'paused'] as const satisfies readonly MoveState[];
/** What a place says that decides whether it may be served. */
export const PLACE_STATES = [
  'moved',
  'arriving',
  'arrived',
] as const satisfies readonly MoveState[];
export type PlaceState = (typeof PLACE_STATES)[number];

export type LeavingState = (typeof UNSWITCHED_STATES)[number] | 'moved';
export type ArrivingState = Exclude<PlaceState, 'moved'>;

/** The newest end of a move in a place; a move that has only begun there changes nothing yet. */
export type MoveSeen = {
  readonly move_id: string;
  readonly state: PlaceState;
};

/**
 * `here`: it may be served. `there`: the cell is at another address. `nowhere`: the move is about
 * to end, or this is not the place to which the process was sent.
 */
export type Whereabouts = 'here' | 'there' | 'nowhere';

/** `followed`: the move that has led the process here; null if its settings have. */
export function whereIsCell(seen: MoveSeen | null, followed: string | null): Whereabouts {
  if (seen === null) return followed === null ? 'here' : 'nowhere';
  const is_followed = seen.move_id === followed;
  // The place that a move has led to cannot say that the same move has left it.
  if (seen.state === 'moved') return is_followed ? 'nowhere' : 'there';
  if (seen.state === 'arriving') return 'nowhere';
  return followed === null || is_followed ? 'here' : 'nowhere';
}

/** As long as every request of the cell may be refused. */
export const PAUSE_MOST_S = 5;
/** Between two moves of one process: more would be a circle. */
export const HOPS_MOST = 8;

export const leftPlace = (place: string): string =>
  `The cell has moved to ${place}: nothing is served or changed here any more. Give its new ` +
  'address in CELLS (docs/operate/moving.md).';

export const unfinishedPlace = (place: string): string =>
  `The cell is being moved here from ${place} and may not be served here yet: end the move with ` +
  'payment-orders cells move (docs/operate/moving.md).';

export const movingPlace = (place: string): string =>
  `The cell is being moved to ${place}, and this release has migrations that it lacks: end the ` +
  'move with the release that has begun it, or undo it (docs/operate/moving.md).';
