// Sends the statements of one tick of the event loop together, with one time limit for their
// answers.
import type pg from 'pg';
import { type GroupOptions, type SqlStatement, StatementGroup } from './statement-group.ts';
import { answerLimitMs, COMMIT } from './statement-limits.ts';
import { LateBytes } from './wire-value.ts';

/** Sends statements; one with a name is prepared under it. */
export type Sender = {
  query<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]>;
};

/**
 * A large batch is sent in parts, so that PostgreSQL starts on the first while the rest is encoded.
 */
const GROUP_MOST_BYTES = 65_536;

export type GroupingOptions = Omit<GroupOptions, 'timeout_ms' | 'onSilence'> & {
  /** Called if answers have not come in time; `of_commit` if they would have ended with one. */
  readonly onSilence: (client: pg.PoolClient, of_commit: boolean) => void;
};

function sizeOf(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => {
    const is_long =
      typeof value === 'string' || value instanceof Uint8Array || value instanceof LateBytes;
    return sum + (is_long ? value.length : 8);
  }, 0);
}

/** Collects the statements of one tick and sends them together. */
export function grouping(
  client: pg.PoolClient,
  options: GroupingOptions,
  query_timeout_ms?: number,
  onSent?: () => void,
): Sender {
  let group: SqlStatement[] = [];
  let size = 0;
  const sendGroup = () => {
    if (group.length === 0) return;
    const statements = group;
    [group, size] = [[], 0];
    const names = statements.map(({ name }) => name);
    const timeout_ms = answerLimitMs(names, query_timeout_ms);
    const onSilence = () => options.onSilence(client, names.at(-1) === COMMIT);
    onSent?.();
    client.query(new StatementGroup(statements, { ...options, timeout_ms, onSilence }));
  };
  return {
    query<Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]) {
      return new Promise<Row[]>((resolve, reject) => {
        const added = sizeOf(values);
        // A long statement would delay the answers of those before it, so those are sent first.
        if (added > GROUP_MOST_BYTES) sendGroup();
        if (group.length === 0) process.nextTick(sendGroup);
        group.push({ name, text, values, resolve: resolve as SqlStatement['resolve'], reject });
        size += added;
        if (size > GROUP_MOST_BYTES) sendGroup();
      });
    },
  };
}
