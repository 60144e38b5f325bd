// What the reference says of the fields of merchants' requests is what the rules enforce: nothing
// else checks them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { LINE_PATTERN } from '../../../server/domain/values/text.ts';
import { openScene, type Scene } from '../service-scene.ts';

type Field = {
  type: string | string[];
  maxLength?: number;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  enum?: unknown[];
};
type Body = { title: string; required: string[]; properties: Record<string, Field> };
type Wrong = { value: unknown; code: string };

const text = readFileSync(new URL('../../../openapi/merchant.json', import.meta.url), 'utf8');
const document = JSON.parse(text);

function bodiesOf(): [path: string, body: Body][] {
  return Object.entries<{ post?: { requestBody?: object } }>(document.paths).flatMap(
    ([path, { post }]) => {
      const content = Object(post?.requestBody).content;
      // A file has no fields.
      const json = content?.['application/json'];
      if (json === undefined) return [];
      const { $ref } = json.schema;
      return [[path, document.components.schemas[$ref.split('/').at(-1)]]];
    },
  );
}

/** An id is too long by its form, and a currency because there is none of that name. */
const lengthCode = ({ format, pattern = LINE_PATTERN }: Field): string => {
  if (format === 'uuid') return 'format';
  return pattern === LINE_PATTERN ? 'length' : 'unknown_value';
};

/** What breaks each of the field's constraints, with the code that says so. */
function* wrongOf(field: Field, is_required: boolean): Generator<Wrong> {
  const types = [field.type].flat();
  if (is_required) yield* [undefined, null].map((value) => ({ value, code: 'required' }));
  const samples = { string: 'x', integer: 5, boolean: true, object: {}, array: [] };
  for (const [type, value] of Object.entries(samples)) {
    if (!types.includes(type)) yield { value, code: 'type' };
  }
  if (types.includes('integer')) yield { value: 1.5, code: 'type' };
  if (field.maxLength !== undefined) {
    yield { value: 'x'.repeat(field.maxLength + 1), code: lengthCode(field) };
    yield { value: 'é'.repeat(field.maxLength + 1), code: lengthCode(field) };
  }
  if (field.pattern === LINE_PATTERN) yield { value: 'a\u0007b', code: 'format' };
  else if (field.pattern !== undefined) yield { value: 'inr\n', code: 'unknown_value' };
  for (const value of [Number(field.minimum) - 1, Number(field.maximum) + 1]) {
    // JSON does not carry it exactly.
    const code = Number.isSafeInteger(value) ? 'range' : 'type';
    if (!Number.isNaN(value)) yield { value, code };
  }
  if (field.enum !== undefined) yield { value: 'none of them', code: 'unknown_value' };
}

suite('the rules enforce what the reference says', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });
  after(() => scene.stop());

  const bodies = bodiesOf();
  test('of every operation with a body', () => {
    const titles = bodies.map(([, { title }]) => title).toSorted();
    const creates = ['CreatePayin', 'CreatePayout', 'CreateRefund'];
    const disputes = ['AcceptDispute', 'AppealDispute', 'OpenDispute', 'SendDisputeMessage'];
    const others = ['AttachUtr', 'CancelOrder', 'CompareOrders', 'SearchOrder', 'WithdrawDispute'];
    const sandbox = ['PlayOrder', 'SetFault'];
    assert.deepEqual(
      titles,
      [...creates, ...disputes, ...others, ...sandbox, 'ResendEvents'].toSorted(),
    );
  });

  for (const [path, { title, required, properties }] of bodies) {
    for (const [name, field] of Object.entries(properties)) {
      test(`${title}: ${name}`, async () => {
        for (const { value, code } of wrongOf(field, required.includes(name))) {
          const body = { merchant_id: scene.merchant.merchant_id, [name]: value };
          const answer = await scene.post(path, body);
          const shown = `${JSON.stringify(value)}: ${JSON.stringify(answer.body)}`;
          assert.equal(answer.status, 422, shown);
          const errors: { field: string; code: string }[] = Object(answer.body.errors);
          assert.equal(errors.find((error) => error.field === name)?.code, code, shown);
        }
      });
    }
  }
});
