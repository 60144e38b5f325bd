// Routes of the operator API: archived months are removed from the database, if owners allow it.
import {
  allowMonthRemoval,
  listRemovals,
  REMOVAL_STATES,
  type RemovalBody,
} from '../../../app/archive/allow-removal.ts';
import { COPY_KINDS, REMOVED_KINDS, STAY_REASONS } from '../../../domain/archive/removal.ts';
import { ALLOW_REMOVAL } from '../../../domain/archive/removal-requests.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import { integer, list, moment, momentOrNull, shape, text, words } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const RemovalSchema = shape<RemovalBody>('Removal', {
  month: text('The archived month'),
  state: words(
    REMOVAL_STATES,
    '`planned`: owners have to allow it; `allowed`: the command on the machine carries it out',
  ),
  file_sha256: text('The SHA-256 of the file with which every row is compared'),
  copy: words(COPY_KINDS, 'The second file was read by the command, or a person told its hash'),
  trades: integer('How many trades go'),
  rows: list(
    shape<RemovalBody['rows'][number]>('RemovedRows', {
      kind: words(REMOVED_KINDS, 'The table'),
      planned: integer('Rows that go'),
      removed: integer('Rows that are gone so far'),
    }),
    { description: 'Each table, in the order in which its rows go' },
  ),
  stays: list(
    shape<RemovalBody['stays'][number]>('StayingRows', {
      reason: words(STAY_REASONS, 'Why trades or bank lines stay'),
      words: text('The same in words'),
      count: integer('How many'),
    }),
    { description: 'Trades and bank lines of the month that stay, by the reason' },
  ),
  differs: integer('Records that differ from the file: their trades and lines stay'),
  planned_at: moment('When the plan was made'),
  allowed_at: momentOrNull('When owners allowed it'),
  ended_at: momentOrNull('When everything was removed'),
});

const tag = 'Retention';

export const REMOVAL_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/removals',
    operation_id: 'listRemovals',
    right: 'settings.read',
    tag,
    summary: 'List the archived months that are planned to be removed, or were',
    description: 'A plan is made by `archive remove` on the machine of the service.',
    answer: shape<{ removals: RemovalBody[] }>('RemovalList', {
      removals: list(RemovalSchema, { description: 'Oldest month first' }),
    }),
    handle: ({ app }) => listRemovals(app),
  }),
  route({
    method: 'POST',
    url: '/removals/:month',
    operation_id: 'allowRemoval',
    approval: { acts: ['retention'] },
    right: 'retention.change',
    tag,
    summary: 'Allow that an archived month is removed from the database, for good',
    description:
      'Names the file and the number of trades of the plan; refused with `act_not_allowed` if ' +
      'the plan has others. `archive remove` on the machine of the service then carries it out.',
    body: strictBodyOf(ALLOW_REMOVAL),
    answer: RemovalSchema,
    handle: ({ app, operator, params, fields }) =>
      allowMonthRemoval(app, operator, params.month, fields),
  }),
];
