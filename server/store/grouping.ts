// Statements of one connection as they are sent: those of one turn of the event loop together, with
// the time that their answers are waited for.
import type pg from 'pg';
import { type GroupOptions, type Statement, StatementGroup } from './statement-group.ts';
import { LateBytes } from './wire-value.ts';

/** Sends statements, each with a name of its own or none. */
export type Sender = {
  query<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]>;
};

/**
 * Longer than any statement of the service takes that says nothing else, with what it waits for. A
 * server that is cut off without a word holds nobody up for longer.
 */
const QUERY_TIMEOUT_MS = 60_000;
/** A commit with the statements that it goes with, and its wait for a standby. */
const COMMIT_TIMEOUT_MS = 5_000;

/** Of a large batch PostgreSQL does the first statements while the next are still being made. */
const GROUP_MOST_BYTES = 65_536;

function sizeOf(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => {
    const is_long =
      typeof value === 'string' || value instanceof Uint8Array || value instanceof LateBytes;
    return sum + (is_long ? value.length : 8);
  }, 0);
}

export const COMMIT = 'commit';

/** Gathers the statements of one turn of the event loop, and sends them together. */
export function grouping(
  client: pg.PoolClient,
  options: Omit<GroupOptions, 'timeout_ms'>,
  query_timeout_ms?: number,
): Sender {
  const timeoutOf = (last: Statement | undefined) =>
    last?.name === COMMIT ? COMMIT_TIMEOUT_MS : (query_timeout_ms ?? QUERY_TIMEOUT_MS);
  let group: Statement[] = [];
  let size = 0;
  const sendGroup = () => {
    if (group.length === 0) return;
    const statements = group;
    [group, size] = [[], 0];
    const timeout_ms = timeoutOf(statements.at(-1));
    client.query(new StatementGroup(statements, { ...options, timeout_ms }));
  };
  return {
    query<Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]) {
      return new Promise<Row[]>((resolve, reject) => {
        const added = sizeOf(values);
        // The answers of those before are not kept back by a long one.
        if (added > GROUP_MOST_BYTES) sendGroup();
        if (group.length === 0) process.nextTick(sendGroup);
        group.push({ name, text, values, resolve: resolve as Statement['resolve'], reject });
        size += added;
        if (size > GROUP_MOST_BYTES) sendGroup();
      });
    },
  };
}
