// Decisions about many lines with one request: each has its own result, is made by the same code as
// a single one, and is made once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bankLineDetail } from '../../../server/app/line/bank-line-detail.ts';
import { decisionResults, reviewLines } from '../../../server/app/line/review-lines.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { MOST_DECISIONS } from '../../../server/domain/line/review-requests.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
let merchant: TestMerchant;
let account: string;
before(async () => {
  service = await openTestApp();
  app = service.app;
  merchant = await makeMerchant(app);
  account = await scene.makeAccount(app, 'INR');
});
after(() => service.stop());

/** As the operator API tells it; nothing waits for a second person. */
async function decide(fields: Record<string, unknown>, key?: string) {
  const reviewed = await reviewLines(app, OPERATOR, raw(fields), key);
  if (isRefusal(reviewed)) return reviewed;
  return decisionResults(
    reviewed.decisions.map(({ item, answer }) => ({
      item,
      result: isRefusal(answer)
        ? { kind: 'refused', refusal: answer }
        : { kind: 'done', done: answer },
    })),
  );
}

async function newLines(count: number): Promise<string[]> {
  const lines = Array.from({ length: count }, () => ({ amount_cents: -100 - scene.newNumber() }));
  return (await scene.feed(app, account, lines)).map(({ id }) => id);
}

test('each decision has its own result, in the order of the request', async () => {
  const [fee = '', moved = '', matched = '', again = ''] = await newLines(4);
  const asked = await scene.newPayin(app, merchant, { amount_cents: 4_321 });
  const [paid] = await scene.feed(app, account, [{ amount_cents: 4_300 }]);
  const line = paid?.id ?? '';
  const to = { merchant_id: merchant.merchant_id, trade_id: asked.id };
  const nobody = '01890000-0000-7000-8000-000000000000';
  const { decided_count, refused_count, results } = accepted(
    await decide({
      note: 'month’s end',
      decisions: [
        { bank_line_id: fee, act: 'fee' },
        { bank_line_id: moved, act: 'own_transfer', note: 'swept' },
        { bank_line_id: line, act: 'assign', ...to },
        { bank_line_id: nobody, act: 'fee' },
        { bank_line_id: matched, act: 'undo' },
        { bank_line_id: again, act: 'fee', reverse: true },
      ],
    }),
  );
  assert.deepEqual([decided_count, refused_count], [3, 3]);
  assert.deepEqual(
    results.map(({ bank_line_id, status, error }) => [bank_line_id, status ?? error?.code]),
    [
      [fee, 'fee'],
      [moved, 'own_transfer'],
      [line, 'matched'],
      [nobody, 'not_found'],
      [matched, 'act_not_allowed'],
      [again, 'invalid_request'],
    ],
  );
  assert.deepEqual(results[5]?.error?.errors, [
    { field: 'reverse', code: 'not_allowed', message: 'is not a field of fee' },
  ]);
  const notes = async (id: string) =>
    accepted(await bankLineDetail(app, id)).acts.map(({ act, note }) => [act, note]);
  assert.deepEqual(await notes(fee), [['fee', 'month’s end']]);
  assert.deepEqual(await notes(moved), [['own_transfer', 'swept']]);
  assert.deepEqual(await notes(again), []);
  assert.deepEqual((await verifyBooks(app)).problems, []);
});

test('a repeated request decides nothing twice, and tells the same', async () => {
  const decisions = (await newLines(40)).map((bank_line_id) => ({ bank_line_id, act: 'fee' }));
  const request = { decisions, note: 'charges' };
  const first = accepted(await decide(request, 'key-1'));
  assert.deepEqual([first.decided_count, first.refused_count], [40, 0]);
  assert.deepEqual(accepted(await decide(request, 'key-1')), first);
  const other = accepted(await decide(request, 'key-2'));
  assert.deepEqual([other.decided_count, other.refused_count], [0, 40]);
  const { acts } = accepted(await bankLineDetail(app, decisions[39]?.bank_line_id ?? ''));
  assert.equal(acts.length, 1);
});

test('a line that is named twice is decided once', async () => {
  const [bank_line_id = ''] = await newLines(1);
  const decisions = ['fee', 'own_transfer'].map((act) => ({ bank_line_id, act }));
  const { results } = accepted(await decide({ decisions, note: 'twice' }));
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ['decided', 'refused'],
  );
});

test('a request that is wrong as a whole decides nothing', async () => {
  const [bank_line_id = ''] = await newLines(1);
  const one = { bank_line_id, act: 'fee', note: 'ours' };
  const cases: [string, Record<string, unknown>][] = [
    ['decisions', {}],
    ['decisions', { decisions: [] }],
    ['decisions', { decisions: 'all' }],
    ['decisions', { decisions: Array.from({ length: MOST_DECISIONS + 1 }, () => one) }],
    ['decisions[1].act', { decisions: [one, { ...one, act: 'burn' }] }],
    ['decisions[1].bank_line_id', { decisions: [one, { act: 'fee' }] }],
  ];
  for (const [field, fields] of cases) {
    const refused = refusedWith(await decide(fields));
    assert.deepEqual(
      refused.errors?.map((error) => error.field),
      [field],
    );
  }
  assert.equal(accepted(await bankLineDetail(app, bank_line_id)).line.status, 'suspense');
  const without_note = accepted(await decide({ decisions: [{ bank_line_id, act: 'fee' }] }));
  assert.deepEqual(without_note.results[0]?.error?.errors[0]?.field, 'note');
});
