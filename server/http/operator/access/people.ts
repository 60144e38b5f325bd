// Routes of the operator API: people, their links and their sessions.

import {
  changePersonRole,
  disablePerson,
  enablePerson,
  relinkPerson,
} from '../../../app/access/change-person.ts';
import {
  getPerson,
  invitePerson,
  type ListedPersonBody,
  listPeople,
} from '../../../app/access/people.ts';
import type { InvitedPersonBody, LinkBody, PersonBody } from '../../../app/access/person-views.ts';
import {
  listSessions,
  revokeAnySession,
  revokeSessionsOfPerson,
} from '../../../app/access/sessions.ts';
import { listTies, type TieBody, untiePeople } from '../../../app/approval/person-ties.ts';
import { PERSON_STATES, SECOND_FACTORS } from '../../../domain/access/person.ts';
import { PASSWORD_LINK_KINDS } from '../../../domain/access/person-link.ts';
import {
  CHANGE_PERSON_ROLE,
  DISABLE_PERSON,
  ENABLE_PERSON,
  FIND_PEOPLE,
  FIND_SESSIONS,
  INVITE_PERSON,
  UNTIE_PEOPLE,
} from '../../../domain/person/person-requests.ts';
import { TYING_WAYS } from '../../../domain/record/tie.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import {
  flag,
  list,
  MERCHANT_NAME,
  moment,
  momentOrNull,
  PAGING,
  pageShape,
  settingVersionText,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
} from '../../schema/shapes.ts';
import { personRole } from '../../schema/shared-members.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { ACCESS_REVIEW_ROUTES } from './access-review.ts';
import { ConnectedAccountSchema } from './account-schema.ts';
import { RevokedSessionSchema, RevokedSessionsSchema, SessionSchema } from './own-session.ts';

const READ = { right: 'people.read', tag: 'People' } as const;
const CHANGE = { right: 'people.change', tag: 'People' } as const;

const PERSON = {
  id: uuid('The person'),
  name: text('As others see it'),
  email: text('By which the person signs in; in small letters'),
  role: personRole,
  merchant_id: uuidOrNull('For people of a merchant: the only merchant that they see'),
  state: words(PERSON_STATES, '`invited`: has no password yet'),
  second_factors: list(words(SECOND_FACTORS), {
    description: 'What a sign-in asks for beside the password; empty: none is set up',
  }),
  has_password: flag('Whether a password signs the person in'),
  openid: ConnectedAccountSchema,
  link_expires_at: momentOrNull('When the open link expires; null if there is none'),
  created_at: moment('When the person was invited'),
  changed_at: moment('When something last changed'),
  version: settingVersionText(),
};

const PersonSchema = shape<PersonBody>('Person', PERSON);
const ListedPersonSchema = shape<ListedPersonBody>('ListedPerson', {
  ...PERSON,
  merchant_name: textOrNull(MERCHANT_NAME),
});
const InvitedSchema = shape<InvitedPersonBody>('InvitedPerson', {
  ...PERSON,
  link: shape<LinkBody>('PersonLink', {
    kind: words(
      PASSWORD_LINK_KINDS,
      '`invitation`: to set the first password; `password_reset`: to set a new one',
    ),
    url: text('Shown only now; works once. Give it to this person alone'),
    expires_at: moment('When it expires'),
  }),
});

const TiesSchema = shape<{ data: TieBody[] }>('PersonTies', {
  data: list(
    shape<TieBody>('PersonTie', {
      person_id: uuidOrNull('The other one; null: a token that belongs to nobody'),
      name: textOrNull('Of the other one'),
      way: words(TYING_WAYS, 'The way to sign in that one of them opened for the other'),
      opened_by_other: flag('The other one opened it; otherwise this person did'),
      made_at: moment('When it was opened first'),
    }),
    { description: 'Everybody who is tied to this person, the oldest tie first' },
  ),
});

