// The callbacks in the OpenAPI document: one entry for each type of event, and the test of an
// endpoint.
import { type TSchema, Type } from 'typebox';
import { RETRY_DELAYS_MS } from '../../domain/callback/retry.ts';
import { tradeEventType } from '../../domain/merchant/event-types.ts';
import { DISPUTE_TOPICS, type DisputeTopic } from '../../domain/record/dispute-record.ts';
import { statesOf } from '../../domain/record/state-sets.ts';
import { DIRECTIONS, type Direction, type State } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import { DisputeSchema } from '../schema/dispute-schemas.ts';
import { TradeSchema } from '../schema/schemas.ts';
import { integer, moment, words } from '../schema/shapes.ts';
import { boundedAnswer } from './bounds/bounds.ts';
import type { Components } from './components.ts';

const HEADERS = [
  {
    name: 'webhook-id',
    description: 'The same through every retry: skip an event whose id you have stored',
    maxLength: 128,
    pattern: '^[!-~]+$',
    example: '0190f3a0-0000-7000-8000-000000000007_2',
  },
  {
    name: 'webhook-timestamp',
    description: 'Seconds since 1970, of this attempt: refuse what is older than five minutes',
    maxLength: 12,
    pattern: '^[0-9]+$',
    example: '1772685900',
  },
  {
    name: 'webhook-signature',
    description:
      'One or two values `v1,<base64>`, separated by a space: HMAC-SHA256 of ' +
      '`id.timestamp.body` under a secret of the endpoint; two while one secret replaces another',
    maxLength: 95,
    pattern: '^v1,[A-Za-z0-9+/=]{44}(?: v1,[A-Za-z0-9+/=]{44})?$',
    example: 'v1,3OyJ6AIRDMnLmtzUeuDv9VwzkcN2JBMGNlI4CatZ4U4=',
  },
  {
    name: 'traceparent',
    is_optional: true,
    description:
      'W3C Trace Context: this attempt in the trace of the request that created the order, if ' +
      'there is one; it is not signed',
    maxLength: 55,
    pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
    example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  },
];

const PARAMETERS = HEADERS.map(
  ({ name, is_optional = false, description, example, maxLength, pattern }) => ({
    name,
    in: 'header',
    required: !is_optional,
    description,
    schema: { type: 'string', maxLength, pattern },
    example,
  }),
);

const WITHIN_S = LIMITS.callback_timeout_ms / SECOND_MS;

const RESPONSES = {
  '2XX': { description: `Accepted; answer within ${WITHIN_S} seconds, and do the work afterwards` },
  410: {
    description:
      'Nothing more is wanted at this address: no retry, and the endpoint is disabled until ' +
      'somebody enables it or sets its address again',
  },
  default: {
    description:
      `Failed, as are no answer within ${WITHIN_S} seconds and a redirect: it is sent again, ` +
      `${RETRY_DELAYS_MS.length} times at most; \`Retry-After\` is honoured`,
  },
};

const TEST_RESPONSES = {
  '2XX': { description: 'Accepted; an endpoint that was failing is tried again at once' },
  default: { description: 'Failed: who asked for the test sees why. It is not sent again' },
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

/** The types of callbacks; `created` of pay-ins is sent only if the page assigns the account. */
const PAYIN_WORDS: Readonly<Partial<Record<State, string>>> = {
  created: 'A pay-in was accepted; it gets an account when the customer opens the page',
  pending: 'A pay-in waits for the customer’s transfer',
  verifying: 'A pay-in is being checked: a UTR was given, or what arrived does not fit',
  completed: 'A pay-in was paid and is credited to your balance',
  expired: 'A pay-in was not paid in time',
  canceled: 'A pay-in was canceled',
  failed: 'A pay-in failed: nothing was credited',
  disputed: 'A pay-in is contested',
  reversed: 'The credit of a pay-in was taken back',
};

const PAYOUT_WORDS: Readonly<Partial<Record<State, string>>> = {
  created: 'A pay-out was accepted; its amount is on hold',
  processing: 'A pay-out is on its way to the beneficiary',
  completed: 'A pay-out was paid',
  canceled: 'A pay-out was canceled, and its hold released',
  failed: 'A pay-out failed, and its hold was released',
  disputed: 'A pay-out is contested',
  reversed: 'A pay-out came back: its amount is yours again',
};

const DISPUTE_WORDS: Readonly<Record<DisputeTopic, string>> = {
  opened: 'A dispute was opened',
  updated: 'A dispute has a new message or file, or waits for somebody else',
  decided: 'A dispute was decided',
  appealed: 'A decision was appealed against',
  closed: 'A dispute has ended',
};

const OF_TRADES =
  '`data` is the trade as it was then, with its number masked. The same state may come again ' +
  'with a higher `sequence`.';
const OF_DISPUTES = '`data` is the dispute as it was then.';

type Words = { summary: string; description: string };

/** Throws for a state that has no text yet. */
function tradeWords(direction: Direction, state: State): Words {
  const summary = (direction === 'payin' ? PAYIN_WORDS : PAYOUT_WORDS)[state];
  if (summary === undefined) throw new Error(`Callbacks of ${direction} ${state} have no text`);
  return { summary, description: OF_TRADES };
}

const TEST_TYPE = 'endpoint.test';

const TEST_DATA = Type.Object(
  { endpoint: integer('The number of the tested endpoint') },
  { description: 'What was tested' },
);

const TEST_EXAMPLE = {
  type: TEST_TYPE,
  timestamp: '2026-03-05T04:45:00.000Z',
  sequence: 0,
  data: { endpoint: 1 },
};

const TEST_WORDS = {
  summary: 'An endpoint is tested',
  description:
    'Sent when the operator, or an administrator of the merchant, tests an endpoint; it is in no ' +
    'feed and belongs to no trade. Answer 2xx like to any other.',
};

type Told = { data: TSchema; example: unknown; words: Words; responses: object };

export function webhooksOf(
  components: Components,
  exampleOf: (type: string) => unknown,
): Record<string, object> {
  const entry = (type: string, { data, example, words: told, responses }: Told) => {
    const media = {
      schema: components.refer(boundedAnswer(bodyOf(type, data))),
      ...(example === undefined ? {} : { example }),
    };
    const post = {
      operationId: `on_${type.replace('.', '_')}`,
      tags: ['Callbacks'],
      ...told,
      // The signature proves who sent it.
      security: [],
      parameters: PARAMETERS,
      requestBody: { required: true, content: { 'application/json': media } },
      responses,
    };
    return [type, { post }] as const;
  };
  const event = (type: string, data: TSchema, told: Words) =>
    entry(type, { data, example: exampleOf(type), words: told, responses: RESPONSES });
  const trades = DIRECTIONS.flatMap((direction) =>
    statesOf(direction).map((state) =>
      event(tradeEventType(direction, state), TradeSchema, tradeWords(direction, state)),
    ),
  );
  const disputes = DISPUTE_TOPICS.map((topic) => {
    const told = { summary: DISPUTE_WORDS[topic], description: OF_DISPUTES };
    return event(`dispute.${topic}`, DisputeSchema, told);
  });
  const test = { data: TEST_DATA, example: TEST_EXAMPLE, words: TEST_WORDS };
  const tested = entry(TEST_TYPE, { ...test, responses: TEST_RESPONSES });
  return Object.fromEntries([...trades, ...disputes, tested]);
}
