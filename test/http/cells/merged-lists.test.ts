// Lists over three cells: three schemas with all that a sandbox begins with, behind one address.
// Each list is read in pages, and is what the lists of its cells are together.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import pg from 'pg';
import { MERGED_CURSOR_MAX_LENGTH, mergedPage } from '../../../server/app/cell/merged-page.ts';
import type { ListKey } from '../../../server/domain/service/merge-pages.ts';
import { MERGED_LISTS } from '../../../server/http/operator/route/merged-lists.ts';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { newPayin } from '../../app/scene.ts';
import { cleanup } from '../../support/cleanup.ts';
import { fc } from '../../support/property.ts';
import { makeMerchant, type TestMerchant } from '../../support/test-app.ts';
import { makeRoleCallers } from '../operator/access/role-callers.ts';
import type { OperatorService } from '../operator/operator-service.ts';
import { CELLS, openThreeCells, type ThreeCells } from './three-cells.ts';

type Row = Record<string, unknown> & { cell: string };
type Page = { data: Row[]; next_cursor: string | null; cells_away?: string[] };

const keep = cleanup();
let service: OperatorService;
let apps: ThreeCells['apps'];
let away: ThreeCells['away'];

before(async () => {
  ({ service, apps, away } = await openThreeCells(keep));
});

const LISTS = OPERATOR_ROUTES.filter(({ operation_id }) => MERGED_LISTS.has(operation_id)).map(
  ({ operation_id, url, right, own_merchant }) => ({ operation_id, url, right, own_merchant }),
);

async function ask(url: string, query: Record<string, string>, cell?: string) {
  const headers = cell === undefined ? {} : { 'x-cell': cell };
  return await service.ask('GET', `${url}?${new URLSearchParams(query)}`, { headers });
}

async function pageOf(url: string, query: Record<string, string>, cell?: string): Promise<Page> {
  const { status, body } = await ask(url, query, cell);
  equal(status, 200, `${url}: ${JSON.stringify(body)}`);
  return body as Page;
}

async function wholeOf(url: string, cell: string, query: Record<string, string> = {}) {
  const rows: Row[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Page = await pageOf(url, { ...query, limit: '200', cursor }, cell);
    equal(page.cells_away, undefined);
    rows.push(...page.data.map((row) => ({ ...row, cell })));
    cursor = page.next_cursor;
  }
  return rows;
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => String(id));

/** What passes while it is read. */
const untimed = (rows: readonly Row[]) =>
  rows.map(({ age_seconds: _, ...row }): Record<string, unknown> => row);

async function mergedOf(url: string, limits: readonly number[], query: Record<string, string>) {
  const rows: Row[] = [];
  let cursor: string | null = '';
  for (let turn = 0; cursor !== null; turn += 1) {
    const limit = limits[turn % limits.length] ?? 1;
    const page: Page = await pageOf(url, { ...query, limit: String(limit), cursor });
    ok(page.data.length <= limit);
    deepEqual(page.cells_away, []);
    rows.push(...page.data);
    cursor = page.next_cursor;
  }
  return rows;
}

/** Compared as the list is described, and not as it was merged. */
function isInOrder(sorts: readonly ListKey[], is_descending: boolean): boolean {
  const texts = sorts.map((sort) => sort.map((part) => String(part).padStart(40, '0')).join(' '));
  const sorted = texts.toSorted();
  return texts.join('\n') === (is_descending ? sorted.toReversed() : sorted).join('\n');
}

const QUERIES: Readonly<Record<string, readonly Record<string, string>[]>> = {
  listTrades: [{}, { sort: 'oldest' }, { state: 'completed' }],
  listPayoutWork: [{}, { stage: 'unconfirmed' }, { stage: 'ended' }],
};

const limits = fc.sample(
  fc.array(fc.integer({ min: 2, max: 60 }), { minLength: 1, maxLength: 6 }),
  LISTS.length * 3,
);

