// Route of the operator API: who looks at the same thing at the same time.

import { type PresenceBody, sharePresence } from '../../../app/access/presence.ts';
import { SHARE_PRESENCE } from '../../../domain/person/person-requests.ts';
import { PRESENCE_LIFE_MS } from '../../../domain/service/timers.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import { list, moment, shape, text, uuid } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

export const PRESENCE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'PUT',
    url: '/presence',
    operation_id: 'sharePresence',
    right: 'trades.read',
    background: true,
    tag: 'People',
    summary: 'Say what you look at, and see who else does',
    description:
      `Counts for ${PRESENCE_LIFE_MS / 1_000} seconds: repeat it while the page is open. Only ` +
      'people in a session are seen; a token only reads. It does not keep a session open.',
    body: strictBodyOf(SHARE_PRESENCE),
    answer: shape<{ data: PresenceBody[] }>('Presences', {
      data: list(
        shape<PresenceBody>('Presence', {
          person_id: uuid('Who'),
          name: text('Their name'),
          since: moment('Since when'),
        }),
        { description: 'Everybody else, the first one first' },
      ),
    }),
    handle: ({ app, operator, fields }) => sharePresence(app, operator, fields),
  }),
];
