// What a request names by its id alone is found in whichever of three cells it is.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { findObject } from '../../../server/app/cell/find-object.ts';
import { OBJECT_KINDS } from '../../../server/store/access/objects-there.ts';
import { cleanup } from '../../support/cleanup.ts';
import { makeMerchant } from '../../support/test-app.ts';
import type { OperatorService } from '../operator/operator-service.ts';
import { openThreeCells, type ThreeCells } from './three-cells.ts';

type Row = { id: string; cell: string } & Record<string, unknown>;

const keep = cleanup();
let service: OperatorService;
let away: ThreeCells['away'];
let apps: ThreeCells['apps'];

before(async () => {
  ({ service, away, apps } = await openThreeCells(keep));
});

const NOBODY = '01900000-0000-7000-8000-000000000000';

async function rowOf(path: string, cell: string): Promise<Row> {
  const { status, body } = await service.ask('GET', `${path}?limit=1`, {
    headers: { 'x-cell': cell },
  });
  equal(status, 200, path);
  const [row] = Object(body).data as Row[];
  if (row === undefined) throw new Error(`${cell} has none of ${path}`);
  return row;
}

/** Each is in the lists of every cell. */
const READS = [
  { list: '/bank_lines', read: (id: string) => `/bank_lines/${id}` },
  { list: '/payout_batches', read: (id: string) => `/payout_batches/${id}` },
  { list: '/payout_batches', read: (id: string) => `/payout_batches/${id}/payouts` },
];

describe('what an id alone names', () => {
  for (const { list, read } of READS) {
    it(`is answered by its cell: ${read('ID')}`, async () => {
      for (const cell of ['main', 'east', 'west']) {
        const { id } = await rowOf(list, cell);
        const { status, body } = await service.ask('GET', read(id));
        equal(status, 200, JSON.stringify(body));
        const own = await service.ask('GET', read(id), { headers: { 'x-cell': cell } });
        deepEqual(body, own.body);
      }
    });
  }

  it('is decided in its cell, and in no other', async () => {
    const { body } = await service.ask('GET', '/bank_lines?status=suspense&limit=1', {
      headers: { 'x-cell': 'west' },
    });
    const [line] = Object(body).data as Row[];
    const note = { note: 'Seen at the bank' };
    const done = await service.ask('POST', `/bank_lines/${line?.id}/keep`, { body: note });
    ok(done.status < 300, JSON.stringify(done.body));
    const decided = { decisions: [{ bank_line_id: line?.id, act: 'keep' }], ...note };
    const list = await service.ask('POST', '/bank_lines/decide', { body: decided });
    equal(list.status, 200, JSON.stringify(list.body));
    const headers = { 'x-cell': 'east' };
    const wrong = await service.ask('GET', `/bank_lines/${line?.id}`, { headers });
    equal(wrong.status, 404);
    match(String(wrong.body.detail), /is in the cell west, and not in east/);
  });

  it('is a rule for lines, and all rules are one list', async () => {
    const made: string[] = [];
    for (const cell of ['west', 'east']) {
      const { id: receiving_account_id } = await rowOf('/receiving_accounts', cell);
      const terms = { name: 'Charges', act: 'fee', direction: 'out', text: 'CHARGES' };
      const body = { receiving_account_id, ...terms, note: 'As agreed' };
      const rule = await service.ask('POST', '/line_rules', { body });
      equal(rule.status, 201, JSON.stringify(rule.body));
      made.push(String(rule.body.id));
    }
    const { body } = await service.ask('GET', '/line_rules');
    const rows = (Object(body).data as Row[]).filter(({ id }) => made.includes(id));
    deepEqual(
      rows.map(({ id, cell }) => [id, cell]),
      [
        [made[1], 'east'],
        [made[0], 'west'],
      ],
    );
    const versions = await service.ask('GET', `/line_rules/${made[0]}/versions`);
    equal(Object(versions.body).data.length, 1);
  });

  it('is an alert that somebody acknowledges', async () => {
    const { id } = await rowOf('/alerts', 'east');
    const body = { note: 'Somebody looks into it' };
    const { status } = await service.ask('POST', `/alerts/${id}/acknowledge`, { body });
    ok(status < 300);
  });

  it('is not found if no cell has it, and may be in one that is away', async () => {
    for (const path of [
      '/bank_lines/',
      '/payout_batches/',
      '/merchants/',
      '/receiving_accounts/',
    ]) {
      const nobody = await service.ask('GET', `${path}${NOBODY}`);
      const one = await service.ask('GET', `${path}${NOBODY}`, { headers: { 'x-cell': 'east' } });
      deepEqual([nobody.status, nobody.body.detail], [404, one.body.detail]);
    }
    const none = await service.ask('GET', '/encryption_keys');
    equal(none.status, 422);
    match(String(none.body.detail), /X-Cell/);
    const { id } = await rowOf('/bank_lines', 'west');
    away.add('west');
    const lost = await service.ask('GET', `/bank_lines/${id}`);
    const { id: other } = await rowOf('/bank_lines', 'east');
    const found = await service.ask('GET', `/bank_lines/${other}`);
    away.clear();
    deepEqual([lost.status, found.status], [503, 200]);
    match(String(lost.body.detail), /west/);
  });

  it('is refused if a list names things of two cells', async () => {
    const [east, west] = [await rowOf('/bank_lines', 'east'), await rowOf('/bank_lines', 'west')];
    const decisions = [east, west].map(({ id }) => ({ bank_line_id: id, act: 'keep' }));
    const body = { decisions, note: 'Both' };
    const { status, body: answer } = await service.ask('POST', '/bank_lines/decide', { body });
    deepEqual([status, answer.code], [404, 'not_found']);
    match(String(answer.detail), /nothing spans two cells/);
  });

  it('is a pay-out by its merchant, also in a list', async () => {
    const west = apps.get('west');
    if (west === undefined) throw new Error('There is no cell west');
    const shop = await makeMerchant(west.app);
    const east = apps.get('east');
    if (east === undefined) throw new Error('There is no cell east');
    const other = await makeMerchant(east.app);
    const payouts = [{ merchant_id: shop.merchant_id, id: NOBODY }];
    const note = 'Paying it now';
    const one = await service.ask('POST', '/payouts/take', { body: { payouts, note } });
    equal(one.status, 200, JSON.stringify(one.body));
    const two = [...payouts, { merchant_id: other.merchant_id, id: NOBODY }];
    const both = await service.ask('POST', '/payouts/take', { body: { payouts: two, note } });
    equal(both.status, 404);
  });

  it('is looked for by a statement of each kind', async () => {
    const control = service.app;
    const cells = {
      control,
      all: [...apps].map(([name, { app }]) => ({ name, begun_at: 0, app: () => app })),
    };
    for (const kind of OBJECT_KINDS) {
      deepEqual(await findObject(cells, { kind, ids: [NOBODY] }), { kind: 'nowhere' });
    }
    const copied = {
      ...cells,
      all: [...cells.all, { name: 'copy', begun_at: 0, app: () => control }],
    };
    const { id } = await rowOf('/bank_lines', 'main');
    const found = await findObject(copied, { kind: 'bank_lines', ids: [id] });
    deepEqual(found.kind === 'several' && found.names.toSorted(), ['copy', 'main']);
  });
});
