// The names of what something is about, composed of the parts that the service tells.
import { deepEqual, equal } from 'node:assert/strict';
import { it } from 'node:test';
import { orderName } from '../../../../console/parts/names/order-name.ts';
import { TARGET_NAMES } from '../../../../console/texts/targets.ts';
import { settlementOrderId } from '../../../../server/domain/settlement/settlement-approval.ts';
import { namedOf, wordsOfAll } from '../../../support/names/named-targets.ts';

it('say what it is, which one, and whose', () => {
  deepEqual(
    wordsOfAll((named) => TARGET_NAMES[named.kind](named)),
    {
      trades: 'Order 4471 of Asha Traders',
      disputes: 'Dispute about order 4471 of Asha Traders',
      settlements: 'Settlement 12 of Asha Traders',
      bank_lines: 'Bank line at HDFC ··0001',
      waiting_lines: 'Waiting bank line at HDFC ··0001',
      statements: 'Statement at HDFC ··0001',
      approvals: 'Refund for Asha Traders',
      merchants: 'Asha Traders',
      receiving_accounts: 'HDFC ··0001',
      payout_batches: 'Batch PO-20261128-1 at HDFC ··0001',
      people: 'Asha Rao',
      scheduled_reports: 'Report “Daily”',
    },
  );
});

it('leave out whose it is if nobody knows', () => {
  const nobody = { merchant_name: null, account_name: null };
  equal(TARGET_NAMES.approvals({ ...namedOf('approvals'), ...nobody }), 'Refund');
  equal(TARGET_NAMES.trades({ ...namedOf('trades'), ...nobody }), 'Order 4471');
  equal(TARGET_NAMES.statements({ ...namedOf('statements'), ...nobody }), 'Statement');
});

it('have no id that the service gave to the order of a settlement', () => {
  const order_id = settlementOrderId('01a22e87-cd05-733d-b7dc-6109e168eedb');
  equal(orderName(order_id), 'Settlement …eedb');
  equal(orderName('settlement-of-march'), 'settlement-of-march');
});
