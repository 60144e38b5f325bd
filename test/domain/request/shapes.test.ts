// What each request's shape tells the reference is what its reader enforces, and nothing more.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it, test } from 'node:test';
import { importShape } from '../../../server/domain/line/statement-requests.ts';
import { takeLinesShape } from '../../../server/domain/line/taken-line-requests.ts';
import {
  chooseLayout,
  exportBatch,
  getCsv,
} from '../../../server/domain/payout/payout-requests.ts';
import { RequestReading } from '../../../server/domain/request/read-request.ts';
import type {
  RequestFields,
  RequestShape,
  ToldValue,
} from '../../../server/domain/request/request-shape.ts';
import { LINE_PATTERN } from '../../../server/domain/values/text.ts';

const DOMAIN = new URL('../../../server/domain/', import.meta.url);
const FILES = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('-requests.ts'))
  .toSorted();

/** Shapes that a function makes, because something else than the domain knows a part of them. */
const MADE = new Map<unknown, () => RequestShape>([
  [chooseLayout, () => chooseLayout(['bank'])],
  [exportBatch, () => exportBatch(['bank'])],
  [getCsv, () => getCsv(['bank'])],
  [importShape, () => importShape(['standard', 'bank'], 'standard')],
  [takeLinesShape, () => takeLinesShape(() => null)],
]);

/** What a module exports that says how a shape is made, and by that is none itself. */
const isMaker = (one: unknown) =>
  typeof one === 'function' && /\b(?:request|query)Shape\(/.test(String(one));

const isShape = (one: unknown): one is RequestShape =>
  typeof one === 'object' && one !== null && 'readers' in one && 'title' in one;

/** Those that a file exports: alone, or as a record by their names. */
function shapesIn(exported: object): Set<RequestShape> {
  const within = Object.values(exported).flatMap((one) => [
    MADE.get(one)?.() ?? one,
    ...Object.values(Object(one)),
  ]);
  return new Set(within.filter(isShape));
}

const shapes: [file: string, shape: RequestShape][] = [];
const makers: [name: string, maker: unknown][] = [];
for (const file of FILES) {
  const exported: object = await import(new URL(file, DOMAIN).href);
  for (const shape of shapesIn(exported)) shapes.push([file, shape]);
  for (const [name, one] of Object.entries(exported)) if (isMaker(one)) makers.push([name, one]);
}

const FACTS = {
  addressProblem: () => null,
  originProblem: () => null,
  now: Date.parse('2026-03-01T00:00:00Z'),
};

/** The code of what is wrong with the field; null: nothing is. */
function codeOf(shape: RequestShape, name: string, value: unknown): string | null {
  const { kind, fields, names, readers, title } = shape;
  const alone = { kind, title, fields, names, readers };
  const reading = new RequestReading(alone, { fields: { [name]: value }, errors: [] }, FACTS);
  const errors = reading.refusal()?.errors ?? [];
  return errors.find(({ field }) => field === name)?.code ?? null;
}

type AnyField = RequestFields[string];
type Case = { value: unknown; codes: readonly string[] };

/** A value of another kind is refused as such, or by the one sentence that a field has for all. */
const OF_ANOTHER_KIND = ['type', 'format', 'unknown_value', 'not_allowed', 'range'];

/** A number as it is sent: the values of a query are texts. */
type Sent = (number: number) => unknown;

/** What has a form of its own is too long by it, and may be refused for more than its length. */
const hasForm = ({ format, pattern = LINE_PATTERN }: ToldValue): boolean =>
  pattern !== LINE_PATTERN || format === 'date';

/** JSON does not carry every number exactly. */
const codesBeyond = (number: number): readonly string[] =>
  Number.isSafeInteger(number) ? ['range'] : ['type'];

const SAMPLES = { string: 'x', integer: 5, boolean: true, object: {}, array: [] };

/** What breaks each of the bounds, with the code that says so. */
function* brokenOf({ told, presence, or_null }: AnyField, sent: Sent): Generator<Case> {
  if (presence === 'required') yield { value: undefined, codes: ['required'] };
  if (presence === 'required' && !or_null) {
    yield { value: null, codes: ['required', ...OF_ANOTHER_KIND] };
  }
  const { type, maxLength, minimum, maximum } = told;
  for (const [name, value] of Object.entries(SAMPLES)) {
    if (name !== type) yield { value, codes: OF_ANOTHER_KIND };
  }
  if (type === 'integer') yield { value: 1.5, codes: ['type'] };
  if (maxLength !== undefined) {
    const codes = hasForm(told) ? ['length', ...OF_ANOTHER_KIND] : ['length'];
    yield { value: 'é'.repeat(maxLength + 1), codes };
  }
  if (minimum !== undefined) yield { value: sent(minimum - 1), codes: codesBeyond(minimum - 1) };
  if (maximum !== undefined) yield { value: sent(maximum + 1), codes: codesBeyond(maximum + 1) };
  if (told.enum !== undefined) yield { value: 'none of them', codes: ['unknown_value'] };
}

/** What reaches each of the bounds. */
function* reachedOf(
  { maxLength, minimum, maximum, enum: words = [] }: ToldValue,
  sent: Sent,
): Generator<unknown> {
  if (maxLength !== undefined) yield 'é'.repeat(maxLength);
  if (minimum !== undefined) yield sent(minimum);
  if (maximum !== undefined) yield sent(maximum);
  yield* words;
}

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'undefined';

function checkField(shape: RequestShape, name: string, field: AnyField): void {
  const tell = (value: unknown) => `${shown(value)}: ${codeOf(shape, name, value)}`;
  const sent: Sent = shape.kind === 'query' ? String : (number) => number;
  for (const { value, codes } of brokenOf(field, sent)) {
    ok(codes.includes(codeOf(shape, name, value) ?? ''), tell(value));
  }
  for (const value of reachedOf(field.told, sent)) {
    // The form of a text is another matter than its length, and so are the words that it lists.
    const refused = hasForm(field.told) ? OF_ANOTHER_KIND : ['format', 'unknown_value'];
    const forms = field.told.enum === undefined ? refused : [];
    ok([null, ...forms].includes(codeOf(shape, name, value)), tell(value));
  }
  if (field.presence === 'optional') equal(codeOf(shape, name, undefined), null);
  if (field.or_null) equal(codeOf(shape, name, null), null);
}

test('each function that makes a shape is called here', () => {
  const uncalled = makers.filter(([, maker]) => !MADE.has(maker)).map(([name]) => name);
  deepEqual(uncalled, []);
  equal(makers.length, MADE.size);
});

describe('the shape of', () => {
  // Merchants and operators have a reference each, so that a title can be in two files.
  it('every body has a title of its own', () => {
    ok(shapes.length > 5, 'the shapes were not found');
    const titles = shapes.flatMap(([file, { kind, title }]) =>
      kind === 'body' ? [`${file} ${title}`] : [],
    );
    deepEqual(titles, [...new Set(titles)]);
  });

  for (const [file, shape] of shapes) {
    for (const [name, field] of Object.entries(shape.fields)) {
      it(`${shape.title}: ${name} (${file})`, () => checkField(shape, name, field));
    }
  }
});
