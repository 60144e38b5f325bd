import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { parseJson } from '../../../server/http/json/json-body.ts';
import { JSON_MAX_DEPTH, scanJson } from '../../../server/http/json/json-scanner.ts';
import { plainJson } from '../../../server/http/json/plain-json.ts';
import { fc } from '../../support/property.ts';

function detailOf(text: string): string {
  const parsed = parseJson(text);
  if (!isRefusal(parsed)) throw new Error(`Not refused: ${text.slice(0, 80)}`);
  equal(parsed.code, 'invalid_json');
  return parsed.detail;
}

function parsedOf(text: string): unknown {
  const parsed = parseJson(text);
  if (isRefusal(parsed)) throw new Error(`${parsed.detail} in ${text.slice(0, 80)}`);
  return parsed.value;
}

function isAccepted(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** JSON of few keys, so that some stand twice; some of them mean something to JavaScript. */
const REPETITIVE = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('1', 'null', '""', '"a"', '"\\u0061"', '":"'),
    tie('array'),
    tie('object'),
  ),
  array: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
  object: fc
    .array(fc.tuple(fc.constantFrom('a', 'b', '', '__proto__', '\\u0062'), tie('value')), {
      maxLength: 3,
    })
    .map((members) => `{${members.map(([key, value]) => `"${key}":${value}`).join(', ')}}`),
})).value;

describe('a JSON body', () => {
  const BROKEN: readonly [text: string, told: RegExp][] = [
    ['', /empty/],
    [' \n', /empty/],
    ['{"a": 1,}', /line 1, column 9: this character is not allowed here/],
    ['{"a": 1\n"b": 2}', /line 2, column 1:/],
    ['{"a": ', /line 1, column 7: the text ends too early/],
    ['{a: 1}', /line 1, column 2:/],
    ["{'a': 1}", /line 1, column 2:/],
    ['{"a": 01}', /column 8/],
    ['{"a": +1}', /column 7/],
    ['{"a": NaN}', /column 7/],
    ['{"a": .5}', /column 7/],
    ['{"a": "tab\tinside"}', /column 7/],
    ['{"a": "\\x"}', /column 7/],
    ['{"a": 1} x', /column 10/],
    ['\ufeff{}', /column 1/],
    ['[1 2]', /column 4/],
    ['[1}', /column 3/],
    ['{"a": 1]', /column 8/],
    ['// no\n{}', /column 1/],
    ['{"amount_cents": 1, "amount_cents": 2}', /the key "amount_cents" appears twice/],
    ['{"a": {"b": 1, "b": 1}}', /column 16: the key "b" appears twice/],
    ['{"a": 1, "\\u0061": 2}', /the key "a" appears twice/],
    ['{"__proto__": 1, "__proto__": 2}', /appears twice/],
  ];
  for (const [text, told] of BROKEN) {
    it(`is refused with its place: ${JSON.stringify(text)}`, () => match(detailOf(text), told));
  }

  it('may have the same key in different objects', () => {
    deepEqual(parsedOf('[{"a": 1}, {"a": {"a": 2}}]'), [{ a: 1 }, { a: { a: 2 } }]);
  });

  it('is read down to the deepest allowed level and no deeper', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    ok(Array.isArray(parsedOf(nested(JSON_MAX_DEPTH))));
    match(detailOf(nested(JSON_MAX_DEPTH + 1)), /more than 32 levels deep/);
    match(detailOf('['.repeat(50_000)), /more than 32 levels deep/);
    match(detailOf('{"a":'.repeat(50_000)), /more than 32 levels deep/);
  });

  it('loses the keys that mean something to JavaScript, however they are spelt', () => {
    const text = '{"a": 1, "__proto__": {"b": 2}, "c": {"constructor": {"prototype": 1}, "d": 3}}';
    deepEqual(parsedOf(text), { a: 1, c: { d: 3 } });
    const escaped = parsedOf('{"\\u005f_proto__": {"polluted": true}}');
    deepEqual(escaped, {});
    equal(Object.getPrototypeOf(escaped), Object.prototype);
  });

  it('is told apart exactly as JSON.parse does, but for doubled keys and depth', () => {
    const mangled = fc
      .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.constantFrom(...'{}[]",:\\ 0-e.tn\u0001'))
      .map(([text, at, character]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + character + text.slice(place + (at % 2));
      });
    fc.assert(
      fc.property(fc.oneof(mangled, fc.json({ maxDepth: 4 })), (text) => {
        const { problem } = scanJson(text);
        if (problem?.message.includes('appears twice') === true) return;
        equal(problem === null, isAccepted(text), text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is taken without the scanner only where the scanner finds nothing', () => {
    const seen = { taken: 0, twice: 0 };
    fc.assert(
      fc.property(fc.oneof(REPETITIVE, fc.json({ maxDepth: 4 })), (text) => {
        const { problem, has_reserved_key } = scanJson(text);
        if (problem?.message.includes('twice') === true) seen.twice += 1;
        const plain = plainJson(text);
        if (plain === null) return;
        seen.taken += 1;
        equal(problem, null, text);
        equal(has_reserved_key, false, text);
        deepEqual(plain.value, JSON.parse(text));
      }),
      { numRuns: 2_000 },
    );
    ok(seen.taken > 100 && seen.twice > 100, JSON.stringify(seen));
  });

  it('is left to the scanner in doubt', () => {
    const too_deep = '['.repeat(JSON_MAX_DEPTH + 1) + ']'.repeat(JSON_MAX_DEPTH + 1);
    const doubtful = ['', '{', '{"a":1,"a":1}', '"\\n"', '{"constructor":1}', too_deep];
    for (const text of doubtful) equal(plainJson(text), null, text);
    const usual = '{"order_id": "order-1", "amount_cents": 1, "return_url": null, "lines": [{}]}';
    deepEqual(plainJson(usual), { value: JSON.parse(usual) });
  });

  it('gives the value that JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const { has_reserved_key, problem } = scanJson(text);
        if (has_reserved_key || problem !== null) return;
        deepEqual(parsedOf(text), JSON.parse(text));
      }),
    );
  });
});
