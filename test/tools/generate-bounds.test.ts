// The bounds that the console and the command line get are those of the document of the API.
import { ok } from 'node:assert/strict';
import { test } from 'node:test';
import { boundsModule } from '../../tools/generate-bounds.ts';

const RATE = {
  properties: {
    rate: { minimum: 1, maximum: 9 },
    code: { pattern: '^[0-9]{4}$' },
    // Chosen from a list, and as long as its form: neither needs telling.
    currency: { maxLength: 3, pattern: '^[A-Z]{3}$' },
    id: { format: 'uuid', maxLength: 36 },
  },
  required: ['rate'],
};
const BODY = {
  properties: {
    name: { maxLength: 60 },
    note: { maxLength: 500 },
    rates: { minItems: 1, maxItems: 20, items: { $ref: '#/components/schemas/Rate' } },
    settings: { properties: { days: { maximum: 366 } } },
    is_on: {},
  },
  required: ['name', 'rates'],
};

const documentWith = (body: object) => ({
  paths: {
    '/rates': {
      get: {
        operationId: 'listRates',
        parameters: [
          { name: 'id', in: 'path', schema: { maxLength: 3 } },
          { name: 'q', in: 'query', required: true, schema: { maxLength: 200 } },
        ],
      },
      put: {
        operationId: 'putRates',
        requestBody: { content: { 'application/json': { schema: body } } },
      },
      delete: { operationId: 'removeRates' },
    },
  },
  components: { schemas: { Rate: RATE } },
});

const EXPECTED = `export const BOUNDS = {
  listRates: {
    q: { required: true, maxLength: 200 },
  },
  putRates: {
    name: { required: true, maxLength: 60 },
    note: { maxLength: 500 },
    rates: { minItems: 1, maxItems: 20 },
    'rates.rate': { required: true, min: 1, max: 9 },
    'rates.code': { pattern: "[0-9]{4}" },
    'settings.days': { max: 366 },
  },
} as const;
`;

test('each bound of a body or query is told under its field, and nothing else', () => {
  const text = boundsModule(documentWith(BODY));
  ok(text.endsWith(EXPECTED), text);
});

test('a bound that changes in the request changes for both clients', () => {
  const properties = { ...BODY.properties, name: { maxLength: 61 } };
  const text = boundsModule(documentWith({ ...BODY, properties }));
  ok(text.endsWith(EXPECTED.replace('maxLength: 60', 'maxLength: 61')), text);
});
