// The callbacks in the OpenAPI document: one entry for each type of event.
import type { TSchema } from 'typebox';
import { DISPUTE_EVENT_TYPES, TRADE_EVENT_TYPES } from '../../domain/merchant/event-types.ts';
import { DisputeSchema } from '../schema/dispute-schemas.ts';
import { TradeSchema } from '../schema/schemas.ts';
import { integer, moment, words } from '../schema/shapes.ts';
import type { Components } from './components.ts';

const HEADERS = [
  ['webhook-id', 'The same through every retry: skip an event whose id you have stored'],
  ['webhook-timestamp', 'Seconds since 1970, of this attempt'],
  [
    'webhook-signature',
    [
      'One or two values `v1,<base64>`, separated by a space: HMAC-SHA256 of',
      '`id.timestamp.body` under a secret of the endpoint',
    ].join(' '),
  ],
] as const;

const PARAMETERS = HEADERS.map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

const RESPONSES = {
  '2XX': { description: 'Accepted; answer within 10 seconds, and do the work afterwards' },
  410: { description: 'Nothing more is wanted at this address: no retry' },
  default: { description: 'Failed; it is sent again later' },
};

function bodyOf(type: string, data: TSchema) {
  return {
    type: 'object',
    required: ['type', 'timestamp', 'sequence', 'data'],
    properties: {
      type: words([type], 'What happened'),
      timestamp: moment('When it happened'),
      sequence: integer('1, 2, 3 …: order the events of one trade by it'),
      data,
    },
  };
}

function wordsOf(type: string): { summary: string; description: string } {
  const [topic, state] = type.split('.');
  if (topic === 'dispute') {
    return {
      summary: `A dispute was ${state}`,
      description: '`data` is the dispute as it was then.',
    };
  }
  return {
    summary: `A ${topic === 'deposit' ? 'pay-in' : 'pay-out'} is ${state}`,
    description:
      '`data` is the trade as it was then, with its number masked. The same state may come again ' +
      'with a higher `sequence`.',
  };
}

export function webhooksOf(
  components: Components,
  exampleOf: (type: string) => unknown,
): Record<string, object> {
  const entry = (type: string, data: TSchema) => {
    const example = exampleOf(type);
    const media = {
      schema: components.refer(bodyOf(type, data)),
      ...(example === undefined ? {} : { example }),
    };
    const post = {
      operationId: `on_${type.replace('.', '_')}`,
      tags: ['Callbacks'],
      ...wordsOf(type),
      // The signature proves who sent it.
      security: [],
      parameters: PARAMETERS,
      requestBody: { required: true, content: { 'application/json': media } },
      responses: RESPONSES,
    };
    return [type, { post }] as const;
  };
  return Object.fromEntries([
    ...TRADE_EVENT_TYPES.map((type) => entry(type, TradeSchema)),
    ...DISPUTE_EVENT_TYPES.map((type) => entry(type, DisputeSchema)),
  ]);
}
