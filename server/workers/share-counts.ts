// Tells every worker how many requests the others let pass, so that a token's limit applies to all
// of them together.
import type { TokenCounts } from './messages.ts';

export type CountShare = {
  join(worker_id: number, tell: (counts: TokenCounts) => void): void;
  leave(worker_id: number): void;
  counted(worker_id: number, counts: TokenCounts): void;
  /** Sends the counts since the last time. */
  flush(): void;
};

function addTo(sums: Map<string, number>, counts: TokenCounts): void {
  for (const [token_id, count] of counts) sums.set(token_id, (sums.get(token_id) ?? 0) + count);
}

export function createCountShare(): CountShare {
  const members = new Map<
    number,
    { waiting: Map<string, number>; tell: (counts: TokenCounts) => void }
  >();
  return {
    join(worker_id, tell) {
      members.set(worker_id, { waiting: new Map(), tell });
    },
    leave(worker_id) {
      members.delete(worker_id);
    },
    counted(worker_id, counts) {
      for (const [id, member] of members) {
        if (id !== worker_id) addTo(member.waiting, counts);
      }
    },
    flush() {
      for (const { waiting, tell } of members.values()) {
        if (waiting.size === 0) continue;
        tell([...waiting]);
        waiting.clear();
      }
    },
  };
}
