// Routes of the operator API: the audit trail, and everybody's own log.

import { Type } from 'typebox';
import { type ListedAuditBody, listAudit, listOwnAudit } from '../../../app/access/list-audit.ts';
import { FIND_AUDIT } from '../../../domain/access/trail-requests.ts';
import { queryOf } from '../../schema/request-schema.ts';
import {
  integer,
  moment,
  PAGING,
  pageShape,
  shape,
  text,
  textOrNull,
  uuidOrNull,
} from '../../schema/shapes.ts';
import { NAMED_ACTOR } from '../../schema/shared-members.ts';
import { NamedTargetOrNull } from '../route/named-target-schema.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const AuditSchema = shape<ListedAuditBody>('AuditEntry', {
  number: integer('1, 2, 3 … without gaps'),
  at: moment('When'),
  actor: shape<ListedAuditBody['actor']>('AuditActor', {
    ...NAMED_ACTOR,
    token_name: textOrNull('The token with which the person did it; null in a session'),
  }),
  action: text('What was done, as in `bank_line_assign`'),
  target: text('What it was done to: a path, as in `trades/MERCHANT/TRADE`'),
  named_target: NamedTargetOrNull,
  detail: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'What was requested and why (`note`), what changed (`before`, `after`), without secrets ' +
      'and account numbers',
  }),
  origin: Type.Union(
    [
      shape<NonNullable<ListedAuditBody['origin']>>('AuditOrigin', {
        address: text('The IP address'),
        request_id: text('As in the header `X-Request-Id` of the answer'),
        session_id: uuidOrNull('The person’s session; null with a token'),
        operator_token_id: uuidOrNull('The token; null in a session'),
      }),
      Type.Null(),
    ],
    {
      description: 'From where; null for what the service does by itself',
    },
  ),
  hash: text('Over this entry and the hash before it'),
});

const tag = 'Audit';

export const AUDIT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/audit',
    operation_id: 'listAudit',
    right: 'audit.read',
    tag,
    summary: 'List what people and programs did, newest first',
    description:
      'Filters can be combined. Entries are never changed or removed; names beside ids are those ' +
      'of today.',
    query: { ...queryOf(FIND_AUDIT), ...PAGING },
    answer: pageShape('AuditPage', AuditSchema),
    handle: ({ app, operator, query }) => listAudit(app, operator, query),
  }),
  route({
    method: 'GET',
    url: '/own_audit',
    operation_id: 'listOwnAudit',
    right: 'own.use',
    own_merchant: { caller: true },
    tag,
    summary: 'List what you did, your sign-ins and what happened to your account, newest first',
    description:
      'A token that belongs to nobody gets what it did itself. Of acts by others on your account ' +
      'it does not show from where they came.',
    query: { ...queryOf(FIND_AUDIT), ...PAGING },
    answer: pageShape('OwnAuditPage', AuditSchema),
    handle: ({ app, operator, query }) => listOwnAudit(app, operator, query),
  }),
];
