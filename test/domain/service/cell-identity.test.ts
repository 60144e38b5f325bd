import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CellIdentity,
  type CellWish,
  cellAlone,
  judgeCell,
  missingCells,
} from '../../../server/domain/service/cell-identity.ts';

const HERE = '00000000-0000-7000-8000-000000000001';
const ELSEWHERE = '00000000-0000-7000-8000-000000000002';
const NEW = '00000000-0000-7000-8000-000000000003';
const MAIN: CellIdentity = { installation_id: HERE, name: 'main', is_control: true };
const EAST: CellIdentity = { installation_id: HERE, name: 'east', is_control: false };

const judge = (wish: CellWish, identity: CellIdentity | null, has_data = false) =>
  judgeCell(wish, { identity, has_data }, NEW);

describe('what a schema becomes', () => {
  it('is the control cell if it is the first one, with the data that it has', () => {
    const identity = { ...MAIN, installation_id: NEW };
    deepEqual(judge({ name: 'main', control: null }, null, true), { is_new: true, identity });
  });

  it('is a cell of the same installation if it is empty', () => {
    deepEqual(judge({ name: 'east', control: MAIN }, null), { is_new: true, identity: EAST });
  });

  it('stays what it is', () => {
    const main = judge({ name: 'main', control: null }, MAIN, true);
    deepEqual(main, { is_new: false, identity: MAIN });
    const east = judge({ name: 'east', control: MAIN }, EAST, true);
    deepEqual(east, { is_new: false, identity: EAST });
  });

  const REFUSED: readonly [
    what: string,
    wish: CellWish,
    found: CellIdentity | null,
    why: string,
  ][] = [
    ['a cell at the first place', { name: 'main', control: null }, EAST, 'must be the control'],
    ['another name of the control cell', { name: 'top', control: null }, MAIN, 'the name main'],
    ['a service of its own', { name: 'east', control: MAIN }, null, 'of its own'],
    [
      'a cell of another installation',
      { name: 'east', control: MAIN },
      { ...EAST, installation_id: ELSEWHERE },
      'another installation',
    ],
    ['another cell', { name: 'west', control: MAIN }, EAST, 'schema of the cell east'],
    ['the control cell once more', { name: 'west', control: MAIN }, MAIN, 'of the cell main'],
  ];
  for (const [what, wish, found, why] of REFUSED) {
    it(`refuses ${what}`, () => {
      const judged = judge(wish, found, true);
      ok('problem' in judged && judged.problem.includes(why), JSON.stringify(judged));
    });
  }
});

describe('a start', () => {
  it('names every cell that the control cell knows', () => {
    equal(missingCells(['east', 'main'], ['main', 'east', 'west']), null);
    const problem = missingCells(['east', 'main', 'west'], ['main']) ?? '';
    ok(problem.startsWith('CELLS lacks east, west,'), problem);
  });

  it('without CELLS is for a schema that is alone', () => {
    equal(cellAlone(null, []), null);
    equal(cellAlone(MAIN, ['main']), null);
    ok(cellAlone(MAIN, ['east', 'main'])?.includes('the cell main'));
    ok(cellAlone(EAST, [])?.includes('the cell east'));
  });
});
