// Brings orders into every state that merchants are told of, so that each type of callback has an
// example.
import { equal } from 'node:assert/strict';
import { updateMerchant } from '../../../server/app/merchant/merchants.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import type { TradeAct } from '../../../server/domain/batch/command.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import type { Scene } from '../service-scene.ts';

const ORDER = {
  amount_cents: 30_000,
  amount_currency: 'INR',
  type: 'card',
  client_id: 'customer-8',
};
const BENEFICIARY = { number: '4111 1111 1111 1111', name: 'Asha Rao' };

type Step = readonly [act: TradeAct, details?: object];

const TAKE: Step = ['take'];
const COMPLETE: Step = ['complete', { utr: 'HDFC00005678' }];

/** What happens to each pay-out, one after the other. */
const PAYOUTS: readonly (readonly Step[])[] = [
  [TAKE, COMPLETE, ['dispute', { note: 'The customer says that nothing arrived' }]],
  [TAKE, ['complete', { utr: 'HDFC00005679' }], ['reverse', { reason: 'bank_returned' }]],
  [TAKE, ['fail', { reason: 'beneficiary_rejected', note: 'The bank said so' }]],
  [['cancel']],
];

export async function everyState({ app, post, merchant }: Scene): Promise<void> {
  const { merchant_id } = merchant;
  const act = async (id: string, [name, details = {}]: Step) => {
    accepted(await actOnTrade(app, OPERATOR, merchant_id, id, name, raw({ ...details })));
  };
  const create = async (path: string, order_id: string, more: object = {}) => {
    const order = { merchant_id, order_id, ...ORDER, ...more };
    const { status, body } = await post(`/api/v1/orders/${path}/create`, order);
    equal(status, 201, JSON.stringify(body));
    return String(body.id);
  };
  // The balance from which the pay-outs are paid.
  await act(await create('deposit', 'order-1007', { amount_cents: 900_000 }), ['confirm']);
  for (const [at, steps] of PAYOUTS.entries()) {
    const id = await create('withdrawal', `payout-${2003 + at}`, BENEFICIARY);
    for (const step of steps) await act(id, step);
  }
  const claimed = await create('deposit', 'order-1005');
  await post('/api/v1/orders/deposit/utr', { merchant_id, id: claimed, utr: 'HDFC00009999' });
  await act(claimed, ['fail', { reason: 'fake_proof' }]);
  const deferred = async (deferred_assignment: boolean) => {
    const settings = { deferred_assignment };
    accepted(await updateMerchant(app, OPERATOR, merchant_id, raw({ settings })));
  };
  await deferred(true);
  await create('deposit', 'order-1006');
  await deferred(false);
}
