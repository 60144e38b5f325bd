// Route of the operator API: what waits for an operator, as one list with counts.

import {
  type AttentionBody,
  type AttentionList,
  listAttention,
} from '../../../app/alert/list-attention.ts';
import { joinAttention } from '../../../app/cell/combined-work.ts';
import { COUNTED_MOST } from '../../../domain/alert/attention-kinds.ts';
import {
  flag,
  integer,
  list,
  moment,
  momentOrNull,
  shape,
  text,
  textOrNull,
} from '../../schema/shapes.ts';
import {
  alertSeverity,
  attentionKind,
  attentionSubject,
  valueUnit,
} from '../../schema/shared-members.ts';
import { combined, withCellsOf } from '../route/combined-answer.ts';
import { NamedTargetOrNull } from '../route/named-target-schema.ts';
import { type OperatorRoute, route } from '../route/route.ts';

export const SUBJECT_ID_WORDS =
  'Its id; `MERCHANT/NUMBER` of a callback endpoint, `MERCHANT/orders` of addresses that orders gave';

const AttentionSchema = shape<AttentionBody>('AttentionItem', {
  kind: attentionKind,
  severity: alertSeverity,
  subject_type: attentionSubject,
  subject_id: textOrNull(SUBJECT_ID_WORDS),
  subject_name: textOrNull('Of the merchant or receiving account that it is about'),
  count: integer(`How many wait; at most ${COUNTED_MOST} are counted`),
  has_more: flag('More than `count` wait'),
  oldest_at: momentOrNull('Since when the longest-waiting one waits, if that is known'),
  worst: NamedTargetOrNull,
  value: integer('What is compared with the threshold'),
  unit: valueUnit,
  threshold: integer('From this value on it is over'),
  is_over: flag('It needs somebody now; while it is over, an alert is raised'),
  text: text('What is wrong and what to do'),
  command: text('The command that shows what is behind it, after `payment-orders`'),
  route: text('The same in this API'),
});

const AttentionListSchema = shape<AttentionList>('AttentionList', {
  data: list(AttentionSchema, { description: 'The most urgent first' }),
  over: integer('How many of them are over their threshold'),
  measured_at: moment('When this was read'),
});

const OVER_CELLS = combined({ rows: ['data'], join: joinAttention });

/** As the document has it, for whoever else sends such a list. */
export const AttentionOfCellsSchema = withCellsOf(OVER_CELLS, AttentionListSchema);

export const ATTENTION_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/attention',
    operation_id: 'listAttention',
    tag: 'Alerts',
    right: 'alerts.read',
    summary: 'List what needs a decision, with counts; the most urgent first',
    description:
      'Everything that waits for a person, read at this moment. Kinds of which nothing waits ' +
      'are left out.',
    answer: AttentionListSchema,
    combined: OVER_CELLS,
    handle: ({ app }) => listAttention(app),
  }),
];
