// Routes open to everybody: the service's limits, currencies, types and states.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { publishedLimits, publishedStates } from '../../app/merchant/publish.ts';
import type { App } from '../../app/process/app.ts';
import { ACTS, DIRECTIONS, FINALITIES, STATE_REASONS, STATES } from '../../domain/record/trade.ts';
import { responses } from '../error/error-schema.ts';
import { integer, text, words } from '../schema/shapes.ts';

const LimitsSchema = Type.Object(
  {
    limits: Type.Object(
      {},
      {
        additionalProperties: { type: ['integer', 'null'] },
        description: 'By name; null: no limit. Names end with their unit',
      },
    ),
    currencies: Type.Array(
      Type.Object({
        code: text('ISO 4217 code'),
        exponent: integer('How many decimals it has: 2 means that 100 minor units are 1'),
      }),
      { description: 'The currencies that the operator has enabled' },
    ),
    types: Type.Array(
      Type.Object({
        type: text('For the field `type` of an order'),
        utr_rule: text('Which UTRs it has'),
      }),
      { description: 'The payment types' },
    ),
  },
  { title: 'Limits' },
);

const StatesSchema = Type.Object(
  {
    states: Type.Array(
      Type.Object({
        state: words(STATES, 'The state'),
        direction: words(DIRECTIONS, 'Of which trades'),
        final: words(FINALITIES, '`soft`: you may act on it, and late ways out exist for a while'),
      }),
      { description: 'Every state, once for each direction that has it' },
    ),
    transitions: Type.Array(
      Type.Object({
        direction: words(DIRECTIONS, 'Of which trades'),
        act: words(ACTS, 'What somebody or something does'),
        from: words(['new', ...STATES], 'The state before; `new`: there was no trade'),
        to: Type.Array(words(STATES), { description: 'The states to which it can lead' }),
      }),
      { description: 'What is not here is refused' },
    ),
    state_reasons: Type.Array(words(STATE_REASONS), { description: 'Every `state_reason`' }),
  },
  { title: 'States' },
);

const LIMITS = {
  schema: {
    operationId: 'getLimits',
    tags: ['Published'],
    summary: 'Get the limits in force, currencies and payment types',
    description: 'Needs no token. Limits of your own may be lower.',
    security: [],
    response: responses(200, LimitsSchema, 503),
  },
};

const STATES_ROUTE = {
  schema: {
    operationId: 'getStates',
    tags: ['Published'],
    summary: 'List the states and every transition between them',
    description: 'Needs no token. The table by which the service itself decides.',
    security: [],
    response: responses(200, StatesSchema),
  },
};

export function registerPublished(scope: FastifyInstance, app: App): void {
  scope.get('/limits', LIMITS, async () => await publishedLimits(app));
  scope.get('/states', STATES_ROUTE, (_request, reply) => reply.send(publishedStates()));
}
