// Routes open to everybody: the service's limits, currencies, types and states.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { publishedLimits, publishedStates } from '../../app/merchant/publish.ts';
import type { App } from '../../app/process/app.ts';
import { ACTS, DIRECTIONS, FINALITIES, STATE_REASONS, STATES } from '../../domain/record/trade.ts';
import { responses } from '../error/error-schema.ts';

const Word = (words: readonly string[]) => Type.String({ enum: [...words] });

const LimitsSchema = Type.Object(
  {
    limits: Type.Object({}, { additionalProperties: { type: ['integer', 'null'] } }),
    currencies: Type.Array(Type.Object({ code: Type.String(), exponent: Type.Integer() })),
    types: Type.Array(Type.Object({ type: Type.String(), utr_rule: Type.String() })),
  },
  { title: 'Limits' },
);

const StatesSchema = Type.Object(
  {
    states: Type.Array(
      Type.Object({
        state: Word(STATES),
        direction: Word(DIRECTIONS),
        final: Word(FINALITIES),
      }),
    ),
    transitions: Type.Array(
      Type.Object({
        direction: Word(DIRECTIONS),
        act: Word(ACTS),
        from: Word(['new', ...STATES]),
        to: Type.Array(Word(STATES)),
      }),
    ),
    state_reasons: Type.Array(Word(STATE_REASONS)),
  },
  { title: 'States' },
);

const LIMITS = {
  schema: {
    operationId: 'getLimits',
    tags: ['Published'],
    summary: 'Get the limits in force, currencies and payment types',
    security: [],
    response: responses(200, LimitsSchema, 503),
  },
};

const STATES_ROUTE = {
  schema: {
    operationId: 'getStates',
    tags: ['Published'],
    summary: 'List the states and every transition between them',
    security: [],
    response: responses(200, StatesSchema),
  },
};

export function registerPublished(scope: FastifyInstance, app: App): void {
  scope.get('/limits', LIMITS, async () => await publishedLimits(app));
  scope.get('/states', STATES_ROUTE, (_request, reply) => reply.send(publishedStates()));
}
