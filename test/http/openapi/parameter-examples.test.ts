// Each parameter's example in the documents is one that the service takes: alone, and beside what
// the operation needs.
import { deepEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { exampleOfParameter } from '../../../server/http/openapi/parameter-examples.ts';
import { renderOpenApi } from '../../../server/http/openapi/render-openapi.ts';
import { isRecord } from '../../../server/lib/is-record.ts';
import { makeMerchant, type TestMerchant } from '../../support/test-app.ts';
import {
  AUTHORIZATION,
  type OperatorService,
  openOperatorService,
} from '../operator/operator-service.ts';

type Parameter = {
  name: string;
  in: string;
  required: boolean;
  schema: { format?: string };
  example?: unknown;
};
type Operation = { operationId: string; parameters?: readonly Parameter[] };

type Case = { method: string; path: string; operation: Operation; parameter: Parameter };

async function casesOf(kind: 'merchant' | 'operator'): Promise<Case[]> {
  const { paths } = JSON.parse(JSON.stringify(await renderOpenApi(kind)));
  return Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      (operation.parameters ?? [])
        .filter((one) => one.in === 'query')
        .map((parameter) => ({ method: method.toUpperCase(), path, operation, parameter })),
    ),
  );
}

function addressOf({ path, operation: { parameters = [] }, parameter }: Case): string {
  const exampleIn = (name: string) => String(parameters.find((one) => one.name === name)?.example);
  const place = path.replace(/\{(\w+)\}/g, (_whole, name: string) => exampleIn(name));
  const query = new URLSearchParams();
  for (const one of parameters) {
    if (one.in !== 'query' || !(one.required || one === parameter)) continue;
    if (!isRecord(one.example)) query.set(one.name, String(one.example));
    else
      for (const [key, text] of Object.entries(one.example))
        query.set(`${one.name}[${key}]`, String(text));
  }
  return `${place}?${query}`;
}

/** Nobody waits for events here. */
const unwaited = (address: string) => address.replace(/([?&]wait)=\d+/, '$1=0');

type FieldError = { field: string; code: string };

describe('the examples of parameters', () => {
  let service: OperatorService;
  let merchant: TestMerchant;
  before(async () => {
    service = await openOperatorService({ is_audit_unwatched: true });
    merchant = await makeMerchant(service.app);
  });
  after(() => service.stop());

  /** What is wrong with the parameter; a record of an example need not be there. */
  async function errorsOf(one: Case, headers: Record<string, string>): Promise<FieldError[]> {
    const address = unwaited(addressOf(one));
    const answer = await fetch(`${service.url}${address}`, { method: one.method, headers });
    const text = await answer.text();
    if (![400, 422].includes(answer.status)) return [];
    const errors: FieldError[] = JSON.parse(text).errors ?? [];
    return errors.filter(
      ({ field, code }) =>
        field.startsWith(one.parameter.name) &&
        !(code === 'unknown_value' && one.parameter.schema.format === 'uuid'),
    );
  }

  for (const kind of ['merchant', 'operator'] as const) {
    it(`are taken by the ${kind}s’ API`, async () => {
      const headers =
        kind === 'operator' ? { authorization: AUTHORIZATION } : { 'x-token': merchant.token };
      // A cursor is one of a list as it was; that of the examples stands for any.
      const all = await casesOf(kind);
      const cases = all.filter(({ parameter }) => parameter.name !== 'cursor');
      ok(cases.length > 40, String(cases.length));
      const refused: object[] = [];
      for (const one of cases) {
        const errors = await errorsOf(one, headers);
        if (errors.length > 0) refused.push({ address: addressOf(one), errors });
      }
      deepEqual(refused, []);
    });
  }
});

it('is of the kind that the parameter takes, not only of its name', () => {
  const answers = { 200: { data: [{ type: 'upi' }, { type: 'deposit.completed' }, { type: 7 }] } };
  const recorded = { list: { request: {}, answers } };
  const exampleOf = (schema: object) =>
    exampleOfParameter({ name: 'type', schema }, 'other', recorded);
  deepEqual(exampleOf({ type: 'string', pattern: '^[a-z]+\\.[a-z]+$' }), 'deposit.completed');
  deepEqual(exampleOf({ type: 'integer' }), 7);
  deepEqual(exampleOf({ type: 'string', format: 'uuid' }), undefined);
  deepEqual(exampleOf({ type: 'string', enum: ['card', 'upi'] }), 'card');
  deepEqual(exampleOf({ type: 'string', examples: ['iban'] }), 'iban');
});
