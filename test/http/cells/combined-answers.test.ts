// Counts, searches, reports and what waits over three cells: each answer is what those of its cells
// are together.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { showSince } from '../../../server/app/alert/show-since.ts';
import { dayOf } from '../../../server/domain/values/day.ts';
import { combinedAnswer } from '../../../server/http/operator/route/combined-answer.ts';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { active, entered } from '../../app/access/people-scene.ts';
import * as scene from '../../app/scene.ts';
import { cleanup } from '../../support/cleanup.ts';
import { accepted, makeMerchant } from '../../support/test-app.ts';
import { makeRoleCallers } from '../operator/access/role-callers.ts';
import { AUTHORIZATION, type OperatorService } from '../operator/operator-service.ts';
import { CELLS, openThreeCells, type ThreeCells } from './three-cells.ts';

type Row = Record<string, unknown>;
type Body = Row & { data: Row[] };

const keep = cleanup();
let service: OperatorService;
let away: ThreeCells['away'];
let apps: ThreeCells['apps'];

before(async () => {
  ({ service, away, apps } = await openThreeCells(keep));
});

const COMBINED = OPERATOR_ROUTES.filter(({ combined }) => combined !== undefined);
const dayAfter = (days: number) => dayOf(Date.now() + days * DAY_MS);
/** Those of the sandbox's demo. */
const DAYS = `from=${dayAfter(-300)}&to=${dayAfter(60)}`;
/** Each has a query with which it finds something. */
const QUERIES: Readonly<Record<string, string>> = {
  search: '?q=demo',
  showReport: `?${DAYS}&by=all`,
  exportReport: `?${DAYS}&by=all`,
  exportReportWorkbook: `?${DAYS}&by=all`,
};
const addressOf = ({ url, operation_id }: { url: string; operation_id: string }) =>
  `${url}${QUERIES[operation_id] ?? ''}`;

async function ask(path: string, cell?: string): Promise<Body> {
  const headers = cell === undefined ? {} : { 'x-cell': cell };
  const { status, body } = await service.ask('GET', path, { headers });
  equal(status, 200, `${path}: ${JSON.stringify(body)}`);
  return body as Body;
}

const askEach = (path: string) => Promise.all(CELLS.map((cell) => ask(path, cell)));

/** Adds up the numbers of alike bodies, whatever their shape; texts are those of the first. */
function summed(values: readonly unknown[]): unknown {
  const [first] = values;
  if (typeof first === 'number') return values.reduce((sum: number, one) => sum + Number(one), 0);
  if (typeof first === 'boolean') return values.some((one) => one === true);
  if (typeof first !== 'object' || first === null) return first;
  const names = Object.keys(first);
  return Object.fromEntries(
    names.map((name) => [name, summed(values.map((one) => Object(one)[name]))]),
  );
}

function summedBy(rows: readonly Row[], names: readonly string[]): unknown[] {
  const keyOf = (row: Row) => names.map((name) => row[name]).join('/');
  return [...Map.groupBy(rows, keyOf)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, same]) => summed(same));
}

const ofCell = (rows: readonly Row[], index: number): Row[] =>
  rows.map((row) => ({ ...row, cell: CELLS[index] }));

