// Routes of the operator API: the data of a trade's payer are erased.
import { Type } from 'typebox';
import {
  ERASURE_STATES,
  type ErasureBody,
  erasePayer,
  showErasure,
} from '../../../app/erasure/erase-payer.ts';
import { ERASURE_OBSTACLES } from '../../../domain/erasure/erase-payer.ts';
import { ERASE_PAYER } from '../../../domain/erasure/erasure-requests.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import { integer, momentOrNull, shape, text, uuid, words } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const ErasureSchema = shape<ErasureBody>('Erasure', {
  merchant_id: uuid('The merchant'),
  trade_id: uuid('The trade'),
  state: words(ERASURE_STATES, '`waiting`: asked for, and carried out within a minute'),
  asked_at: momentOrNull('When it was last asked for'),
  erased_at: momentOrNull('When it was carried out'),
  obstacle: Type.Union(
    [
      shape<NonNullable<ErasureBody['obstacle']>>('ErasureObstacle', {
        reason: words(ERASURE_OBSTACLES, 'Only `kept_by_law` gives way to an `early_reason`'),
        words: text('The same in words'),
        until: momentOrNull('Null: nobody knows'),
      }),
      Type.Null(),
    ],
    { description: 'What stands against it; null: nothing, or no data are left to erase' },
  ),
  erases: shape<ErasureBody['erases']>('ErasedCounts', {
    trade_fields: integer('Customer, payee, description and addresses of the trade'),
    notes: integer('Notes on what was done'),
    bank_lines: integer('Lines of bank statements: text, name and number of the other side'),
    dispute_messages: integer('Messages about disputes'),
    receipts: integer('Receipts of the payer'),
    dispute_files: integer('Files about disputes'),
    payout_files: integer('Files for banks; whole, with the other payees of their batch'),
    bank_answers: integer('What the bank said of its attempts'),
    callback_attempts: integer('Answers and addresses of the receivers of callbacks'),
    proposals: integer('Requests about the trade that a second person decided'),
  }),
});

const tag = 'Erasure';
const url = '/trades/:merchant_id/:id/erasure';

export const ERASURE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url,
    operation_id: 'showErasure',
    right: 'payers.erase',
    tag,
    summary: 'Show what erasing the data of a trade’s payer would erase, or how far it is',
    description:
      'Changes nothing. `obstacle` names what stands against it, and until when if a date is ' +
      'known.',
    answer: ErasureSchema,
    handle: ({ app, params }) => showErasure(app, params),
  }),
  route({
    method: 'POST',
    url,
    operation_id: 'erasePayer',
    approval: { acts: ['erasure'] },
    right: 'payers.erase',
    tag,
    summary: 'Erase the data of a trade’s payer for good',
    description:
      'Amounts, times, states, UTRs, order ids and keyed hashes stay, and the proof with them. ' +
      'Refused with `act_not_allowed` and its `reason` while something is open, and without an ' +
      '`early_reason` until five years after the transaction.',
    body: strictBodyOf(ERASE_PAYER),
    answer: ErasureSchema,
    handle: ({ app, operator, params, fields }) => erasePayer(app, operator, params, fields),
  }),
];
