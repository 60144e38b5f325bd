// Routes of the operator API: addresses of the console that people keep under a name.

import {
  createView,
  listViews,
  removeView,
  type SavedViewBody,
  shareView,
} from '../../../app/saved-view/saved-views.ts';
import {
  CREATE_VIEW,
  FIND_VIEWS,
  SHARE_VIEW,
} from '../../../domain/saved-view/saved-view-requests.ts';
import { VIEW_LIST_NAMES } from '../../../domain/saved-view/view-lists.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import { flag, list, moment, shape, text, uuid, wordsOrNull } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const tag = 'Saved views';
const OWN = { right: 'own.use', own_merchant: { caller: true }, tag } as const;

const SavedViewSchema = shape<SavedViewBody>('SavedView', {
  id: uuid('The view'),
  name: text('As its owner calls it'),
  list: wordsOrNull(
    VIEW_LIST_NAMES,
    'The list of the console that it shows; null: an address of an older version, of no list',
  ),
  address: text('Below /console: path and filters'),
  columns: {
    ...list(text('As `^order:200`: `^` pinned, `-` hidden, its width in pixels')),
    type: ['array', 'null'],
    description: 'The columns of the list in their order; null: as each reader has them',
  },
  is_shared: flag('Colleagues see it as well'),
  is_own: flag('It belongs to the caller'),
  created_at: moment('When it was saved'),
});

export const SAVED_VIEW_ROUTES: readonly OperatorRoute[] = [
  route({
    ...OWN,
    method: 'GET',
    url: '/saved_views',
    operation_id: 'listSavedViews',
    summary: 'List your own views and those that colleagues share',
    description: 'Of those that are shared: views of lists that you may read.',
    query: queryOf(FIND_VIEWS),
    answer: shape<{ data: SavedViewBody[] }>('SavedViews', {
      data: list(SavedViewSchema, { description: 'The oldest first' }),
    }),
    handle: ({ app, operator, query }) => listViews(app, operator, query),
  }),
  route({
    ...OWN,
    method: 'POST',
    url: '/saved_views',
    operation_id: 'createSavedView',
    summary: 'Save a list of the console with its filters under a name; only you see it',
    description:
      'Refused for an address that is no page of the console, for unknown filters, beyond 100 ' +
      'views of one list, and beyond 500 in all. A repeated request saves another one.',
    body: strictBodyOf(CREATE_VIEW),
    status: 201,
    answer: SavedViewSchema,
    handle: ({ app, operator, fields }) => createView(app, operator, fields),
  }),
  route({
    ...OWN,
    method: 'DELETE',
    url: '/saved_views/:id',
    operation_id: 'removeSavedView',
    summary: 'Remove one of your views',
    description:
      'A shared one goes for your colleagues, too. Another person’s view is refused or has the ' +
      'answer 404.',
    answer: SavedViewSchema,
    handle: ({ app, operator, params }) => removeView(app, operator, params.id),
  }),
  route({
    method: 'PUT',
    url: '/saved_views/:id/sharing',
    operation_id: 'shareSavedView',
    right: 'views.share',
    own_merchant: { caller: true },
    tag,
    summary: 'Share a view with your colleagues, or no longer',
    description: 'A merchant’s people share with each other; the operator’s people do not see it.',
    body: strictBodyOf(SHARE_VIEW),
    answer: SavedViewSchema,
    handle: ({ app, operator, params, fields }) => shareView(app, operator, params.id, fields),
  }),
];
