// SQL of the service's time: the database's clock, and in the sandbox as far ahead as somebody has
// advanced it.

type Clock = 'now()' | 'statement_timestamp()';

/** `ahead`: the parameter that says how many milliseconds it is ahead. */
export const serviceNow = (ahead: string, clock: Clock = 'now()'): string =>
  `(${clock} + ${ahead}::double precision * interval '1 millisecond')`;
