// Routes of the operator API: files with messages about disputes.
import {
  downloadDisputeFile,
  type RemovedFileBody,
  removeDisputeFile,
} from '../../../app/dispute/open-dispute-file.ts';
import { sendFileAsOperator } from '../../../app/dispute/send-file.ts';
import { REMOVE_FILE, SEND_FILE } from '../../../domain/dispute/dispute-requests.ts';
import { LIMITS } from '../../../domain/service/limits.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { RETENTION } from '../../../domain/service/retention-kinds.ts';
import { CONTENT_TYPES, PICTURE_TYPES } from '../../../lib/picture/picture-content.ts';
import { OperatorDisputeSchema } from '../../schema/dispute-schemas.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import { flag, shape, text, uuid } from '../../schema/shapes.ts';
import { foreignFile } from '../../transport/file-answer.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const tag = 'Disputes';
const TYPES = PICTURE_TYPES.map((type) => CONTENT_TYPES[type]);
const KEPT_DAYS = RETENTION.dispute_files.days;

export const DISPUTE_FILE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    url: '/disputes/:merchant_id/:id/files',
    operation_id: 'sendDisputeFile',
    right: 'disputes.write',
    own_merchant: { param: 'merchant_id' },
    tag,
    summary: 'Send a file with a message about a dispute',
    description: [
      'The picture is the body: PNG, JPEG or WebP by its content, at most',
      `${LIMITS.receipt_max_bytes} bytes. It is rewritten without metadata. The same file is sent`,
      `once. Its content is deleted after ${KEPT_DAYS} days, unless \`dispute_files\` of`,
      '`/retention` says otherwise.',
    ].join(' '),
    query: queryOf(SEND_FILE.operator),
    upload: [...TYPES, 'application/octet-stream'],
    answer: OperatorDisputeSchema,
    handle: ({ app, operator, params, query, upload }) =>
      sendFileAsOperator(app, operator, params, query, upload),
  }),
  route({
    method: 'GET',
    url: '/disputes/:merchant_id/:id/files/:file_id',
    operation_id: 'downloadDisputeFile',
    right: 'dispute_files.open',
    own_merchant: { param: 'merchant_id' },
    tag,
    summary: 'Download a file about a dispute; recorded in the audit trail',
    description:
      'A file from outside: checked and without metadata, but still best opened in an isolated program.',
    produces: TYPES,
    answer: text('The file, as `file_type` says'),
    handle: async ({ app, operator, params }) => {
      const file = await downloadDisputeFile(app, operator, params);
      return isRefusal(file) ? file : foreignFile(file);
    },
  }),
  route({
    method: 'DELETE',
    url: '/disputes/:merchant_id/:id/files/:file_id',
    operation_id: 'removeDisputeFile',
    right: 'receipts.open',
    tag,
    summary: 'Remove a file about a dispute for good; its message stays',
    description:
      'The reason is recorded in the audit trail. A repeated request has the same answer and ' +
      'changes nothing.',
    body: strictBodyOf(REMOVE_FILE),
    answer: shape<RemovedFileBody>('RemovedDisputeFile', {
      id: uuid('The file'),
      removed: flag('Always true'),
    }),
    handle: ({ app, operator, params, fields }) => removeDisputeFile(app, operator, params, fields),
  }),
];
