// Every list of both APIs tells all wrong fields of a question at once: those of its filters
// together with those of the page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { makeMerchant, OPERATOR_TOKEN } from '../support/test-app.ts';
import { type OperatorService, openOperatorService } from './operator/operator-service.ts';

type Parameter = { name: string; in: string };
type Document = { paths: Record<string, { get?: { parameters?: Parameter[] } }> };
type List = { api: 'merchant' | 'operator'; path: string; fields: string[] };

function listsOf(api: List['api']): List[] {
  const text = readFileSync(new URL(`../../openapi/${api}.json`, import.meta.url), 'utf8');
  const { paths }: Document = JSON.parse(text);
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const asked = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query');
    const fields = asked.map(({ name }) => name);
    return fields.includes('limit') ? { api, path, fields } : [];
  });
}

/** A token has no sessions of its own, so it is refused before its question is read. */
const OF_PEOPLE_ONLY = '/operator/v1/own_sessions';

const LISTS = [...listsOf('merchant'), ...listsOf('operator')].filter(
  ({ path }) => path !== OF_PEOPLE_ONLY,
);

/** Says whose list it is: another merchant's is refused alone, whatever else is wrong. */
const saysWhose = ({ api, path }: List, field: string) =>
  field === 'merchant_id' && (api === 'merchant' || path === '/operator/v1/events');

/** No id, number, moment or known word, and longer than any text may be. */
const WRONG = '!'.repeat(600);
const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

let service: OperatorService;
let merchant: { merchant_id: string; token: string };
before(async () => {
  service = await openOperatorService();
  const made = await makeMerchant(service.app);
  merchant = { merchant_id: made.merchant_id, token: made.token };
});
after(() => service.stop());

/** The fields of the refusal, in its order. */
async function wrongFields({ api, path }: List, query: Record<string, string>): Promise<string[]> {
  const place = path.replace(/\{merchant(_id)?\}/, merchant.merchant_id);
  const address = `${service.url}${place.replaceAll(/\{\w+\}/g, UNKNOWN)}`;
  const token = api === 'merchant' ? merchant.token : OPERATOR_TOKEN;
  const whose = path === '/operator/v1/events' ? { merchant_id: merchant.merchant_id } : {};
  const response = await fetch(`${address}?${new URLSearchParams({ ...whose, ...query })}`, {
    headers: api === 'merchant' ? { 'x-token': token } : { authorization: `Bearer ${token}` },
  });
  const { errors }: { errors?: { field: string }[] } = JSON.parse(await response.text());
  assert.equal(response.status, 422, `${path} ${Object.keys(query)}`);
  return (errors ?? []).map(({ field }) => field);
}

suite('all wrong fields of a list are told at once', () => {
  for (const list of LISTS) {
    test(`${list.api} ${list.path}`, async () => {
      const others = list.fields.filter((field) => field !== 'limit' && !saysWhose(list, field));
      assert.ok(others.length > 0);
      for (const field of others) {
        const told = await wrongFields(list, { [field]: WRONG, limit: '0' });
        assert.deepEqual(told.toSorted(), [field, 'limit'].toSorted(), field);
      }
      const all = Object.fromEntries(others.map((field) => [field, WRONG.slice(0, 150)]));
      const told = await wrongFields(list, { ...all, limit: '0' });
      assert.ok(told.includes('limit'), `${told}`);
      assert.ok(told.length > 1, `${told}`);
    });
  }
});
