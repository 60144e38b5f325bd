// Releases holds when they are due, or earlier if an operator says so.
import type { ReleaseHolds } from '../batch/command.ts';
import type { Verdict } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import { holdKey, isHolding } from '../record/credit-hold.ts';
import { refuse } from '../service/refusal.ts';
import { reduceHold } from './hold-changes.ts';

/** Holds that were released before stay as they are, so a repeated command changes nothing. */
export function releaseHolds(world: World, command: ReleaseHolds): Verdict {
  const found = command.keys.flatMap((key) => world.holds.get(holdKey(key)) ?? []);
  if (found.length < command.keys.length) return refuse('not_found', 'There is no such hold.');
  const due = found.filter(
    (hold) => isHolding(hold) && (command.is_early || hold.release_at <= world.now),
  );
  const changes = due.flatMap((hold) => reduceHold(hold, hold.remaining_cents, world.now));
  const after = new Map(
    changes.flatMap((change) =>
      change.kind === 'hold_changed' ? [[holdKey(change.hold), change.hold] as const] : [],
    ),
  );
  const holds = found.map((hold) => after.get(holdKey(hold)) ?? hold);
  return { changes, result: { kind: 'holds', holds, found: due.length === 0 } };
}