describe('a list over three cells', () => {
  const seen = new Map<string, number>();
  for (const [index, { operation_id, url }] of LISTS.entries()) {
    it(`is all of them in its order: ${operation_id}`, async () => {
      for (const [turn, query] of (QUERIES[operation_id] ?? [{}]).entries()) {
        const rows = await mergedOf(url, limits[index * 3 + turn] ?? [7], query);
        const order = MERGED_LISTS.get(operation_id)?.orderOf(query);
        const sorts = rows.map((row) => order?.sort(row) ?? []);
        // Seeded acts lie in the past, and are numbered in the order in which they were seeded.
        const is_mixed = operation_id === 'listAudit';
        ok(is_mixed || isInOrder(sorts, order?.is_descending === true), 'it is not in order');
        for (const cell of CELLS) {
          const own = rows.filter((row) => row.cell === cell);
          deepEqual(untimed(own), untimed(await wholeOf(url, cell, query)));
        }
        seen.set(operation_id, (seen.get(operation_id) ?? 0) + rows.length);
      }
    });
  }

  it('had rows of each cell in every list', () => {
    const few = LISTS.filter(({ operation_id }) => (seen.get(operation_id) ?? 0) < CELLS.length);
    deepEqual(few, []);
  });

  it('is the list of one cell if the request names a merchant, an account or the cell', async () => {
    const { data } = await pageOf('/trades', { limit: '100' });
    const found = data.find(({ cell }) => cell === 'west');
    const query = { merchant_id: String(found?.merchant_id), limit: '3' };
    const own = await pageOf('/trades', query);
    deepEqual(own, await pageOf('/trades', query, 'west'));
    equal(own.data.length, 3);
    deepEqual([own.cells_away, own.data[0]?.cell], [undefined, undefined]);
  });

  it('is that of their own cell for the people of a merchant, who learn of no other', async () => {
    const { merchant_id } = await makeMerchant(service.app);
    const callers = await makeRoleCallers(service, merchant_id);
    const confined = LISTS.filter(({ own_merchant }) => own_merchant !== undefined);
    for (const { url, right } of confined) {
      const authorization = callers.headerOf('merchant_admin', right, 'with');
      const { status, body } = await service.ask('GET', url, { authorization });
      equal(status, 200, url);
      ok(!('cells_away' in body), url);
      const other = { authorization, headers: { 'x-cell': 'east' } };
      equal((await service.ask('GET', url, other)).status, 404, url);
    }
  });

  it('shows nothing twice and misses nothing while rows are added', async () => {
    const shops = new Map<string, TestMerchant>();
    for (const [name, { app }] of apps) shops.set(name, await makeMerchant(app));
    const had = await Promise.all(CELLS.map((cell) => wholeOf('/trades', cell)));
    const expected = idsOf(had.flat());
    const shown: string[] = [];
    let cursor: string | null = '';
    for (let turn = 0; cursor !== null; turn += 1) {
      const page: Page = await pageOf('/trades', { limit: '60', cursor });
      shown.push(...idsOf(page.data));
      cursor = page.next_cursor;
      const name = CELLS[turn % CELLS.length] ?? '';
      const [shop, opened] = [shops.get(name), apps.get(name)];
      if (shop === undefined || opened === undefined) throw new Error(`There is no cell ${name}`);
      await newPayin(opened.app, shop, { amount_cents: 90_000 + turn });
    }
    deepEqual(shown, expected.toSorted().toReversed());
  });
});

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor over three cells', () => {
  it('is refused if the service has not made it', async () => {
    const { data } = await pageOf('/trades', { limit: '1' });
    const id = String(data[0]?.id);
    const single = (await pageOf('/trades', { limit: '1' }, 'main')).next_cursor ?? '';
    const hostile: unknown[] = [
      ...[[], [['main', id]], ['main', id], { main: [id] }, null, 7, 'main'],
      ...[
        [['north', [id]]],
        [
          ['main', [id]],
          ['main', [id]],
        ],
        [['main', [id], 1]],
        [[1, [id]]],
      ],
      [['main', [{ toString: 'x' }]]],
      [['main', [['main']]]],
      [['main', []]],
      [['main', [id, id]]],
      [['main', ["' or 1=1 --"]]],
      [['east', ['x'.repeat(300)]]],
      [['main', Array.from({ length: 9 }, () => id)]],
      CELLS.concat('more').map((cell) => [cell, [id]]),
    ];
    const texts = [...hostile.map(encoded), single, '!', 'A'.repeat(6_000), encoded([[]])];
    for (const cursor of texts) {
      const { status, body } = await ask('/trades', { cursor });
      equal(status, 422, Buffer.from(cursor, 'base64url').toString());
      deepEqual(body.errors, [
        { field: 'cursor', code: 'format', message: 'is not a cursor of this list' },
      ]);
    }
    const long = await ask('/trades', { cursor: 'A'.repeat(6_145) });
    match(JSON.stringify(long.body.errors), /must have at most 6144 characters/);
    const { body } = await ask('/trades', { cursor: '!', limit: '0' });
    deepEqual(
      (body.errors as { field: string }[]).map(({ field }) => field),
      ['limit', 'cursor'],
    );
    deepEqual(service.faults, []);
  });

  it('has room for sixteen cells', async () => {
    const cells = Array.from({ length: 16 }, (_, index) => `${'c'.repeat(30)}${index}`.slice(-32));
    const { data } = await pageOf('/ledger/accounts', { limit: '200' });
    const order = MERGED_LISTS.get('listLedgerAccounts')?.orderOf({});
    const keys = data.map((row) => order?.key(row) ?? []);
    const [longest] = keys.toSorted((a, b) => String(b).length - String(a).length);
    ok(encoded(cells.map((cell) => [cell, longest])).length < MERGED_CURSOR_MAX_LENGTH);
  });

  it('is none of the list of one cell', async () => {
    for (const { url } of LISTS) {
      const { next_cursor } = await pageOf(url, { limit: '1' });
      const { status } = await ask(url, { cursor: next_cursor ?? '' }, 'main');
      equal(status, 422, url);
    }
  });

  it('goes on if it names fewer cells, as before one was added', async () => {
    const all = await pageOf('/merchants', { limit: '200' });
    const nil = '00000000-0000-0000-0000-000000000000';
    const page = await pageOf('/merchants', { limit: '200', cursor: encoded([['main', [nil]]]) });
    deepEqual(page, all);
  });
});

