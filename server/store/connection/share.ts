// How many of those who wait go together, where several transactions or queries are in flight.

/** Ways share the load, unless it is so little that a transaction more costs more. */
const LEAST_SHARE = 8;
const MOST_AT_ONCE = 256;
/** The load of a moment ago still counts: those who were just answered ask again. */
const LOAD_FADES = 0.9;

/**
 * Of a number of ways, how many one takes: a part of what is on its way, not all that waits. Else
 * those who wait for answers go round in one crowd, and the service rests while PostgreSQL works,
 * and the other way round.
 */
export function createShare(ways: number): (on_the_way: number) => number {
  let load = 0;
  return (on_the_way) => {
    load = Math.max(on_the_way, load * LOAD_FADES);
    return Math.min(Math.max(Math.ceil(load / ways), LEAST_SHARE), MOST_AT_ONCE);
  };
}
