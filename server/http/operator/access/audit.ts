// Routes of the operator API: the audit trail.
import { Type } from 'typebox';
import { type AuditBody, listAudit } from '../../../app/access/list-audit.ts';
import { ACTOR_ROLES } from '../../../domain/record/trade.ts';
import {
  filter,
  integer,
  moment,
  PAGING,
  pageShape,
  shape,
  text,
  textOrNull,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const AuditSchema = shape<AuditBody>('AuditEntry', {
  number: integer('1, 2, 3 … without gaps'),
  at: moment('When'),
  actor: shape<AuditBody['actor']>('AuditActor', {
    role: words(ACTOR_ROLES),
    id: textOrNull('The token; null for a customer and for the service itself'),
  }),
  action: text('What was done, as in `bank_line_assign`'),
  target: text('What it was done to: a path, as in `trades/MERCHANT/TRADE`'),
  detail: Type.Record(Type.String(), Type.Unknown(), {
    description: 'What was requested and why (`note`), without secrets and account numbers',
  }),
  hash: text('Over this entry and the hash before it'),
});

export const AUDIT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/audit',
    operation_id: 'listAudit',
    right: 'audit.read',
    tag: 'Audit',
    summary: 'List what people and programs did, newest first',
    query: {
      actor: filter('A role, or the id of a token'),
      action: filter('One kind of act'),
      target: filter(
        'One record with everything below it: `trades/MERCHANT`, `trades/MERCHANT/TRADE`',
      ),
      from: filter('From this time on, or from this day on in UTC'),
      to: filter('Before this time, or before this day in UTC'),
      ...PAGING,
    },
    answer: pageShape('AuditPage', AuditSchema),
    handle: ({ app, query }) => listAudit(app, query),
  }),
];
