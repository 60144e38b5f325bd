// Sets the clock of a test's database: the service's statements find functions that return the
// test's time before they find PostgreSQL's own.
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
  /** The offset from the true time, for everyone who asks from now on. */
  setAhead(ms: number): Promise<void>;
};

/** Applies to connections opened afterwards: for a process that is started by `another`. */
export async function takeOverClock(service: TestApp): Promise<DatabaseClock> {
  await service.asOwner(SETUP);
  return {
    setAhead: (ms) =>
      service.asOwner(`update set_clock.ahead set by = ${ms} * interval '1 millisecond'`),
  };
}
