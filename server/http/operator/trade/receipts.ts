// Routes of the operator API: payers' receipts and paid notices.

import {
  downloadReceipt,
  listPaidNotices,
  listReceipts,
  type PaidNoticeBody,
  type ReceiptBody,
  removeReceipt,
} from '../../../app/trade/receipts.ts';
import { STATES } from '../../../domain/record/trade.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { RETENTION } from '../../../domain/service/retention-kinds.ts';
import {
  FIND_PAID_NOTICES,
  FIND_RECEIPTS,
  REMOVE_RECEIPT,
} from '../../../domain/trade/query-requests.ts';
import { CONTENT_TYPES, PICTURE_TYPES } from '../../../lib/picture/picture-content.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import {
  integer,
  moment,
  momentOrNull,
  PAGING,
  pageShape,
  shape,
  text,
  uuid,
  words,
} from '../../schema/shapes.ts';
import { foreignFile } from '../../transport/file-answer.ts';
import { type OperatorRoute, route } from '../route/route.ts';

export const ReceiptSchema = shape<ReceiptBody>('Receipt', {
  id: uuid('The receipt'),
  merchant_id: uuid('Whose trade'),
  trade_id: uuid('The trade'),
  file_type: words(PICTURE_TYPES, 'By what the file contains'),
  size_bytes: integer('As it is kept'),
  given_at: moment('When the payer sent it'),
  removed_at: momentOrNull('When the file was removed; null while it is there'),
});

const PaidNoticeSchema = shape<PaidNoticeBody>('PaidNotice', {
  merchant_id: uuid('Whose trade'),
  trade_id: uuid('The trade'),
  order_id: text('The merchant’s own id of the order'),
  state: words(STATES, 'Of the trade now'),
  said_at: moment('When the payer first said that they have paid'),
});

const tag = 'Receipts';
const KEPT_DAYS = RETENTION.receipts.days;

export const RECEIPT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/receipts',
    operation_id: 'listReceipts',
    right: 'trades.read',
    own_merchant: { query: 'merchant_id' },
    tag,
    summary: 'List payers’ receipts, newest first',
    description: `Evidence for people, never proof. Files are deleted ${KEPT_DAYS} days after they were sent, unless \`receipts\` of \`/retention\` says otherwise.`,
    query: { ...queryOf(FIND_RECEIPTS), ...PAGING },
    answer: pageShape('ReceiptPage', ReceiptSchema),
    handle: ({ app, query }) => listReceipts(app, query),
  }),
  route({
    method: 'GET',
    url: '/receipts/:merchant_id/:id/file',
    operation_id: 'downloadReceipt',
    right: 'receipts.open',
    tag,
    summary: 'Download a receipt’s file; recorded in the audit trail',
    description:
      'A file from outside: checked and without metadata, but still best opened in an isolated program.',
    produces: Object.values(CONTENT_TYPES),
    answer: text('The file, as `file_type` says'),
    handle: async ({ app, operator, params }) => {
      const file = await downloadReceipt(app, operator, params.merchant_id, params.id);
      return isRefusal(file) ? file : foreignFile(file);
    },
  }),
  route({
    method: 'DELETE',
    url: '/receipts/:merchant_id/:id',
    operation_id: 'removeReceipt',
    right: 'receipts.open',
    tag,
    summary: 'Remove a receipt’s file for good; a record that there was one stays',
    description:
      'The reason is recorded in the audit trail. A repeated request has the same answer and ' +
      'changes nothing.',
    body: strictBodyOf(REMOVE_RECEIPT),
    answer: ReceiptSchema,
    handle: ({ app, operator, params, fields }) =>
      removeReceipt(app, operator, params.merchant_id, params.id, fields),
  }),
  route({
    method: 'GET',
    url: '/paid_notices',
    operation_id: 'listPaidNotices',
    right: 'trades.read',
    own_merchant: { query: 'merchant_id' },
    tag,
    summary: 'List the payers who say that they have paid, newest first',
    description: 'For payers without a UTR. It changes no state and stops no timer.',
    query: { ...queryOf(FIND_PAID_NOTICES), ...PAGING },
    answer: pageShape('PaidNoticePage', PaidNoticeSchema),
    handle: ({ app, query }) => listPaidNotices(app, query),
  }),
];
