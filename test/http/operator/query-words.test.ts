// Yes or no in a query: another word is refused by the field's name on every route that has one,
// never taken for no.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EMPTY_RULE } from '../../../server/domain/values/text.ts';
import { renderOpenApi } from '../../../server/http/openapi/render-openapi.ts';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { makeMerchant, type TestMerchant } from '../../support/test-app.ts';
import { AUTHORIZATION, type OperatorService, openOperatorService } from './operator-service.ts';

let service: OperatorService;
let merchant: TestMerchant;
before(async () => {
  service = await openOperatorService();
  merchant = await makeMerchant(service.app);
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

type Parameter = { name: string; in: string; description?: string; schema: { type?: string } };
type Flag = { method: string; path: string; name: string };

async function queriesOf(kind: 'merchant' | 'operator') {
  const { paths } = (await renderOpenApi(kind)) as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      (parameters as Parameter[])
        .filter((one) => one.in === 'query')
        .map((one) => ({ method: method.toUpperCase(), path, ...one })),
    ),
  );
}

async function flagsOf(kind: 'merchant' | 'operator'): Promise<Flag[]> {
  return (await queriesOf(kind)).filter(({ schema }) => schema.type === 'boolean');
}

async function ask({ method, path, name }: Flag, word: string) {
  const address = path.replace(/\{\w+\}/g, merchant.merchant_id);
  const headers = {
    authorization: AUTHORIZATION,
    'x-token': merchant.token,
    ...(method === 'POST' ? { 'content-type': 'text/csv' } : {}),
  };
  const query = new URLSearchParams({ [name]: word });
  const body = method === 'POST' ? 'x' : null;
  return await fetch(`${service.url}${address}?${query}`, { method, headers, body });
}

test('the reference calls them booleans: those of importing, files, disputes and proving', async () => {
  const found = await flagsOf('operator');
  assert.deepEqual(
    found.map(({ path, name }) => `${path.replace('/operator/v1', '')} ${name}`),
    [
      '/statements dry_run',
      '/statements progress',
      '/payout_batches/{id}/file.xml preview',
      '/payout_batches/{id}/file.csv preview',
      '/payout_batches/{id}/changed_names preview',
      '/disputes open',
      '/disputes overdue',
      '/approvals decided',
      '/verify progress',
      '/verify full',
      '/verify anew',
      '/refund_lists dry_run',
    ],
  );
  // One that was described as a text would be none of them.
  const texts = OPERATOR_ROUTES.flatMap(({ query = {} }) => Object.values(query));
  for (const { format, description } of texts as { format?: string; description?: string }[]) {
    assert.ok(format === 'boolean' || !/^`(true|false)`/.test(description ?? ''), description);
  }
});

test('another word is 422 with the field’s name', async () => {
  const flags = [...(await flagsOf('operator')), ...(await flagsOf('merchant'))];
  for (const flag of flags) {
    for (const word of ['maybe', 'TRUE', '1', 'yes', '']) {
      const reply = await ask(flag, word);
      const body = Object(await reply.json());
      const shown = `${flag.path}?${flag.name}=${word}: ${JSON.stringify(body)}`;
      assert.equal(reply.status, 422, shown);
      const { field, code, message } =
        body.errors.find((error: { field: string }) => error.field === flag.name) ?? {};
      assert.deepEqual(
        [field, code, message],
        [flag.name, 'unknown_value', word === '' ? EMPTY_RULE : 'must be one of: true, false'],
        shown,
      );
    }
  }
});

test('both words are understood', async () => {
  const plain = await service.ask('GET', '/verify?progress=false');
  assert.deepEqual([plain.status, plain.body.ok], [200, true]);
});
