// Where the audit trail begins for a search since a moment, so that it does not go back further.

/**
 * The least number that an entry since then may have, in SQL; null if there is none. Numbers
 * follow the time, but for a clock that was set back by less than an hour, and for a sandbox whose
 * clock is ahead: not everything happens by it there, so its trail is read from the beginning.
 */
export const firstSince = (at: string): string =>
  `(select case when exists (select 1 from sandbox_clock where ahead_ms <> 0) then 0 else (
     select number from audit_entries
     where at >= ${at}::timestamptz - interval '1 hour' order by at limit 1
   ) end)`;
