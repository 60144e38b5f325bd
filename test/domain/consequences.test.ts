// The consequences of a decision's changes, in random histories with holds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Change, withAllFacts } from '../../server/domain/batch/decision.ts';
import { emptyWorld } from '../../server/domain/batch/world.ts';
import { withConsequences } from '../../server/domain/consequences.ts';
import { decide, decideAll } from '../../server/domain/decide.ts';
import { FUNDED_NOTE } from '../../server/domain/payout/end-funded.ts';
import { isRefusal } from '../../server/domain/service/refusal.ts';
import { START } from '../support/model/domain-commands.ts';
import { batches, historyOf, MERCHANTS } from '../support/model/domain-model.ts';
import { readAgain } from '../support/model/domain-steps.ts';
import { fc, longRuns } from '../support/property.ts';

const TERMS = { settlement_delay_days: 2, reserve_percent: 10, reserve_days: 30 };
const HOLD_TERMS = new Map(MERCHANTS.map(({ merchant_id }) => [merchant_id, TERMS]));

const nameOf = (change: Change) =>
  change.kind === 'entry' ? `entry ${change.entry.act}` : change.kind;

/** Without the acts that end what a pay-in funded, which come last, with their consequences. */
function withoutEndings(changes: readonly Change[]): readonly Change[] {
  const first = changes.findIndex(
    (change) => change.kind === 'trade_changed' && change.event.note === FUNDED_NOTE,
  );
  return first === -1 ? changes : changes.slice(0, first);
}

/** Keeps the histories from becoming empty without anybody noticing. */
const OFTEN = ['entry hold_placed', 'entry hold_released', 'trade_changed'];

test('keep the changes and their order, and have no consequences of their own', () => {
  const seen = new Map<string, number>();
  const property = fc.property(batches, (random) => {
    let world = emptyWorld(START);
    for (const { wait_ms, commands } of historyOf(random)) {
      world = readAgain(world, world.now + wait_ms);
      world.hold_terms = HOLD_TERMS;
      for (const command of commands) {
        const verdict = withAllFacts(decide(world, command));
        if (!isRefusal(verdict)) {
          const all = withAllFacts(withConsequences(world, verdict.changes));
          const own = new Set(verdict.changes);
          assert.deepEqual(
            all.filter((change) => own.has(change)),
            verdict.changes,
          );
          const followed = withoutEndings(all.filter((change) => !own.has(change)));
          assert.deepEqual(withAllFacts(withConsequences(world, followed)), followed);
          for (const name of followed.map(nameOf)) seen.set(name, (seen.get(name) ?? 0) + 1);
        }
        withAllFacts(decideAll(world, [command]));
      }
    }
  });
  fc.assert(property, { numRuns: longRuns(1_500) });
  for (const name of OFTEN) assert.ok((seen.get(name) ?? 0) > 0, `nothing led to ${name}`);
});