describe('over three cells', () => {
  it('trades are counted by state, direction and currency', async () => {
    const all = await ask('/trades/counts');
    deepEqual(all.cells_away, []);
    const each = (await askEach('/trades/counts')).flatMap(({ data }) => data);
    ok(each.length > 0);
    for (const { state, count, parts } of all.data) {
      const own = each.filter((row) => row.state === state);
      equal(
        count,
        own.reduce((sum, row) => sum + Number(row.count), 0),
      );
      deepEqual(
        parts,
        summedBy(
          own.flatMap((row) => row.parts as Row[]),
          ['direction', 'currency'],
        ),
      );
    }
    ok(all.data.some(({ count }) => Number(count) > CELLS.length));
  });

  it('days are added up', async () => {
    const all = await ask('/series');
    const each = (await askEach('/series')).flatMap(({ data }) => data);
    ok(each.length > 0);
    deepEqual(all.data, summedBy(each, ['day', 'direction', 'currency']));
  });

  it('disputes are counted', async () => {
    const { cells_away, ...all } = await ask('/disputes/counts');
    deepEqual(cells_away, []);
    deepEqual(all, summed(await askEach('/disputes/counts')));
    ok(Object(all.open).count > 0);
  });

  it('money in suspense stands by its account, in its cell', async () => {
    const all = await ask('/suspense');
    const each = (await askEach('/suspense')).flatMap(({ data }, index) => ofCell(data, index));
    ok(each.length >= CELLS.length);
    const byAccount = (rows: Row[]) =>
      rows.toSorted((a, b) =>
        String(a.receiving_account_id) < String(b.receiving_account_id) ? -1 : 1,
      );
    deepEqual(all.data, byAccount(each));
  });

  it('what waits is in the order of its urgency, with its cell in the command', async () => {
    const all = await ask('/attention');
    const each = await askEach('/attention');
    equal(
      all.over,
      each.reduce((sum, { over }) => sum + Number(over), 0),
    );
    const rows = each.flatMap(({ data }, index) => ofCell(data, index));
    equal(all.data.length, rows.length);
    for (const { command, cell, kind, subject_id } of all.data) {
      ok(String(command).endsWith(` --cell ${String(cell)}`), String(command));
      ok(
        rows.some((row) => row.kind === kind && row.subject_id === subject_id && row.cell === cell),
      );
    }
    const rank = all.data.map(({ is_over, severity }) => [
      is_over !== true,
      severity !== 'critical',
    ]);
    deepEqual(
      rank,
      rank.toSorted((a, b) => Number(a > b) - Number(a < b)),
    );
    for (const cell of CELLS) ok(all.data.some((row) => row.cell === cell));
  });

  it('the time since the last visit begins at the same moment', async () => {
    const all = await ask('/since');
    const each = await askEach(`/since?since=${encodeURIComponent(String(all.since))}`);
    const counts = (body: Body) =>
      new Map(body.data.map(({ kind, count }) => [kind, Number(count)]));
    for (const [kind, count] of counts(all)) {
      equal(
        count,
        each.reduce((sum, body) => sum + (counts(body).get(kind) ?? 0), 0),
        String(kind),
      );
    }
    for (const change of all.changes as Row[]) ok(CELLS.includes(String(change.cell)));
  });

  it('the last visit is that of the control cell, which alone knows people', async () => {
    const { app } = service;
    const person = await active(app, { name: 'Vera Look', role: 'viewer' });
    await entered(app, person);
    const back = (column: string, hours: number) =>
      scene.sql(app, `update sessions set ${column} = ${column} - interval '${hours} h'`);
    await back('created_at', 70);
    await back('last_seen_at', 69);
    const { caller } = await entered(app, person);
    const { since } = accepted(await showSince(app, caller, {}));
    const route = OPERATOR_ROUTES.find(({ operation_id }) => operation_id === 'showSince');
    if (route?.combined === undefined) throw new Error('It is not combined');
    const asked: unknown[] = [];
    const parts = [...apps].map(([name, opened]) => ({ name, app: opened.app }));
    const call = { ...Object(null), app, operator: caller, query: {} };
    const handle: typeof route.handle = (own) => {
      asked.push(own.query.since);
      return route.handle(own);
    };
    const all = await combinedAnswer(parts, route.combined, { handle }, call);
    equal(Object(all).since, since);
    deepEqual(asked, [since, since, since]);
  });

  it('a search finds what is in any of them', async () => {
    const all = await ask('/search?q=demo');
    const each = await askEach('/search?q=demo');
    const lists = ['trades', 'lines', 'settlements', 'merchants', 'receiving_accounts'];
    let found = 0;
    for (const list of lists) {
      const rows = each.flatMap((body, index) => ofCell(body[list] as Row[], index));
      const shown = all[list] as Row[];
      const known = rows.map((row) => JSON.stringify(row));
      for (const row of shown) ok(known.includes(JSON.stringify(row)), list);
      found += shown.length;
      const cells = new Set(rows.map(({ cell }) => cell));
      deepEqual(new Set(shown.map(({ cell }) => cell)), cells, `${list} leaves out a cell`);
    }
    ok(found > CELLS.length);
    for (const reading of all.readings as Row[]) {
      const as = (body: Body): Row | undefined =>
        (body.readings as Row[]).find((one) => one.as === reading.as);
      const own = each.flatMap((body): Row[] => [as(body) ?? []].flat());
      equal(
        reading.complete,
        own.every(({ complete }) => complete),
      );
      const sum = own.reduce((number, one) => number + Number(one.found), 0);
      ok(reading.found === sum || reading.more === true, JSON.stringify(reading));
    }
  });

  it('a report adds up amounts, and its file has the same rows', async () => {
    const path = addressOf({ url: '/reports', operation_id: 'showReport' });
    const all = await ask(path);
    const each = (await askEach(path)).flatMap(({ data }) => data);
    ok(all.data.length > 0);
    for (const row of all.data) {
      const own = each.filter(
        ({ direction, currency }) => direction === row.direction && currency === row.currency,
      );
      for (const name of ['created', 'completed', 'matched']) {
        deepEqual(row[name], summed(own.map((one) => one[name])));
      }
    }
    const file = `${service.url}/operator/v1${path.replace('/reports', '/reports.csv')}`;
    const csv = await fetch(file, { headers: { authorization: AUTHORIZATION } });
    const rows: unknown[] = parse(await csv.text(), { bom: true });
    equal(rows.length, all.data.length + 1);
  });
});

