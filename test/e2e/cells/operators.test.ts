// Operators of a service over three cells, and what it does while one of them is away.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../../bench/fill/with-client.ts';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { spawnService } from '../../../bench/harness/service-process.ts';
import { BENCH_OPERATOR_TOKEN, clientOf, openShop } from '../../../bench/harness/shop.ts';
import type { CellBody } from '../../../server/app/cell/look-at-cells.ts';
import { HOUSE_BOOK } from '../../../server/domain/ledger/ledger.ts';
import { runCli } from '../../cli/test-terminal.ts';
import { cleanup } from '../../support/cleanup.ts';
import {
  CELL_NAMES,
  type CellError,
  type CellName,
  type CellsScene,
  openCellsScene,
  otherCells,
} from './cells-scene.ts';

const keep = cleanup();
let scene: CellsScene;
before(async () => {
  scene = await openCellsScene(keep);
});

type Merged = {
  data: { id: string; cell: string }[];
  next_cursor: string | null;
  cells_away: string[];
};

const command = (...args: string[]) =>
  runCli(args, {
    env: { PAYMENT_ORDERS_URL: scene.url, OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN, NO_COLOR: '1' },
  });

async function cellsListed(): Promise<CellBody[]> {
  return acceptedBody(await scene.operatorOf().get<{ data: CellBody[] }>('/cells')).data;
}

