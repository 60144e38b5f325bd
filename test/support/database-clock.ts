// Sets the clock of a test's database: functions that the service's statements find before
// PostgreSQL's own tell a time that the test moves.
import type { TestApp } from './test-app.ts';

const FUNCTIONS = ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp'];

const SETUP = `
  create schema set_clock;
  create table set_clock.ahead (by interval not null);
  insert into set_clock.ahead values ('0');
  ${FUNCTIONS.map(
    (name) => `create function set_clock.${name}() returns timestamptz volatile language sql as
      $$ select pg_catalog.${name}() + a.by from set_clock.ahead a $$;`,
  ).join('\n')}
  grant usage on schema set_clock to public;
  grant select on set_clock.ahead to public;
  do $$ begin
    execute format('alter database %I set search_path = public, set_clock, pg_catalog',
      current_database());
  end $$;`;

export type DatabaseClock = {
  /** By so much against the true time, for all that ask from now on. */
  setAhead(ms: number): Promise<void>;
};

/** Holds on connections that are opened after it: for a process that `another` opens. */
export async function takeOverClock(service: TestApp): Promise<DatabaseClock> {
  await service.asOwner(SETUP);
  return {
    setAhead: (ms) =>
      service.asOwner(`update set_clock.ahead set by = ${ms} * interval '1 millisecond'`),
  };
}
