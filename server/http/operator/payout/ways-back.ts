// Route of the operator API: refund and reversal of a pay-in beside each other.
import { showWaysBack, type WayBack, type WaysBack } from '../../../app/payout/ways-back.ts';
import { flag, list, shape, textOrNull } from '../../schema/shapes.ts';
import { ForeseenEntrySchema } from '../ledger/ledger.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const WaySchema = shape<WayBack>('WayBack', {
  type: textOrNull(
    'Type of payment of the refund, on which its fee may depend; null of a reversal',
  ),
  is_possible: flag('Whether the pay-in allows it now; a second person may have to agree'),
  code: textOrNull('Why it is not possible'),
  detail: textOrNull('The same in words'),
  now: list(ForeseenEntrySchema, { description: 'What is posted at once' }),
  once_paid: list(ForeseenEntrySchema, {
    description: 'What is posted when its pay-out is paid; empty for a reversal',
  }),
});

export const WAYS_BACK_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/trades/:merchant_id/:id/ways_back',
    operation_id: 'showWaysBack',
    right: 'ledger.read',
    tag: 'Trades',
    summary: 'Show what a refund and a reversal of a pay-in would each post now',
    description:
      'A refund is of everything that is left, to the payee that is known, or else of the ' +
      'type of the pay-in. Nothing is written: the entries are those that ' +
      'the same decision would write now.',
    answer: shape<WaysBack>('WaysBack', { refund: WaySchema, reverse: WaySchema }),
    handle: ({ app, operator, params }) =>
      showWaysBack(app, operator, params.merchant_id, params.id),
  }),
];
