// The messages for people if a bank line does not allow the requested decision.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import type { LineAct } from '../../../server/domain/record/bank-line.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { feed, makeAccount } from '../scene.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
});
after(() => service.stop());

const decide = (id: string, act: LineAct, fields: object = {}) =>
  reviewLine(service.app, OPERATOR, id, act, raw({ note: 'Seen', ...fields }), undefined);

const wordsOf = async (id: string, act: LineAct, fields: object = {}) => {
  const { code, detail } = refusedWith(await decide(id, act, fields));
  assert.equal(code, 'act_not_allowed');
  return detail;
};

async function waits(currency: string): Promise<string> {
  const account = await makeAccount(service.app, currency);
  const [line] = await feed(service.app, account, [{ amount_cents: 1_000 }]);
  assert.equal(line?.status, 'suspense');
  return line?.id ?? '';
}

test('a decided line says so before any field is asked for', async () => {
  const id = await waits('NOK');
  assert.equal(
    await wordsOf(id, 'undo'),
    'The bank line is in suspense: there is nothing to undo.',
  );
  accepted(await decide(id, 'fee'));
  const marked = 'The bank line is marked as a fee, not in suspense: undo that first.';
  assert.equal(await wordsOf(id, 'return'), marked);
  assert.equal(await wordsOf(id, 'split', { parts: [], note: null }), marked);
  assert.equal(await wordsOf(id, 'own_transfer'), marked);
});

test('a part whose split was undone is decided about with the whole line', async () => {
  const id = await waits('SEK');
  const { parts } = accepted(await decide(id, 'split', { parts: [600, 400] }));
  const [part = { id: '' }, busy = { id: '' }] = parts;
  accepted(await decide(busy.id, 'fee'));
  assert.match(
    await wordsOf(id, 'undo'),
    /^Its part [\w-]+ is marked as a fee: undo that first\.$/,
  );
  accepted(await decide(busy.id, 'undo'));
  accepted(await decide(id, 'undo'));
  assert.equal(
    await wordsOf(part.id, 'fee'),
    'The bank line is a part of a split that was undone, not in suspense: decide about the whole line.',
  );
  assert.equal(
    await wordsOf(part.id, 'undo'),
    'Its split was undone: there is nothing more to undo.',
  );
});

test('a number that is none of a type that nobody gave says where the type is from', async () => {
  const id = await waits('DKK');
  const messageOf = async (fields: object) =>
    refusedWith(await decide(id, 'return', fields)).errors?.[0]?.message;
  const RULE = 'must be an account number of 6 to 34 letters and digits, like 50100012345678';
  const no_type = `${RULE}; the type is account, because none was given`;
  assert.equal(await messageOf({ number: '12' }), no_type);
  assert.equal(await messageOf({ number: '12', type: null }), no_type);
  assert.equal(
    await messageOf({ number: '12', type: 'iban' }),
    'must be an IBAN with its check digits, like DE89 3704 0044 0532 0130 00',
  );
});
