// Tells whether a commit is certain. Without an answer, or with one that carries a warning, nobody
// knows: under synchronous replication PostgreSQL reports a commit whose wait for the standby was
// canceled as done, and only warns that the standby may not have it.
import pg from 'pg';
import { isHiddenOutage, isStoreOutage, OutcomeUnknown } from './outage.ts';

type Notice = { readonly code?: string | undefined };

/** Notices, and warnings about what a statement did (01007: nothing was granted). */
const OF_A_STATEMENT = /^(?:00|01(?!000))/;

/**
 * Told by the SQLSTATE, since messages are in the server's language: a commit warns with 01000 or
 * 57P01.
 */
function isWarning({ code }: Notice): boolean {
  return code !== undefined && !OF_A_STATEMENT.test(code);
}

/**
 * The server is shutting down and may have committed before; any other PostgreSQL error means that
 * the work was undone.
 */
const LEAVING = /^(57P|08)/;

function leavesOpen(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return LEAVING.test(error.code ?? '') || isHiddenOutage(error);
  }
  return isStoreOutage(error);
}

export type CommitWatch = {
  /** From now on the server may be committing. */
  begin(): void;
  /** Throws if the commit was confirmed with a warning. */
  check(): void;
  /** Returns the same error, or OutcomeUnknown if the commit may have happened. */
  told(error: unknown): unknown;
  stop(): void;
};

/** Watches one piece of work on a connection. */
export function watchCommit(client: pg.ClientBase): CommitWatch {
  let is_sent = false;
  let warning: Notice | undefined;
  const note = (notice: Notice) => {
    if (is_sent && isWarning(notice)) warning ??= notice;
  };
  client.on('notice', note);
  return {
    begin() {
      is_sent = true;
    },
    check() {
      if (warning === undefined) return;
      throw new OutcomeUnknown(`The commit was confirmed with the warning ${warning.code}`);
    },
    told(error) {
      if (!is_sent || !leavesOpen(error) || error instanceof OutcomeUnknown) return error;
      return new OutcomeUnknown('The commit was not confirmed', { cause: error });
    },
    stop: () => void client.off('notice', note),
  };
}
