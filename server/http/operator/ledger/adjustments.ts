// Routes of the operator API: adjustments of merchants' balances.

import { type AdjustmentBody, addAdjustment } from '../../../app/merchant/add-adjustment.ts';
import { ADD_ADJUSTMENT } from '../../../domain/merchant/price-requests.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import { cents, moment, shape, text, uuid } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

export const ADJUSTMENT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    url: '/merchants/:id/adjustments',
    operation_id: 'addAdjustment',
    approval: { acts: ['adjustment'] },
    right: 'adjustments.add',
    tag: 'Merchants',
    summary: 'Add to a merchant’s balance, or take from it',
    description: 'A request repeated with the same Idempotency-Key adjusts once.',
    body: strictBodyOf(ADD_ADJUSTMENT),
    idempotent: true,
    status: 201,
    answer: shape<AdjustmentBody>('Adjustment', {
      id: uuid('The adjustment'),
      merchant_id: uuid('Whose balance'),
      amount_cents: cents('Negative: taken from the balance'),
      currency: text('The balance currency'),
      reason: text('Why'),
      created_at: moment('When'),
    }),
    handle: ({ app, operator, params, fields, idempotency_key }) =>
      addAdjustment(app, operator, params.id, fields, idempotency_key),
  }),
];
