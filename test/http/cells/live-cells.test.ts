// The counts of open pages over three cells, as a stream: told when any of them changes.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newPayin } from '../../app/scene.ts';
import { cleanup } from '../../support/cleanup.ts';
import { makeMerchant } from '../../support/test-app.ts';
import { AUTHORIZATION, type OperatorService } from '../operator/operator-service.ts';
import { openThreeCells, type ThreeCells } from './three-cells.ts';

type Body = { trades: { state: string; count: number }[]; cells_away?: string[] };

const keep = cleanup();
let service: OperatorService;
let away: ThreeCells['away'];
let apps: ThreeCells['apps'];

before(async () => {
  ({ service, away, apps } = await openThreeCells(keep));
});

async function open(query = '') {
  const abort = new AbortController();
  const response = await fetch(`${service.url}/operator/v1/live${query}`, {
    headers: { accept: 'text/event-stream', authorization: AUTHORIZATION },
    signal: abort.signal,
  });
  let text = '';
  const reading = (async () => {
    for await (const piece of response.body ?? []) text += Buffer.from(piece).toString();
  })().catch(() => undefined);
  const bodies = (): Body[] =>
    [...text.matchAll(/^event: counts\ndata: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
  return {
    bodies,
    async until(holds: (body: Body) => boolean): Promise<Body> {
      for (;;) {
        const found = bodies().findLast(holds);
        if (found !== undefined) return found;
        await sleep(20);
      }
    },
    async close() {
      abort.abort();
      await reading;
    },
  };
}

const pendingOf = ({ trades }: Body) => trades.find(({ state }) => state === 'pending')?.count ?? 0;

function cellOf(name: string) {
  const found = apps.get(name);
  if (found === undefined) throw new Error(`There is no cell ${name}`);
  return found.app;
}

describe('the live counts of three cells', () => {
  it('are told when any cell changes, and which is away', async () => {
    const stream = await open();
    const begun = await stream.until(() => true);
    deepEqual(begun.cells_away, []);
    const { body } = await service.ask('GET', '/live');
    equal(pendingOf(begun), pendingOf(Object(body)));
    const east = cellOf('east');
    await newPayin(east, await makeMerchant(east), { amount_cents: 12_300 });
    await stream.until((one) => pendingOf(one) === pendingOf(begun) + 1);
    away.add('west');
    const without = await stream.until((one) => one.cells_away?.includes('west') === true);
    ok(pendingOf(without) < pendingOf(begun) + 1);
    away.clear();
    const again = await stream.until(
      (one) => one.cells_away?.length === 0 && pendingOf(one) === pendingOf(begun) + 1,
    );
    equal(stream.bodies().at(-1)?.trades.length, again.trades.length);
    await stream.close();
  });

  it('are those of one merchant, in whichever cell it is', async () => {
    const west = cellOf('west');
    const shop = await makeMerchant(west);
    const stream = await open(`?merchant_id=${shop.merchant_id}`);
    const begun = await stream.until(() => true);
    deepEqual([pendingOf(begun), begun.cells_away], [0, undefined]);
    await newPayin(west, shop, { amount_cents: 45_600 });
    await stream.until((one) => pendingOf(one) === 1);
    await stream.close();
  });
});
