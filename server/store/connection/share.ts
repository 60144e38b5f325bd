// How many waiting callers go into the next transaction or query if several may run at once.

/** Below this number, the cost of one more transaction outweighs what sharing the load saves. */
const LEAST_SHARE = 8;
const MOST_AT_ONCE = 256;
/** The recent load still counts: callers who were just answered soon ask again. */
const LOAD_FADES = 0.9;

/**
 * Divides the load by the number of transactions or queries that may run at once. If each took
 * everybody who waits, all callers would wait together, and the service would be idle while
 * PostgreSQL works, and the other way round.
 */
export function createShare(ways: number, most = MOST_AT_ONCE): (on_the_way: number) => number {
  let load = 0;
  return (on_the_way) => {
    load = Math.max(on_the_way, load * LOAD_FADES);
    return Math.min(Math.max(Math.ceil(load / ways), LEAST_SHARE), most);
  };
}
