// Routes of the operator API: how long each kind of data is kept, and what is erased before.
import {
  getRetention,
  type RetentionBody,
  type RetentionKindBody,
  setRetention,
} from '../../../app/retention/retention.ts';
import { SET_RETENTION } from '../../../domain/retention/retention-requests.ts';
import { RETENTION_KINDS } from '../../../domain/service/retention-kinds.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  flag,
  integer,
  integerOrNull,
  list,
  momentOrNull,
  settingVersionText,
  shape,
  text,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { CUSTOMER_ERASURE_ROUTES } from './customer-erasure.ts';
import { ERASURE_ROUTES } from './erasure.ts';
import { REMOVAL_ROUTES } from './removals.ts';

const KindSchema = shape<RetentionKindBody>('RetentionKind', {
  kind: words(RETENTION_KINDS, 'The kind of data; `ends` says what belongs to it'),
  days: integerOrNull('How long it is kept; null: without an end'),
  default_days: integer('Unless somebody has set others'),
  min_days: integer('The fewest that may be set'),
  max_days: integer('The most that may be set'),
  may_stay: flag('It may also be kept without an end'),
  ends: text('What ends, and when its days begin'),
  stays: text('What stays of it'),
  why: text('Why these days: the law or the deadline behind them'),
  ends_before: momentOrNull('What began before has ended, or ends with the next rounds'),
  oldest_at: momentOrNull(
    'From when the oldest row is that is still kept; of callbacks only those older than the ' +
      'shorter of their periods are known',
  ),
  looked_at: momentOrNull('When the job last looked at all of this kind'),
  last_ended_at: momentOrNull('When it last ended some'),
  rows_ended: integer('How many rows it has ended so far'),
  ended_before: momentOrNull('Of callbacks: some that ended before this time were removed'),
  version: settingVersionText(),
});

const RetentionSchema = shape<RetentionBody>('Retention', {
  kinds: list(KindSchema, { description: 'One row for each kind of data' }),
});

const tag = 'Retention';

export const RETENTION_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/retention',
    operation_id: 'getRetention',
    right: 'settings.read',
    tag,
    summary: 'Show how long each kind of data is kept, and what has ended',
    description:
      'Periods are in days; null means without an end. Each kind says what ends, what stays and ' +
      'why.',
    answer: RetentionSchema,
    handle: ({ app }) => getRetention(app),
  }),
  route({
    method: 'PUT',
    url: '/retention',
    operation_id: 'setRetention',
    takes_version: true,
    approval: { acts: ['retention'] },
    right: 'retention.change',
    tag,
    summary: 'Set how long kinds of data are kept',
    description:
      'Sets the named kinds, and leaves the others. Fewer days than before need two people: what ' +
      'has ended is gone for good.',
    body: strictBodyOf(SET_RETENTION),
    answer: RetentionSchema,
    handle: ({ app, operator, fields }) => setRetention(app, operator, fields),
  }),
  ...REMOVAL_ROUTES,
  ...ERASURE_ROUTES,
  ...CUSTOMER_ERASURE_ROUTES,
];
