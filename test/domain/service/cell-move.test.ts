// Where a process may serve a cell that has moved or is being moved, and what keeps a cell from
// moving.
import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { whereIsCell } from '../../../server/domain/service/cell-move.ts';
import {
  type LeftPlace,
  leftPlaceProblems,
  type NewPlace,
  newPlaceProblems,
} from '../../../server/domain/service/cell-move-check.ts';

const seen = (state: 'moved' | 'arriving' | 'arrived', move_id = 'm1') => ({ move_id, state });

describe('whereIsCell', () => {
  it('serves a place that no move has left, and one to which a move has led', () => {
    equal(whereIsCell(null, null), 'here');
    equal(whereIsCell(seen('arrived'), null), 'here');
    equal(whereIsCell(seen('arrived'), 'm1'), 'here');
  });

  it('leaves a place that a move has left, also the second one', () => {
    equal(whereIsCell(seen('moved'), null), 'there');
    equal(whereIsCell(seen('moved', 'm2'), 'm1'), 'there');
  });

  it('serves nowhere until the move has ended, and nothing else than its end', () => {
    equal(whereIsCell(seen('arriving'), null), 'nowhere');
    equal(whereIsCell(seen('arriving'), 'm1'), 'nowhere');
    equal(whereIsCell(null, 'm1'), 'nowhere');
    equal(whereIsCell(seen('arrived', 'm2'), 'm1'), 'nowhere');
    equal(whereIsCell(seen('moved'), 'm1'), 'nowhere');
  });
});

const place = {
  cell: 'east',
  version: 180_000,
  version_words: '18.0',
  is_citus: false,
  schema: 'public',
  system_id: '1',
  role: 'owner',
};

const left: LeftPlace = {
  ...place,
  wal_level: 'logical',
  may_replicate: true,
  may_publish: true,
  free_slots: 3,
  free_senders: 3,
  missing_migrations: [],
  keyless_tables: [],
  foreign_tables: [],
  bytes: 1,
};

const fresh: NewPlace = {
  ...place,
  cell: null,
  system_id: '2',
  may_subscribe: true,
  may_create: true,
  workers: 4,
  free_slots: 3,
  has_data: false,
  arriving: null,
};

describe('what keeps a cell from moving', () => {
  it('is nothing if both servers have what they need', () => {
    deepEqual(leftPlaceProblems('east', left), []);
    deepEqual(newPlaceProblems(fresh, left, null), []);
  });

  it('is named for the place that is left', () => {
    const cases: [Partial<LeftPlace>, RegExp][] = [
      [{ is_citus: true }, /citus_schema_move/],
      [{ cell: 'west' }, /east leads to the cell west/],
      [{ cell: null }, /leads to a schema that is no cell/],
      [{ missing_migrations: ['0037-x.sql'] }, /0037-x\.sql.*payment-orders migrate/],
      [{ wal_level: 'replica' }, /wal_level of the old server is replica/],
      [{ may_replicate: false }, /alter role owner replication/],
      [{ may_publish: false }, /grant create on database/],
      [{ free_slots: 2 }, /max_replication_slots/],
      [{ free_senders: 0 }, /max_wal_senders/],
      [{ keyless_tables: ['notes'] }, /primary key.*notes/],
      [{ foreign_tables: ['trades'] }, /does not own trades/],
    ];
    for (const [change, expected] of cases) {
      const problems = leftPlaceProblems('east', { ...left, ...change });
      equal(problems.length, 1, String(expected));
      match(problems[0] ?? '', expected);
    }
  });

  it('is named for the new place', () => {
    const cases: [Partial<NewPlace>, RegExp][] = [
      [{ is_citus: true }, /new server is Citus/],
      [{ version: 150_009, version_words: '15.9' }, /PostgreSQL 15\.9.*at least 16/],
      [{ system_id: '1' }, /on the same server/],
      [{ schema: 'east' }, /schema is public in the old database and east/],
      [{ may_subscribe: false }, /pg_create_subscription to owner/],
      [{ may_create: false }, /grant create on database/],
      [{ workers: 1 }, /max_logical_replication_workers/],
      [{ free_slots: 0 }, /max_replication_slots/],
      [{ has_data: true }, /not empty/],
      [{ cell: 'east' }, /not empty/],
      [{ arriving: 'm2' }, /not empty/],
    ];
    for (const [change, expected] of cases) {
      const problems = newPlaceProblems({ ...fresh, ...change }, left, 'm1');
      equal(problems.length, 1, String(expected));
      match(problems[0] ?? '', expected);
    }
  });

  it('is not what the move itself has brought there', () => {
    const begun = { ...fresh, has_data: true, cell: 'east', arriving: 'm1' };
    deepEqual(newPlaceProblems(begun, left, 'm1'), []);
    deepEqual(newPlaceProblems({ ...fresh, system_id: null }, left, null), []);
  });
});
