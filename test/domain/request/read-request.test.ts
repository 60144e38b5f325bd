// A request is read by its shape: typed values, or all wrong fields at once in their order.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  amountField,
  flagField,
  integerField,
} from '../../../server/domain/request/number-fields.ts';
import {
  beginReading,
  type RawFields,
  readRequest,
} from '../../../server/domain/request/read-request.ts';
import {
  customField,
  ifGiven,
  optionalField,
  refinedField,
  requestShape,
  withDefault,
} from '../../../server/domain/request/request-shape.ts';
import {
  sentKeyField,
  textField,
  uuidField,
  webAddressField,
} from '../../../server/domain/request/text-fields.ts';
import { choiceField } from '../../../server/domain/request/word-fields.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';

const raw = (fields: Record<string, unknown>): RawFields => ({ fields, errors: [] });

const SHAPE = requestShape(
  'Example',
  {
    id: uuidField(),
    amount_cents: amountField(),
    max_cents: optionalField(amountField()),
    word: withDefault(choiceField(['one', 'two']), 'one'),
    note: ifGiven(optionalField(textField(5))),
    is_on: withDefault(flagField(), false),
  },
  ({ amount_cents, max_cents }, notes) => {
    if ((max_cents ?? null) === null || amount_cents === undefined) return;
    if (Number(max_cents) < amount_cents) notes.wrong('max_cents', 'range', 'must not be below');
  },
);

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

/** The wrong fields with their codes. */
function wrongIn(result: unknown): string[] {
  if (!isRefusal(result)) return [];
  return (result.errors ?? []).map(({ field, code }) => `${field} ${code}`);
}

describe('a request that nothing is wrong with', () => {
  it('has a value for each field', () => {
    const read = readRequest(SHAPE, raw({ id: ID.toUpperCase(), amount_cents: 5, max_cents: 7 }));
    const absent = { word: 'one', note: undefined, is_on: false };
    deepEqual(read, { id: ID, amount_cents: 5n, max_cents: 7n, ...absent });
  });

  it('takes null for absence, but for settings that are left as they are', () => {
    const nulls = { max_cents: null, word: null, note: null, is_on: null };
    const read = readRequest(SHAPE, raw({ id: ID, amount_cents: 5, ...nulls }));
    const absent = { max_cents: null, word: 'one', note: null, is_on: false };
    deepEqual(read, { id: ID, amount_cents: 5n, ...absent });
  });

  it('is read by the names that it has itself', () => {
    const inherited = Object.create({ id: ID, amount_cents: 5 });
    deepEqual(wrongIn(readRequest(SHAPE, raw(inherited))), [
      'id required',
      'amount_cents required',
    ]);
  });

  it('keeps a key as it was sent', () => {
    const shape = requestShape('Key', { key: sentKeyField(9) });
    const decomposed = 'e\u0301';
    deepEqual(readRequest(shape, raw({ key: decomposed })), {
      key: { key: '\u00e9', as_sent: decomposed },
    });
    deepEqual(readRequest(shape, raw({ key: 'k' })), { key: { key: 'k', as_sent: null } });
  });
});

describe('what is wrong', () => {
  it('is told at once, in the order of the fields', () => {
    const wrong = { is_on: 'yes', word: 'three', amount_cents: 1.5, id: 'x' };
    deepEqual(wrongIn(readRequest(SHAPE, raw(wrong))), [
      'id format',
      'amount_cents type',
      'word unknown_value',
      'is_on type',
    ]);
  });

  it('between fields is told with the rest', () => {
    const wrong = { amount_cents: 9, max_cents: 7 };
    deepEqual(wrongIn(readRequest(SHAPE, raw(wrong))), ['id required', 'max_cents range']);
  });

  it('was found before is told instead of what the rules say of the field', () => {
    const errors = [
      { field: 'other', code: 'not_allowed' as const, message: 'is unknown' },
      { field: 'id', code: 'type' as const, message: 'is wrong' },
    ];
    const read = readRequest(SHAPE, { fields: { id: 'x', amount_cents: '5' }, errors });
    deepEqual(wrongIn(read), ['id type', 'amount_cents type', 'other not_allowed']);
  });

  it('may be noted after the reading; the first of each field is told', () => {
    const reading = beginReading(SHAPE, raw({ id: ID, amount_cents: 0 }));
    reading.wrong('amount_cents', 'unknown_value', 'is another one');
    reading.wrong('id', 'unknown_value', 'is nobody');
    deepEqual(wrongIn(reading.result()), ['id unknown_value', 'amount_cents range']);
    equal(reading.values.amount_cents, undefined);
    equal(reading.values.id, ID);
  });

  it('is a name of something that was not found, with the rest', () => {
    const read = (fields: Record<string, unknown>, found: { name: string } | null) =>
      beginReading(SHAPE, raw(fields)).resultWith('id', found, 'is nobody');
    const found = { name: 'found' };
    const good = { id: ID, amount_cents: 5 };
    for (const [fields, known, wrong] of [
      [good, null, ['id unknown_value']],
      [{ ...good, amount_cents: 0 }, null, ['id unknown_value', 'amount_cents range']],
      [{ ...good, id: 'x' }, null, ['id format']],
      [{ ...good, amount_cents: 0 }, found, ['amount_cents range']],
    ] as const) {
      deepEqual(wrongIn(read(fields, known)), wrong);
    }
    const values = readRequest(SHAPE, raw(good));
    deepEqual(read(good, found), { values, found });
  });

  it('in the rows of a list stands in place of the list', () => {
    const rows = customField<number>({ type: 'array' }, 'required', (_, name, notes) => {
      notes.wrong(`${name}[3].utr`, 'format', 'is none');
      return undefined;
    });
    const shape = requestShape('Rows', { rows, last: integerField() });
    deepEqual(wrongIn(readRequest(shape, raw({}))), ['rows[3].utr format', 'last required']);
  });

  it('is not looked for in a value that broke an earlier rule', () => {
    const even = refinedField(integerField(), (value, name, notes) => {
      if (value % 2 === 0) return value / 2;
      notes.wrong(name, 'range', 'must be even');
      return undefined;
    });
    const shape = requestShape('Even', { even });
    deepEqual(readRequest(shape, raw({ even: 4 })), { even: 2 });
    deepEqual(wrongIn(readRequest(shape, raw({ even: 3 }))), ['even range']);
    deepEqual(wrongIn(readRequest(shape, raw({ even: 'x' }))), ['even type']);
    deepEqual(wrongIn(readRequest(shape, raw({ even: null }))), ['even required']);
  });
});

it('asks the running service about web addresses', () => {
  const shape = requestShape('Address', { url: webAddressField('return') });
  const facts = { addressProblem: (url: string, kind: string) => `${kind} of ${url}` };
  const read = readRequest(shape, raw({ url: 'a' }), facts);
  deepEqual(isRefusal(read) && read.errors, [
    { field: 'url', code: 'format', message: 'return of a' },
  ]);
});
