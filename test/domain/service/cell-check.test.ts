// The sentences about a cell that is not as it should be.
import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CELL_CLOCK_MOST_MS,
  type CheckedCell,
  cellProblems,
} from '../../../server/domain/service/cell-check.ts';

const INSTALLATION = '00000000-0000-7000-8000-000000000001';
const MAIN = { installation_id: INSTALLATION, name: 'main', is_control: true };
const EAST = { installation_id: INSTALLATION, name: 'east', is_control: false };

const FINE: CheckedCell = {
  name: 'east',
  is_control: false,
  identity: EAST,
  missing_migrations: [],
  copy: { version: 7n, newest: 7n },
  ahead_ms: 0,
};

function problemOf(changed: Partial<CheckedCell>): string {
  const [problem = '', ...more] = cellProblems({ ...FINE, ...changed }, MAIN);
  deepEqual(more, []);
  return problem;
}

describe('the check of a cell', () => {
  it('finds nothing in one that is as it should be', () => {
    deepEqual(cellProblems(FINE, MAIN), []);
    const main = { ...FINE, name: 'main', is_control: true, identity: MAIN, copy: null };
    deepEqual(cellProblems(main, MAIN), []);
  });

  it('names what leads to another cell, and what is none', () => {
    match(problemOf({ identity: { ...EAST, name: 'west' } }), /the schema of the cell west/);
    const elsewhere = { ...EAST, installation_id: '00000000-0000-7000-8000-000000000002' };
    match(problemOf({ identity: elsewhere }), /of another installation/);
    match(problemOf({ identity: null }), /^The schema of east is no cell any more/);
    const control = { name: 'main', is_control: true, copy: null };
    match(problemOf({ ...control, identity: EAST }), /the first cell must be the control cell/);
  });

  it('names the first migration that is missing', () => {
    const one = problemOf({ missing_migrations: ['0035-x.sql'] });
    equal(
      one,
      'The cell east lacks a migration of this release, from 0035-x.sql on: run `migrate`.',
    );
    match(problemOf({ missing_migrations: ['0034-y.sql', '0035-x.sql'] }), /2 migrations.*0034-y/);
  });

  it('tells of an old copy of the settings', () => {
    match(problemOf({ copy: { version: 6n, newest: 7n } }), /of version 6, and 7 is the newest/);
    match(problemOf({ copy: { version: 9n, newest: 7n } }), /of version 9, and 7 is the newest/);
  });

  it('tells of a clock that is more than two seconds off, in either direction', () => {
    for (const ahead_ms of [CELL_CLOCK_MOST_MS, -CELL_CLOCK_MOST_MS]) {
      deepEqual(cellProblems({ ...FINE, ahead_ms }, MAIN), []);
    }
    match(problemOf({ ahead_ms: CELL_CLOCK_MOST_MS + 100 }), /is 2\.1 s ahead of the control/);
    match(problemOf({ ahead_ms: -90_000 }), /is 90\.0 s behind the control/);
  });

  it('tells all of it', () => {
    const wrong = { missing_migrations: ['0035-x.sql'], ahead_ms: 5_000, identity: null };
    equal(cellProblems({ ...FINE, ...wrong }, MAIN).length, 3);
  });
});
