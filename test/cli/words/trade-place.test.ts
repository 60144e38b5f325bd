// A trade by its merchant's order id: merchants choose those, so that several may have one.
import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client, ServiceAnswer } from '../../../cli/client/client.ts';
import { lookUpOrder } from '../../../cli/client/trade-place.ts';

const MERCHANTS = ['01890a5d-ac96-774b-bcce-b302099a8001', '01890a5d-ac96-774b-bcce-b302099a8002'];
const [one = '', other = ''] = MERCHANTS;
const TRADES: readonly Record<string, string>[] = [
  { merchant_id: one, id: '01890a5d-ac96-774b-bcce-b302099a9001', order_id: 'alone' },
  { merchant_id: one, id: '01890a5d-ac96-774b-bcce-b302099a9002', order_id: 'shared' },
  { merchant_id: other, id: '01890a5d-ac96-774b-bcce-b302099a9003', order_id: 'shared' },
  // Many merchants take ids like ours for their orders.
  {
    merchant_id: other,
    id: '01890a5d-ac96-774b-bcce-b302099a9004',
    order_id: '01890a5d-ac96-774b-bcce-b302099affff',
  },
];

const bodyOf = (body: Record<string, unknown>) =>
  ({ kind: 'body', body }) as unknown as ServiceAnswer;
const problem = (status: number, code: string): ServiceAnswer => ({
  kind: 'problem',
  problem: { status, code, detail: code },
});

/** Answers as the service does, and notes what it was asked. */
function scripted(away = false) {
  const asked: string[] = [];
  type Options = { query?: Record<string, unknown> };
  const answerTo = (path: string, options: Options) => {
    asked.push(path);
    if (away) return problem(503, 'unavailable');
    if (path === '/merchants') return bodyOf({ data: MERCHANTS.map((id) => ({ id })) });
    if (path === '/trades') {
      const { order_id } = options.query ?? {};
      return bodyOf({ data: TRADES.filter((trade) => trade['order_id'] === order_id) });
    }
    const [, , merchant_id, id] = path.split('/');
    const trade = TRADES.find((row) => row['merchant_id'] === merchant_id && row['id'] === id);
    return trade === undefined ? problem(404, 'not_found') : bodyOf({ trade });
  };
  const operator = (path: string, options: Options = {}) =>
    Promise.resolve(answerTo(path, options));
  return { client: { operator } as unknown as Client, asked };
}

const shownBy = async (text: string) => {
  const answer = await lookUpOrder(scripted().client, text);
  return answer.kind === 'body' ? Object(answer.body['trade']).id : answer;
};
const detailOf = (answer: ServiceAnswer) =>
  answer.kind === 'problem' ? answer.problem.detail : answer.kind;

describe('a trade that is shown', () => {
  it('is found by its order id, also by one that looks like an id of ours', async () => {
    equal(await shownBy('alone'), TRADES[0]?.['id']);
    equal(await shownBy(TRADES[3]?.['order_id'] ?? ''), TRADES[3]?.['id']);
  });

  it('is found by its own id without a search', async () => {
    const { client, asked } = scripted();
    await lookUpOrder(client, `${one}/${TRADES[0]?.['id']}`);
    deepEqual(asked, [`/trades/${one}/${TRADES[0]?.['id']}`]);
  });

  it('is named with the others if several merchants have its order id', async () => {
    const answer = await lookUpOrder(scripted().client, 'shared');
    equal(
      detailOf(answer),
      `Several trades have the order id shared: ${one}/${TRADES[1]?.['id']}, ` +
        `${other}/${TRADES[2]?.['id']}.`,
    );
  });

  it('is nowhere if nobody has it, and not found if the service is away', async () => {
    match(detailOf(await lookUpOrder(scripted().client, 'nobody')), /no trade nobody.*order id/);
    equal(detailOf(await lookUpOrder(scripted(true).client, 'alone')), 'unavailable');
  });
});
