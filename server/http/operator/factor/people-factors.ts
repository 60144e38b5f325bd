// Routes of the operator API for owners: the second factors of people, and their removal.

import {
  listFactors,
  type ResetFactorsBody,
  resetFactors,
} from '../../../app/factor/reset-factors.ts';
import { RESET_FACTORS } from '../../../domain/person/person-requests.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import { flag, integer, moment, shape, text, uuid } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { FactorsSchema } from './factor-shapes.ts';

const tag = 'People';

export const PEOPLE_FACTOR_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/people/:id/factors',
    operation_id: 'listFactors',
    right: 'people.read',
    tag,
    summary: 'List the second factors of a person',
    description:
      'Recovery codes are counted, not shown, and secrets never leave the service. To remove the ' +
      'factors, use `resetFactors`.',
    answer: FactorsSchema,
    handle: ({ app, params }) => listFactors(app, params.id),
  }),
  route({
    method: 'POST',
    url: '/people/:id/reset_factors',
    operation_id: 'resetFactors',
    right: 'people.change',
    tag,
    summary: 'Remove the second factors of a person who lost them; their sessions end',
    description:
      'The answer has a link: the person signs in with the password, opens the link, and sets up ' +
      'a new factor. Nobody removes their own factors.',
    body: strictBodyOf(RESET_FACTORS),
    answer: shape<ResetFactorsBody>('ResetFactorsDone', {
      person_id: uuid('Whose they were'),
      removed: shape<ResetFactorsBody['removed']>('RemovedFactors', {
        totp: flag('An app was set up'),
        passkeys: integer('How many there were'),
      }),
      sessions_ended: integer('How many ended with it'),
      url: text('The link, for the person alone; shown only now, and it works once'),
      expires_at: moment('When the link expires'),
    }),
    handle: ({ app, operator, params, fields }) =>
      resetFactors(app, operator, { id: params.id, raw: fields }),
  }),
];
