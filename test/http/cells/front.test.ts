// Which cell's server a request is handed to, and that it gets the request as it came.
import { deepEqual, equal, match } from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import type { ServedCell, ServedCells } from '../../../server/app/cell/cells.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { createFront } from '../../../server/http/cells/front.ts';
import { cleanup } from '../../support/cleanup.ts';
import { makeMerchant, openTestApp } from '../../support/test-app.ts';

type Opened = { app: OpenApp; merchant_id: string; token: string; page: string };

const keep = cleanup();
const opened: Opened[] = [];
const SIGNATURE = 'ab'.repeat(32);
const silent = () => undefined;
const LOG = { info: silent, warn: silent, error: silent };

before(async () => {
  for (const name of ['north', 'south']) {
    const { app, stop } = await openTestApp();
    keep(stop);
    const { merchant_id, token } = await makeMerchant(app, { name });
    const { page_key_id } = app.store.cipher;
    const trade = { merchant_id, trade_id: crypto.randomUUID(), page_key_id };
    opened.push({ app, merchant_id, token, page: new URL(app.page_url(trade)).pathname });
  }
});

function at(index: number): Opened {
  const one = opened[index];
  if (one === undefined) throw new Error(`There is no cell ${index}`);
  return one;
}

/** Answers with its own name and what it has received. */
const serverNamed =
  (name: string): RequestListener =>
  async (request, response) => {
    const hash = createHash('sha256');
    for await (const part of request) hash.update(part);
    response.end(JSON.stringify({ server: name, body: hash.digest('hex'), url: request.url }));
  };

async function open(all: readonly ServedCell[]) {
  const { app: control } = at(0);
  const cells: ServedCells = { control, all };
  const front = createFront({
    cells,
    control: serverNamed('control'),
    serverOf: serverNamed,
    public_url: () => 'http://127.0.0.1',
    log: LOG,
  });
  const server = createServer(front).listen(0, '127.0.0.1');
  await once(server, 'listening');
  keep(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, ...body } as {
      status: number;
      headers: Headers;
      server?: string;
      body?: string;
      detail?: string;
    };
  };
}

const cell = (name: string, app: OpenApp | null): ServedCell => ({
  name,
  begun_at: 0,
  app: () => app,
});
const both = () => [cell('north', at(0).app), cell('south', at(1).app)];
const withToken = (token: string) => ({ headers: { 'x-token': token } });

describe('the front', () => {
  it('hands a request to the cell of its token, and a page to that of its merchant', async () => {
    const ask = await open(both());
    for (const [index, name] of ['north', 'south'].entries()) {
      const { token, page } = at(index);
      equal((await ask('/api/v1/events', withToken(token))).server, name);
      equal((await ask(page)).server, name);
      equal((await ask(`${page}/status?lang=en`)).server, name);
    }
  });

  it('leaves all else to the control cell', async () => {
    const ask = await open(both());
    const paths = ['/', '/operator/v1/merchants', '/api/v1/limits', '/pay/assets/a.css', '/readyz'];
    for (const path of paths) equal((await ask(path)).server, 'control');
    equal((await ask('/api/v1/events', withToken('pot_unknown'))).server, 'control');
    const nobodys = at(0).page.replace(/.{60}$/, (end) => 'A'.repeat(end.length));
    equal((await ask(nobodys)).server, 'control');
    const keys = await ask('/api/v1/proof_keys');
    deepEqual([keys.status, keys.server], [401, undefined]);
  });

  it('reads no more of a signed request than its merchant, and hands all of it on', async () => {
    const ask = await open(both());
    for (const [index, name] of ['north', 'south'].entries()) {
      const { merchant_id } = at(index);
      for (const size of [0, 1_000, 70_000, 400_000]) {
        const text = JSON.stringify({ merchant_id, more: randomBytes(size).toString('hex') });
        const expected = createHash('sha256').update(text).digest('hex');
        const whole = { ...withToken(SIGNATURE), method: 'POST', body: text };
        const told = await ask('/api/v1/orders/deposit/create', whole);
        deepEqual([told.server, told.body], [name, expected]);
        const body = new Blob([text]).stream();
        const parts = { ...whole, body, duplex: 'half' } as RequestInit;
        const chunked = await ask('/api/v1/orders/deposit/create', parts);
        deepEqual([chunked.server, chunked.body], [name, expected]);
      }
      equal((await ask(`/api/v1/orders/${merchant_id}/x`, withToken(SIGNATURE))).server, name);
      const empty = { ...withToken(SIGNATURE), method: 'POST', body: '' };
      equal((await ask('/api/v1/orders/cancel', empty)).server, 'control');
    }
    const strange = { ...withToken(SIGNATURE), method: 'POST', body: '{"merchant_id":"7"}' };
    equal((await ask('/api/v1/orders/cancel', strange)).server, 'control');
  });

  it('says which cells are away if it cannot know whose a request is', async () => {
    const { token, merchant_id, page } = at(1);
    const north = cell('north', at(0).app);
    const ask = await open([north, cell('south', null), cell('west', null)]);
    const signed = {
      ...withToken(SIGNATURE),
      method: 'POST',
      body: `{"merchant_id":"${merchant_id}"}`,
    };
    for (const told of [
      await ask('/api/v1/events', withToken(token)),
      await ask('/api/v1/orders/cancel', signed),
    ]) {
      deepEqual([told.status, told.headers.get('retry-after')], [503, '2']);
      equal(told.detail, 'The cells south, west are not answering. Try again soon.');
    }
    const path = `${page}/live`;
    equal((await ask(path)).status, 503);
    equal((await ask('/api/v1/events', withToken(at(0).token))).server, 'north');
  });

  it('hands a token that is known to a cell whose database has gone since', async () => {
    const { app, token } = at(1);
    const settings = {
      ...app.settings,
      fresh: () => null,
      current: () => Promise.reject(new Error('It is away')),
    };
    const ask = await open([cell('north', at(0).app), cell('south', { ...app, settings })]);
    equal((await ask('/api/v1/events', withToken(token))).server, 'south');
    const unknown = await ask('/api/v1/events', withToken('pot_unknown'));
    equal(unknown.detail, 'The cell south is not answering. Try again soon.');
  });

  it('serves a merchant that two cells have in neither', async () => {
    const { app, token, page } = at(1);
    const ask = await open([...both(), cell('copy', app)]);
    const told = await ask('/api/v1/events', withToken(token));
    equal(told.status, 503);
    match(told.detail ?? '', /^The cells south, copy have the same merchant/);
    equal((await ask(`${page}/live`)).status, 503);
  });
});
