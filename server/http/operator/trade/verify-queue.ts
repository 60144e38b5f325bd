// Routes of the operator API: the pay-ins whose evidence a person judges, and the bank lines that
// may have paid one.

import { listPossibleLines, type PossibleLines } from '../../../app/trade/possible-lines.ts';
import { listVerifyQueue, type VerifyItem } from '../../../app/trade/verify-queue.ts';
import { VERIFY_QUEUE } from '../../../domain/trade/query-requests.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { TradeSchema } from '../../schema/schemas.ts';
import {
  cents,
  flag,
  integer,
  list,
  momentOrNull,
  PAGING,
  pageShape,
  shape,
  text,
} from '../../schema/shapes.ts';
import { possibleEvidence } from '../../schema/shared-members.ts';
import { BankLineSchema } from '../line/bank-lines.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const ItemSchema = shape<VerifyItem>('VerifyItem', {
  trade: TradeSchema,
  receipts: integer('Files of the payer that can be opened'),
  said_paid_at: momentOrNull('When the payer said, without a UTR, that they have paid'),
});

const PossibleLineSchema = shape<PossibleLines['data'][number]>('PossibleLine', {
  line: BankLineSchema,
  difference_cents: cents('What the line brings beyond what the pay-in waits for; negative: less'),
  is_other_account: flag('The money came to another account than the one that was shown'),
  score: integer('The higher, the more likely'),
  evidence: possibleEvidence,
  explanation: text('The same in words'),
  looks_like_it: flag(
    'It names the pay-in and its amount agrees or nearly: `confirm` asks for it by `despite_line`',
  ),
});

const tag = 'Trades';

export const VERIFY_QUEUE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/verify_queue',
    operation_id: 'listVerifyQueue',
    right: 'trades.read',
    own_merchant: { query: 'merchant_id' },
    tag,
    summary: 'List the pay-ins to verify, longest waiting first',
    description:
      'These are pay-ins in state `verifying`, each with what its payer sent. Numbers are ' +
      'masked; listing reserves nothing.',
    query: { ...queryOf(VERIFY_QUEUE), ...PAGING },
    answer: pageShape('VerifyPage', ItemSchema),
    handle: ({ app, query }) => listVerifyQueue(app, query),
  }),
  route({
    method: 'GET',
    url: '/trades/:merchant_id/:id/possible_lines',
    operation_id: 'listPossibleLines',
    right: 'bank.read',
    tag,
    summary: 'List the bank lines in suspense that may have paid a pay-in, likeliest first',
    description:
      'Lines of its account by amount, UTR and text; lines of other accounts if they have its ' +
      'UTR or reference. Computed when you look; nothing is decided by it.',
    answer: shape<PossibleLines>('PossibleLines', {
      waits_for_cents: cents('The part of the amount that no bank line covers yet'),
      data: list(PossibleLineSchema, { description: 'At most 20' }),
    }),
    handle: ({ app, params }) => listPossibleLines(app, params.merchant_id, params.id),
  }),
];
