// While commits are known to hang, because the standby that confirms them is away: work that would
// only wait for one more is refused at once, and one transaction of the pool's own tries.
import { setTimeout as sleep } from 'node:timers/promises';

export type HangingCommits = {
  /** Throws if they are. */
  refuse(): void;
  /** A commit got no answer in time. */
  begin(): void;
  /** Tries no more. */
  stop(): void;
};

const REST_MS = 250;

/** `isOver` writes something, and resolves to whether its commit was confirmed. */
export function createHangingCommits(
  isOver: () => Promise<boolean>,
  notConfirmed: () => Error,
): HangingCommits {
  let is_hanging = false;
  let is_stopped = false;
  const end = async () => {
    while (!is_stopped && !(await isOver())) await sleep(REST_MS, undefined, { ref: false });
    is_hanging = false;
  };
  return {
    refuse() {
      if (is_hanging) throw notConfirmed();
    },
    begin() {
      if (is_hanging || is_stopped) return;
      is_hanging = true;
      void end();
    },
    stop() {
      is_stopped = true;
    },
  };
}
