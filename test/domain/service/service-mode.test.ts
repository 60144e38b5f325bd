import { deepEqual, match, ok } from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type DatabaseFacts,
  decideMode,
  SERVICE_MODES,
  type ServiceMode,
} from '../../../server/domain/service/service-mode.ts';

const NEW: DatabaseFacts = { recorded: null, has_sandbox_data: false, is_empty: true };
const OLD: DatabaseFacts = { ...NEW, is_empty: false };
const SEEDED: DatabaseFacts = { ...OLD, has_sandbox_data: true };

const problemOf = (facts: DatabaseFacts, asked: ServiceMode, said?: ServiceMode): string => {
  const decision = decideMode(facts, asked, said);
  ok('problem' in decision, JSON.stringify(decision));
  return decision.problem;
};

suite('the mode of a database', () => {
  for (const mode of SERVICE_MODES) {
    const other = mode === 'live' ? 'sandbox' : 'live';

    test(`is ${mode} where it is new and ${mode} is asked`, () => {
      deepEqual(decideMode(NEW, mode, undefined), { mode });
      deepEqual(decideMode(NEW, mode, other), { mode });
    });

    test(`is ${mode} for ever where that is noted, whatever it holds and anybody says`, () => {
      for (const facts of [NEW, OLD, SEEDED]) {
        deepEqual(decideMode({ ...facts, recorded: mode }, mode, other), { mode });
        match(problemOf({ ...facts, recorded: mode }, other, other), new RegExp(`^MODE=${other} `));
      }
    });

    test(`of an older version with contents is what the operator says: ${mode}`, () => {
      deepEqual(decideMode(OLD, mode, mode), { mode });
      match(problemOf(OLD, mode, other), new RegExp(`^MODE=${mode} does not start`));
      match(problemOf(OLD, mode), /DATABASE_MODE=live .*DATABASE_MODE=sandbox/);
    });
  }

  test('is sandbox where there is a sandbox’s data, whatever the operator says', () => {
    deepEqual(decideMode(SEEDED, 'sandbox', undefined), { mode: 'sandbox' });
    for (const said of [undefined, 'live', 'sandbox'] as const) {
      match(problemOf(SEEDED, 'live', said), /^MODE=live does not start .*MODE=sandbox\.$/);
    }
  });
});