describe('a cell that is away', () => {
  it('is named, and its rows follow once it is back', async () => {
    away.add('west');
    const first = await pageOf('/trades', { limit: '20' });
    deepEqual(first.cells_away, ['west']);
    equal(first.data.length, 20);
    ok(first.data.every(({ cell }) => cell !== 'west'));
    away.clear();
    const shown = [...first.data];
    for (let cursor = first.next_cursor; cursor !== null; ) {
      const page = await pageOf('/trades', { limit: '200', cursor });
      deepEqual(page.cells_away, []);
      shown.push(...page.data);
      cursor = page.next_cursor;
    }
    const own = await Promise.all(CELLS.map((cell) => wholeOf('/trades', cell)));
    deepEqual(idsOf(shown).toSorted(), idsOf(own.flat()).toSorted());
  });

  it('is named if it is late, and the others are answered', async () => {
    const west = apps.get('west');
    if (west === undefined) throw new Error('There is no cell west');
    const client = new pg.Client({ connectionString: west.database.url });
    await client.connect();
    await client.query('begin; lock table trades in access exclusive mode');
    const page = await pageOf('/trades', { limit: '5' });
    await client.end();
    deepEqual([page.cells_away, page.data.length], [['west'], 5]);
    ok(page.next_cursor !== null);
    deepEqual((await pageOf('/trades', { limit: '5' })).cells_away, []);
  });

  it('leaves no page at all if none answers', async () => {
    const nobody = CELLS.map((name) => ({ name, app: null }));
    const order = MERGED_LISTS.get('listTrades')?.orderOf({});
    if (order === undefined) throw new Error('Trades are not merged');
    const list = () => Promise.reject(new Error('It was asked'));
    equal(await mergedPage(nobody, { query: {}, order, beside: () => ({}), list }), null);
  });
});