describe('an answer over three cells', () => {
  it('names a cell that is away; a file is refused, because it could not', async () => {
    away.add('west');
    for (const route of COMBINED) {
      const { status, body } = await service.ask('GET', addressOf(route));
      if (route.combined?.is_file === true) {
        equal(status, 503, route.operation_id);
        match(String(body.detail), /west/);
        continue;
      }
      equal(status, 200, route.operation_id);
      deepEqual(body.cells_away, ['west'], route.operation_id);
    }
    away.clear();
  });

  it('is that of one cell if it names one, or a merchant', async () => {
    const west = apps.get('west');
    if (west === undefined) throw new Error('There is no cell west');
    const { merchant_id } = await makeMerchant(west.app);
    const { cells_away, ...counts } = await ask(`/trades/counts?merchant_id=${merchant_id}`);
    equal(cells_away, undefined);
    deepEqual(counts, await ask(`/trades/counts?merchant_id=${merchant_id}`, 'west'));
  });

  it('is that of their own cell for the people of a merchant, who learn of no other', async () => {
    const { merchant_id } = await makeMerchant(service.app);
    const callers = await makeRoleCallers(service, merchant_id);
    const confined = COMBINED.filter(({ own_merchant }) => own_merchant !== undefined);
    ok(confined.length > 0);
    for (const route of confined) {
      const authorization = callers.headerOf('merchant_admin', route.right, 'with');
      const path = addressOf(route);
      const { status, body } = await service.ask('GET', path, { authorization });
      equal(status, 200, route.operation_id);
      ok(!JSON.stringify(body).includes('"cell'), route.operation_id);
      const other = { authorization, headers: { 'x-cell': 'east' } };
      equal((await service.ask('GET', path, other)).status, 404, route.operation_id);
    }
  });

  it('refuses a wrong filter as one cell does', async () => {
    const path = '/trades/counts?currency=rupees';
    const [all, one] = [
      await service.ask('GET', path),
      await service.ask('GET', path, { headers: { 'x-cell': 'east' } }),
    ];
    deepEqual([all.status, all.body.errors], [422, one.body.errors]);
  });
});
