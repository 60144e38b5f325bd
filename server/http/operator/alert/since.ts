// Route of the operator API: what happened since somebody was here.

import {
  type SinceBody,
  type SinceChange,
  type SinceRow,
  type SinceSum,
  showSince,
  sinceQuery,
} from '../../../app/alert/show-since.ts';
import { joinSince } from '../../../app/cell/combined-work.ts';
import { COUNTED_MOST } from '../../../domain/alert/attention-kinds.ts';
import { SHOW_SINCE } from '../../../domain/alert-setting/alert-requests.ts';
import { SINCE_KINDS, SINCE_MOST_DAYS } from '../../../domain/report/since.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { cents, flag, integer, list, moment, shape, text, words } from '../../schema/shapes.ts';
import { NAMED_ACTOR } from '../../schema/shared-members.ts';
import { combined } from '../route/combined-answer.ts';
import { NamedTargetOrNull } from '../route/named-target-schema.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const SinceSchema = shape<SinceBody>('Since', {
  since: moment('From then on; the start of a quarter of an hour'),
  data: list(
    shape<SinceRow>('SinceRow', {
      kind: words(SINCE_KINDS, '`approvals_for_you` waits now; the others happened since then'),
      count: integer(`How many; at most ${COUNTED_MOST} are counted, of trades all`),
      has_more: flag('More than `count`'),
      sums: list(
        shape<SinceSum>('SinceSum', {
          currency: text('ISO 4217'),
          amount_cents: cents('The sum of the trades'),
        }),
        { description: 'Of trades: one row for each currency; of other things empty' },
      ),
    }),
    { description: 'One row for each kind; `settings_changed` only with the right `audit.read`' },
  ),
  changes: list(
    shape<SinceChange>('SinceChange', {
      at: moment('When'),
      actor: shape<SinceChange['actor']>('SinceActor', NAMED_ACTOR),
      action: text('What was done, as in the audit trail'),
      target: text('What it was done to, as a path'),
      named_target: NamedTargetOrNull,
    }),
    {
      description:
        'The newest settings that colleagues changed; empty without the right `audit.read`',
    },
  ),
});

export const SINCE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/since',
    operation_id: 'showSince',
    tag: 'Alerts',
    right: 'alerts.read',
    summary: 'Show what happened since you were here',
    description:
      'Since the end of your last visit, or since `since`; a token without it gets one day. ' +
      `At most ${SINCE_MOST_DAYS} days are told. \`settings_changed\` and \`changes\`, the ` +
      'newest of what colleagues changed, need the right to read the audit trail.',
    query: queryOf(SHOW_SINCE),
    answer: SinceSchema,
    combined: combined({
      rows: ['changes'],
      // People's sessions are in the control cell only.
      begin: async (call) => {
        const query = await sinceQuery(call.app, call.operator, call.query);
        return isRefusal(query) ? query : { ...call, query };
      },
      join: joinSince,
    }),
    handle: ({ app, operator, query }) => showSince(app, operator, query),
  }),
];
