// A number has receiving accounts in one cell only, however many are created at once, and whoever
// approves them.
import { deepEqual, equal, match } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createReceivingAccount } from '../../../server/app/account/receiving-accounts.ts';
import { makeInOneCell } from '../../../server/app/cell/account-of-one-cell.ts';
import * as scene from '../../app/scene.ts';
import { cleanup } from '../../support/cleanup.ts';
import { accepted, OPERATOR, raw, refusedWith } from '../../support/test-app.ts';
import { type Someone, someone } from '../operator/approval/approval-scene.ts';
import type { Reply } from '../operator/operator-service.ts';
import { type ApprovalCells, openApprovalCells } from './approvals-scene.ts';
import { CELLS } from './three-cells.ts';

const keep = cleanup();
let cells: ApprovalCells;
let owner: Someone;
before(async () => {
  cells = await openApprovalCells(keep);
  owner = await someone(cells.service);
});

const create = (cell: string, number: string, currency = 'INR', by = owner): Promise<Reply> =>
  cells.service.ask('POST', '/receiving_accounts', {
    authorization: by.authorization,
    headers: { 'x-cell': cell },
    body: { type: 'account', currency, name: 'House Ltd', number, note: 'A new account' },
  });

/** The cells whose databases have an account of this number. */
async function cellsOf(last_digits: string): Promise<string[]> {
  const found: string[] = [];
  for (const cell of CELLS) {
    const { accounts } = await cells.appOf(cell).settings.refresh();
    const has = [...accounts.values()].some(({ number }) => number.endsWith(last_digits));
    if (has) found.push(cell);
  }
  return found;
}

const numberOf = (index: number): string => `501000${String(90_000_000 + index)}`;

describe('a receiving account', () => {
  it('is made in one of three cells that are asked for it at once', async () => {
    for (let index = 0; index < 8; index += 1) {
      const number = numberOf(index);
      const made = await Promise.all(CELLS.map((cell) => create(cell, number)));
      deepEqual(made.map(({ status }) => status).toSorted(), [201, 422, 422], `round ${index}`);
      for (const { status, body } of made) {
        if (status === 422) match(JSON.stringify(body), /an account serves one cell/);
      }
      equal((await cellsOf(number)).length, 1);
    }
  });

  it('waits for the one that another process is about to write in another cell', async () => {
    const number = numberOf(50);
    const east = cells.appOf('east');
    const pause = scene.pauseAt(east, 'insert-receiving-account');
    const first = create('east', number);
    await pause.reached;
    // Of another process, which has its own turns.
    const control = await cells.service.another();
    const all = CELLS.map((name) => ({ name, begun_at: 0, app: () => cells.appOf(name) }));
    const app = cells.appOf('west');
    const fields = raw({ type: 'account', currency: 'INR', name: 'House Ltd', number });
    const second = makeInOneCell({ cells: { control, all }, app, fields }, () =>
      createReceivingAccount(app, OPERATOR, fields),
    );
    await scene.waitsOrEnds(cells.service.app, second);
    pause.release();
    equal((await first).status, 201);
    equal(refusedWith(await second).code, 'invalid_request');
    deepEqual(await cellsOf(number), ['east']);
  });

  it('is seen at once if another process has made it', async () => {
    const number = numberOf(60);
    const process = await cells.apps.get('east')?.another();
    if (process === undefined) throw new Error('No cell east');
    const fields = { type: 'account', currency: 'INR', name: 'House Ltd', number };
    accepted(await createReceivingAccount(process, OPERATOR, raw(fields)));
    equal((await create('west', number)).status, 422);
    deepEqual(await cellsOf(number), ['east']);
  });

  it('is made beside many others, which wait for no connection of one another', async () => {
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, index) => {
        const cell = CELLS[index % CELLS.length] ?? '';
        return create(cell, numberOf(400 + index));
      }),
    );
    deepEqual([...new Set(made.map(({ status }) => status))], [201]);
  });

  it('has one number in several currencies, in its own cell', async () => {
    const number = numberOf(100);
    equal((await create('west', number)).status, 201);
    equal((await create('west', number, 'USD')).status, 201);
    equal((await create('east', number, 'EUR')).status, 422);
    // However it is written.
    equal((await create('main', number.replace(/^(.{4})/, '$1 '), 'EUR')).status, 422);
    deepEqual(await cellsOf(number), ['west']);
  });

  it('is not made while a cell is away, which may have it', async () => {
    const number = numberOf(200);
    cells.away.add('west');
    const refused = await create('east', number);
    cells.away.delete('west');
    equal(refused.status, 503);
    match(String(refused.body.detail), /west/);
    equal((await create('east', number)).status, 201);
  });

  it('is looked at again when it is approved: of two proposals one is done', async () => {
    const { app } = cells.service;
    await app.store.db.query(
      '',
      `update approval_bands set from_cents = 0 where act = 'receiving_account_number'`,
      [],
    );
    await app.store.db.query('', 'update settings_versions set version = version + 1', []);
    await app.settings.refresh();
    const number = numberOf(300);
    const proposed = await Promise.all(['east', 'west'].map((cell) => create(cell, number)));
    deepEqual(
      proposed.map(({ status }) => status),
      [202, 202],
    );
    const other = await someone(cells.service);
    const done = await Promise.all(
      proposed.map(({ body }) => cells.approve(other, String(body.id))),
    );
    deepEqual(done.map(({ status }) => status).toSorted(), [200, 422]);
    equal((await cellsOf(number)).length, 1);
  });
});
