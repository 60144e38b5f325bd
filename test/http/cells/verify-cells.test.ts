// The books of three cells are verified as one report, and what is wrong names its cell.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { verifyCells } from '../../../server/app/cell/verify-cells.ts';
import type { BooksCheck } from '../../../server/app/proof/verify-books.ts';
import { StoreUnavailable } from '../../../server/store/connection/outage.ts';
import * as scene from '../../app/scene.ts';
import { cleanup } from '../../support/cleanup.ts';
import { AUTHORIZATION, type OperatorService } from '../operator/operator-service.ts';
import { CELLS, openThreeCells, type ThreeCells } from './three-cells.ts';

type Check = BooksCheck & { cells_away?: string[] };

const keep = cleanup();
let service: OperatorService;
let away: ThreeCells['away'];
let apps: ThreeCells['apps'];

before(async () => {
  ({ service, away, apps } = await openThreeCells(keep));
});

async function verified(cell?: string): Promise<Check> {
  const headers = cell === undefined ? {} : { 'x-cell': cell };
  const { status, body } = await service.ask('GET', '/verify?full=true', { headers });
  equal(status, 200);
  return body as Check;
}

const COUNTS = ['books', 'entries', 'audit_entries', 'proofs'] as const;

describe('the books of three cells', () => {
  it('hold together if those of each do, and are counted', async () => {
    const all = await verified();
    const each = await Promise.all(CELLS.map((cell) => verified(cell)));
    deepEqual([all.ok, all.problems, all.cells_away], [true, [], []]);
    for (const name of COUNTS) {
      equal(
        all[name],
        each.reduce((sum, check) => sum + check[name], 0),
        name,
      );
      ok(name === 'proofs' || all[name] > 0, name);
    }
  });

  it('tell their progress cell by cell, with the report as the last line', async () => {
    const response = await fetch(`${service.url}/operator/v1/verify?progress=true&full=true`, {
      headers: { authorization: AUTHORIZATION },
    });
    const lines = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const steps = lines.slice(0, -1);
    deepEqual([...new Set(steps.map(({ cell }) => cell))], CELLS);
    ok(steps.every(({ step, done, of }) => step !== undefined && done <= of));
    deepEqual([lines.at(-1).ok, lines.at(-1).cells_away], [true, []]);
  });

  it('do not hold if one cell is away, and the others are read', async () => {
    away.add('west');
    const check = await verified();
    away.clear();
    deepEqual([check.ok, check.cells_away], [false, ['west']]);
    deepEqual(check.problems, ['west: the cell is not answering; its books were not read.']);
    ok(check.books > 0);
  });

  it('do not hold if something was changed in one of them, which is named', async () => {
    const east = apps.get('east');
    if (east === undefined) throw new Error('There is no cell east');
    await scene.sql(
      east.app,
      `update ledger_accounts set balance_cents = balance_cents + 1
       where account like 'suspense:%'`,
    );
    const check = await verified();
    equal(check.ok, false);
    ok(check.problems.length > 0);
    for (const problem of check.problems) match(problem, /^east: /);
  });
});

describe('a cell that goes away during the check', () => {
  const CHECK: BooksCheck = {
    ...{ ok: true, since: '2026-05-02', resumed_from: null, books: 1, entries: 2 },
    ...{ audit_entries: 3, proofs: 4, not_checked: ['Old ones.'], problems: [] },
  };
  const answering = (check: BooksCheck) => ({ verify: () => Promise.resolve(check) });
  const failing = (error: Error) => ({ verify: () => Promise.reject(error) });

  it('is named, and the rest is verified', async () => {
    const check = await verifyCells(
      [
        { cell: 'main', answer: answering(CHECK) },
        { cell: 'east', answer: failing(new StoreUnavailable('It is gone')) },
        { cell: 'west', answer: answering({ ...CHECK, since: '2026-05-01' }) },
      ],
      ['north'],
    );
    deepEqual(check.cells_away, ['north', 'east']);
    deepEqual([check.ok, check.problems.length, check.entries], [false, 2, 4]);
    equal(check.since, '2026-05-01');
    deepEqual(check.not_checked, ['main: Old ones.', 'west: Old ones.']);
    const first = { cell: 'main', answer: answering({ ...CHECK, since: null }) };
    const other = { cell: 'east', answer: answering(CHECK) };
    equal((await verifyCells([first, other], [])).since, null);
  });

  it('is no excuse for another error', async () => {
    const wrong = { cell: 'main', answer: failing(new Error('A mistake')) };
    await rejects(verifyCells([wrong], []), /A mistake/);
  });
});