describe('an operator of several cells', () => {
  it('sees which there are, and that each is as it should be', async () => {
    const listed = await cellsListed();
    deepEqual(
      listed.map(({ name, is_control, is_away, away_since, merchants }) => [
        ...[name, is_control, is_away, away_since, merchants],
      ]),
      CELL_NAMES.map((name) => [name, name === 'main', false, null, 2]),
    );
    for (const { migrations_applied, migrations_known } of listed) {
      ok(migrations_known !== null && migrations_known > 30);
      equal(migrations_applied, migrations_known);
    }
    const checked = await command('cells', 'check');
    deepEqual([checked.code, checked.out], [0, 'main: ok\neast: ok\nwest: ok\n']);
  });

  it('is told what is wrong with one, beside the others', async () => {
    const [add, remove] = [
      'insert into schema_migrations select * from taken',
      `create table taken as select * from schema_migrations order by version desc limit 1;
       delete from schema_migrations where version in (select version from taken)`,
    ];
    const rename = (name: string) => `update cell_identity set name = '${name}'`;
    await withClient(scene.urls.east, (client) => client.query(`${remove}; ${rename('north')}`));
    const { code, out } = await command('cells', 'check');
    await withClient(scene.urls.east, (client) =>
      client.query(`${add}; drop table taken; ${rename('east')}`),
    );
    equal(code, 1);
    const lines = out.trimEnd().split('\n');
    deepEqual([lines[0], lines[3]], ['main: ok', 'west: ok']);
    match(lines[1] ?? '', /^east: CELLS: east leads to the schema of the cell north/);
    match(lines[2] ?? '', /^east: The cell east lacks a migration of this release, from 00\d\d-/);
    equal((await command('cells', 'check')).code, 0);
  });

  it('reaches a merchant or an account by its id, in whichever cell it is', async () => {
    for (const name of CELL_NAMES) {
      const { merchant_id } = scene.shops[name];
      const found = await scene.operatorOf().get<{ name: string }>(`/merchants/${merchant_id}`);
      equal(acceptedBody(found).name, name);
      equal((await scene.operatorOf(name).get(`/merchants/${merchant_id}`)).status, 200);
      for (const other of otherCells(name)) {
        const wrong = await scene.operatorOf(other).get<CellError>(`/merchants/${merchant_id}`);
        equal(wrong.status, 404);
        match(wrong.body.detail, /nothing spans two cells/);
      }
    }
  });

  it('names a cell for what is not yet answered over all of them', async () => {
    const unnamed = await scene.operatorOf().get<CellError>('/encryption_keys');
    equal(unnamed.status, 422);
    match(unnamed.body.detail, /^listEncryptionKeys is not yet answered over all cells/);
    for (const name of CELL_NAMES) {
      const { data } = acceptedBody(
        await scene.operatorOf(name).get<{ data: { merchant_id: string }[] }>('/trades'),
      );
      deepEqual(
        [...new Set(data.map(({ merchant_id }) => merchant_id))],
        [scene.shops[name].merchant_id],
      );
      equal(
        acceptedBody(await scene.operatorOf(name).get<{ ok: boolean }>('/verify?full=true')).ok,
        true,
      );
    }
    const nowhere = await scene.operatorOf('north' as CellName).get<CellError>('/trades');
    equal(nowhere.status, 404);
    match(nowhere.body.detail, /X-Cell is one of main, east, west/);
    const reports = await scene.operatorOf('east').get<CellError>('/scheduled_reports');
    match(reports.body.detail, /not yet there for a service with several cells/);
    const person = {
      name: 'Asha',
      role: 'merchant-admin',
      merchant_id: scene.shops.east.merchant_id,
    };
    const invited = await scene.operatorOf().post<CellError>('/people', person);
    match(invited.body.detail, /^invitePerson is for merchants and accounts of the control cell/);
  });

  it('sees who acted, also in a cell that does not know people', async () => {
    type Acts = { data: { actor: { role: string; name: string | null } }[] };
    for (const name of CELL_NAMES) {
      const { data } = acceptedBody(await scene.operatorOf(name).get<Acts>('/audit'));
      const acts = data.filter(({ actor }) => actor.role === 'operator');
      deepEqual([...new Set(acts.map(({ actor }) => actor.name))], ['OPERATOR_TOKEN'], name);
    }
  });

  it('reads a list over all cells, page by page', async () => {
    const shown: string[][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `/merchants?limit=2&cursor=${cursor}`;
      const page = acceptedBody(await scene.operatorOf().get<Merged>(path));
      deepEqual(page.cells_away, []);
      ok(page.data.length <= 2);
      shown.push(...page.data.map(({ id, cell }) => [cell, id]));
      cursor = page.next_cursor;
    }
    for (const name of CELL_NAMES) {
      const own = shown.filter(([cell]) => cell === name).map(([, id]) => id ?? '');
      deepEqual(own.toSorted(), await scene.merchantsIn(name, 'merchants'));
    }
    const { code, out } = await command('merchants', 'list');
    equal(code, 0);
    match(out, / cell *\n/);
    match(out, / east *\n/);
  });

  it('gives an account to one cell only', async () => {
    const account = { type: 'account', currency: 'INR', name: 'House', bank_name: 'Bank' };
    for (const cell of ['main', 'west'] as const) {
      const again = { ...account, number: '5010 0012 3456 71' };
      const refused = await scene
        .operatorOf(cell)
        .post<{ errors: { field: string; message: string }[] }>('/receiving_accounts', again);
      equal(refused.status, 422);
      deepEqual(
        refused.body.errors.map(({ field, message }) => [field, message]),
        [['number', 'is that of an account in the cell east: an account serves one cell']],
      );
    }
  });

  it('sets currencies once for all cells', async () => {
    const put = await scene.operatorOf().send('/currencies', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ currencies: ['INR', 'JPY'] }),
    });
    acceptedBody(put);
    for (const name of CELL_NAMES) {
      const read = () =>
        withClient(scene.urls[name], async (client) => {
          const { rows } = await client.query('select currency from currencies order by 1');
          return rows.map(({ currency }) => currency).join();
        });
      while ((await read()) !== 'INR,JPY') await sleep(50);
    }
  });

  it('places a merchant where the fewest orders are, if no cell is named', async () => {
    for (let index = 0; index < 3; index += 1) {
      await scene.createPayin(scene.shops.main, `more-${index}`, 5_000 + index);
      await scene.createPayin(scene.shops.west, `more-${index}`, 5_000 + index);
    }
    const counted = (name: CellName) =>
      withClient(scene.urls[name], async (client) => {
        // The rows of the house are those of all merchants together.
        const text = `select coalesce(sum(created_count), 0)::int as orders from trade_days
          where merchant_id = $1`;
        return (await client.query<{ orders: number }>(text, [HOUSE_BOOK])).rows[0]?.orders ?? 0;
      });
    while ((await counted('main')) < 4 || (await counted('west')) < 4) await sleep(100);
    const placed = await openShop(scene.operatorOf(), { name: 'anywhere' });
    ok((await scene.merchantsIn('east', 'merchants')).includes(placed.merchant_id));
  });
});