export const PEOPLE_ROUTES: readonly OperatorRoute[] = [
  ...ACCESS_REVIEW_ROUTES,
  route({
    ...READ,
    method: 'GET',
    url: '/people',
    operation_id: 'listPeople',
    summary: 'List people, newest first',
    description:
      'With those who are invited and disabled. `q` looks in names and e-mail addresses.',
    query: { ...queryOf(FIND_PEOPLE), ...PAGING },
    answer: pageShape('PersonPage', ListedPersonSchema),
    handle: ({ app, query }) => listPeople(app, query),
  }),
  route({
    ...CHANGE,
    method: 'POST',
    url: '/people',
    operation_id: 'invitePerson',
    shows_once: ['link'],
    approval: { acts: ['person_role'] },
    summary: 'Invite a person: the answer has the link by which they set their password',
    description:
      'The link works for 72 hours and is shown only in this answer. Refused if somebody has the ' +
      'e-mail address; a second person may have to approve it.',
    body: strictBodyOf(INVITE_PERSON),
    status: 201,
    answer: InvitedSchema,
    handle: ({ app, operator, fields }) => invitePerson(app, operator, fields),
  }),
  route({
    ...READ,
    method: 'GET',
    url: '/people/:id',
    operation_id: 'getPerson',
    summary: 'Get a person',
    description:
      'With their role, their state and until when their link works. The link itself is never ' +
      'shown again.',
    answer: PersonSchema,
    handle: ({ app, params }) => getPerson(app, params.id),
  }),
  route({
    ...CHANGE,
    method: 'PUT',
    url: '/people/:id/role',
    operation_id: 'changePersonRole',
    takes_version: true,
    approval: { acts: ['person_role'] },
    summary: 'Change a person’s role; their sessions and tokens end',
    description: 'Nobody changes their own role, and the last active owner stays one.',
    body: strictBodyOf(CHANGE_PERSON_ROLE),
    answer: PersonSchema,
    handle: ({ app, operator, params, fields }) =>
      changePersonRole(app, operator, params.id, fields),
  }),
  route({
    ...CHANGE,
    method: 'POST',
    url: '/people/:id/disable',
    operation_id: 'disablePerson',
    summary: 'Disable a person: their sessions, tokens and links end at once',
    description:
      'They stay listed and can be enabled again. Refused for yourself and for the last active ' +
      'owner; it never waits for a second person.',
    body: strictBodyOf(DISABLE_PERSON),
    answer: PersonSchema,
    handle: ({ app, operator, params, fields }) => disablePerson(app, operator, params.id, fields),
  }),
  route({
    ...CHANGE,
    method: 'POST',
    url: '/people/:id/enable',
    operation_id: 'enablePerson',
    approval: { acts: ['person_role'] },
    summary: 'Enable a disabled person, with the password that they had',
    description:
      'Their sessions and tokens stay ended. Somebody with neither a password nor a connected ' +
      'account is invited again and needs a new link; a second person may have to approve it.',
    body: strictBodyOf(ENABLE_PERSON),
    answer: PersonSchema,
    handle: ({ app, operator, params, fields }) => enablePerson(app, operator, params.id, fields),
  }),
  route({
    ...CHANGE,
    method: 'POST',
    url: '/people/:id/link',
    operation_id: 'relinkPerson',
    shows_once: ['link'],
    approval: { acts: ['person_role'] },
    summary: 'Make a new link: an invitation, or one for a new password; earlier links end',
    description: 'Whoever makes it is tied to this person: see `untiePeople`.',
    answer: InvitedSchema,
    handle: ({ app, operator, params }) => relinkPerson(app, operator, params.id),
  }),
  route({
    ...READ,
    method: 'GET',
    url: '/people/:id/ties',
    operation_id: 'listTies',
    summary: 'List who is tied to a person: two who are tied approve nothing of each other',
    description:
      'The oldest first, in one answer. A tie arises if one of the two, or a token of nobody, ' +
      'opened the way by which the other signs in; `untiePeople` ends it.',
    answer: TiesSchema,
    handle: ({ app, params }) => listTies(app, params.id),
  }),
  route({
    ...CHANGE,
    method: 'POST',
    url: '/people/:id/untie',
    operation_id: 'untiePeople',
    approval: { acts: ['person_role'] },
    summary: 'Say that two people who are tied are two humans',
    description:
      'Only an owner tied to neither says so, and vouches for it. A tie to a token of nobody ends when two owners agree.',
    body: strictBodyOf(UNTIE_PEOPLE),
    answer: TiesSchema,
    handle: ({ app, operator, params, fields }) => untiePeople(app, operator, params.id, fields),
  }),
  route({
    ...CHANGE,
    method: 'DELETE',
    url: '/people/:id/sessions',
    operation_id: 'revokeSessionsOfPerson',
    summary: 'End all sessions of a person',
    description:
      'Their tokens go on working, and they can sign in again: `disablePerson` prevents that. ' +
      'Repeating it is harmless.',
    answer: RevokedSessionsSchema,
    handle: ({ app, operator, params }) => revokeSessionsOfPerson(app, operator, params.id),
  }),
  route({
    ...READ,
    method: 'GET',
    url: '/sessions',
    operation_id: 'listSessions',
    summary: 'List the open sessions of everybody, newest first',
    description:
      'Sessions that have ended are not listed. `person_id` selects those of one person.',
    query: { ...queryOf(FIND_SESSIONS), ...PAGING },
    answer: pageShape('SessionPage', SessionSchema),
    handle: ({ app, operator, query }) => listSessions(app, operator, query),
  }),
  route({
    ...CHANGE,
    method: 'DELETE',
    url: '/sessions/:id',
    operation_id: 'revokeSession',
    summary: 'End a session of anybody',
    description:
      'The person can sign in again, and their other sessions and tokens go on working. A ' +
      'session that has ended has the answer 404.',
    answer: RevokedSessionSchema,
    handle: ({ app, operator, params }) => revokeAnySession(app, operator, params.id),
  }),
];