describe('a cell that is away', () => {
  const away = async () => {
    const answer = await clientOf(scene.url, scene.shops.west).get<CellError>('/events');
    return answer.status === 503 ? answer : null;
  };

  const readyChecks = async () => {
    const ready = await fetch(`${scene.url}/readyz`);
    equal(ready.status, 200);
    return ((await ready.json()) as { checks: Record<string, string> }).checks;
  };

  it('is named, and the others serve', async () => {
    await scene.stopWest();
    let answer = await away();
    while (answer === null) {
      await sleep(100);
      answer = await away();
    }
    match(answer.body.detail, /^The cell west is not answering/);
    ok(Number(answer.headers.get('retry-after')) > 0);
    for (const name of ['main', 'east'] as const) {
      equal((await scene.createPayin(scene.shops[name], 'meanwhile', 7_000)).state, 'pending');
    }
    // A cell counts as away once its settings are old: a moment after the first request is refused.
    let checks = await readyChecks();
    while (checks['cell west'] !== 'away') {
      await sleep(100);
      checks = await readyChecks();
    }
    equal(checks['cell east'], 'ok');
    const metrics = await (await fetch(`${scene.url}/metrics`)).text();
    match(metrics, /payment_orders_cell_up\{cell="east"\} 1/);
    match(metrics, /payment_orders_cell_up\{cell="west"\} 0/);
    match(metrics, /payment_orders_http_requests_total\{[^}]*cell="east"/);
    const west = (await cellsListed()).find(({ is_away }) => is_away);
    deepEqual([west?.name, west?.merchants, west?.recent_orders], ['west', null, null]);
    ok(Date.parse(west?.away_since ?? '') <= Date.now());
    const { code, out } = await command('cells', 'check');
    equal(code, 1);
    const trades = acceptedBody(await scene.operatorOf().get<Merged>('/trades'));
    deepEqual(trades.cells_away, ['west']);
    deepEqual([...new Set(trades.data.map(({ cell }) => cell))].toSorted(), ['east', 'main']);
    const listed = await command('trades', 'list');
    deepEqual(
      [listed.code, listed.err],
      [0, 'Not all: what is in west is missing, because it is away.\n'],
    );
    const report = await command('report');
    equal(report.err, listed.err);
    const found = await command('find', scene.shops.east.merchant_id);
    match(found.out, / east$/m);
    match(out, /^main: ok\neast: ok\nwest: The cell west has not answered since 20[^ ]+Z\.\n$/);
  });

  it('does not keep the service from starting, and serves once it is back', async () => {
    await scene.restart();
    const { body, status } = await clientOf(scene.url, scene.shops.west).get<CellError>('/events');
    deepEqual([status, body.code], [503, 'unavailable']);
    match(body.detail, /^The cell west is not answering/);
    const page = new URL(scene.trades.west.url).pathname;
    equal((await fetch(`${scene.url}${page}`)).status, 503);
    const merchant = `/merchants/${scene.shops.west.merchant_id}`;
    match((await scene.operatorOf().get<CellError>(merchant)).body.detail, /^The cell west is not/);
    equal((await scene.createPayin(scene.shops.east, 'after the start', 7_500)).state, 'pending');
    const { out } = await command('cells', 'list');
    match(out, /\nwest +false +true +20/);

    await scene.startWest();
    while ((await away()) !== null) await sleep(100);
    equal((await scene.createPayin(scene.shops.west, 'back', 8_000)).state, 'pending');
  });

  it('cannot be left out of CELLS', async () => {
    const CELLS = JSON.stringify(
      CELL_NAMES.slice(0, 2).map((name) => ({ name, url: scene.urls[name] })),
    );
    const service = spawnService({ ...scene.settings, PORT: '0', CELLS });
    await service.ready.then(
      () => ok(false, 'it started'),
      () => undefined,
    );
    match(service.told(), /CELLS lacks west, which this installation has/);
  });
});
