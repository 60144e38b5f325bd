// Rules of the house: they decide only what nothing matches and what a person has tried them on,
// with an entry in the books, a history of the line, and an undo that stays.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { applyLineRules } from '../../../server/app/line/apply-line-rules.ts';
import { bankLineDetail } from '../../../server/app/line/bank-line-detail.ts';
import {
  changeLineRule,
  createLineRule,
  listRuleVersions,
  switchLineRule,
} from '../../../server/app/line/line-rules.ts';
import { makeLineWords } from '../../../server/app/line/make-line-words.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { tryLineRule } from '../../../server/app/line/try-line-rule.ts';
import type { App } from '../../../server/app/process/app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { feed, makeAccount, sql } from '../scene.ts';

let service: TestApp;
let app: App;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

const CHARGES = {
  name: 'Bank charges',
  act: 'fee',
  direction: 'out',
  text: 'charges',
  max_amount_cents: 1_000,
  note: 'The bank’s monthly charges',
};
const why = raw({ note: 'as agreed' });

const makeRule = async (receiving_account_id: string, fields: object = {}) =>
  accepted(
    await createLineRule(app, OPERATOR, raw({ ...CHARGES, receiving_account_id, ...fields })),
  );

/** Tried and on. */
async function ruleOn(receiving_account_id: string, fields: object = {}) {
  const { id } = await makeRule(receiving_account_id, fields);
  accepted(await tryLineRule(app, OPERATOR, id));
  return accepted(await switchLineRule(app, OPERATOR, id, 'on', why));
}

async function apply(): Promise<number> {
  while ((await makeLineWords(app)) > 0);
  return await applyLineRules(app);
}

const statusOf = async (id: string) => {
  const { line } = accepted(await bankLineDetail(app, id));
  return [line.status, line.reason];
};

/** The ids of lines with these texts and amounts, taken without any rule. */
async function take(account: string, lines: readonly [amount_cents: number, text: string][]) {
  const rows = lines.map(([amount_cents, text]) => ({ amount_cents, text }));
  return (await feed(app, account, rows)).map(({ id }) => id);
}

suite('a rule of the house', () => {
  test('books what it fits as its act, and the line says which rule did it', async () => {
    const account = await makeAccount(app, 'INR');
    const rule = await ruleOn(account);
    const [fee = '', large = '', other = '', incoming = '', word = ''] = await take(account, [
      [-590, 'CHARGES/GST/MARCH'],
      [-1_001, 'CHARGES/GST/APRIL'],
      [-590, 'RENT MARCH'],
      [590, 'CHARGES refund'],
      [-590, 'RECHARGES'],
    ]);
    assert.equal(await apply(), 1);
    assert.deepEqual(await statusOf(fee), ['fee', 'marked_fee']);
    for (const id of [large, other, word]) {
      assert.deepEqual(await statusOf(id), ['suspense', 'outgoing']);
    }
    assert.deepEqual(await statusOf(incoming), ['suspense', 'no_candidate']);
    const { acts } = accepted(await bankLineDetail(app, fee));
    assert.equal(acts.length, 1);
    assert.deepEqual([acts[0]?.act, acts[0]?.actor.role], ['fee', 'service']);
    assert.equal(acts[0]?.note, `Rule “Bank charges”, version ${rule.version}`);
    const trail = await sql<{ detail: { line_rule_id: string } }>(
      app,
      `select detail from audit_entries where target = 'bank_lines/${fee}'`,
    );
    assert.deepEqual(
      trail.map(({ detail }) => detail.line_rule_id),
      [rule.id],
    );
    assert.deepEqual((await verifyBooks(app, () => undefined)).problems, []);
    assert.equal(await apply(), 0);
  });

  test('decides nothing before it was tried and switched on, and shows what it would do', async () => {
    const account = await makeAccount(app, 'INR');
    const [waiting = '', decided = ''] = await take(account, [
      [-100, 'CHARGES one'],
      [-200, 'CHARGES two'],
    ]);
    accepted(await reviewLine(app, OPERATOR, decided, 'own_transfer', why, undefined));
    const { id } = await makeRule(account);
    const refused = refusedWith(await switchLineRule(app, OPERATOR, id, 'on', why));
    assert.match(refused.detail, /Try the rule/);
    assert.equal(await apply(), 0);
    const trial = accepted(await tryLineRule(app, OPERATOR, id));
    assert.deepEqual([trial.fits, trial.by_status], [2, { suspense: 1, own_transfer: 1 }]);
    assert.deepEqual([trial.contrary.map((line) => line.id), trial.is_cut], [[decided], false]);
    assert.deepEqual(
      trial.waiting.map((line) => line.id),
      [waiting],
    );
    assert.equal(await apply(), 0);
    accepted(await switchLineRule(app, OPERATOR, id, 'on', why));
    assert.equal(await apply(), 1);
    assert.deepEqual(await statusOf(waiting), ['fee', 'marked_fee']);
  });

  test('that is changed or off decides nothing; every version is kept', async () => {
    const account = await makeAccount(app, 'INR');
    const { id } = await ruleOn(account);
    accepted(await switchLineRule(app, OPERATOR, id, 'off', why));
    const [line = ''] = await take(account, [[-100, 'CHARGES']]);
    assert.equal(await apply(), 0);
    accepted(await switchLineRule(app, OPERATOR, id, 'on', why));
    const changed = { ...CHARGES, text: 'charges march' };
    accepted(await changeLineRule(app, OPERATOR, id, raw(changed)));
    assert.equal(await apply(), 0);
    refusedWith(await switchLineRule(app, OPERATOR, id, 'on', why));
    refusedWith(await switchLineRule(app, OPERATOR, id, 'off', why));
    const versions = accepted(await listRuleVersions(app, id)).data;
    assert.deepEqual(
      versions.map(({ version, state }) => [version, state]),
      [
        [6, 'draft'],
        [5, 'on'],
        [4, 'off'],
        [3, 'on'],
        [2, 'tried'],
        [1, 'draft'],
      ],
    );
    assert.deepEqual(await statusOf(line), ['suspense', 'outgoing']);
  });

  test('does not decide again what a person has undone', async () => {
    const account = await makeAccount(app, 'INR');
    await ruleOn(account);
    const [line = ''] = await take(account, [[-100, 'CHARGES']]);
    assert.equal(await apply(), 1);
    accepted(await reviewLine(app, OPERATOR, line, 'undo', why, undefined));
    assert.equal(await apply(), 0);
    assert.deepEqual(await statusOf(line), ['suspense', 'undone']);
  });

  test('belongs to its account, and two processes at once decide a line once', async () => {
    const account = await makeAccount(app, 'INR');
    const elsewhere = await makeAccount(app, 'INR');
    await ruleOn(account, { counterparty: null });
    const ids = await take(account, Array(20).fill([-100, 'CHARGES']));
    const [foreign = ''] = await take(elsewhere, [[-100, 'CHARGES']]);
    while ((await makeLineWords(app)) > 0);
    const another = await service.another();
    const done = await Promise.all([applyLineRules(app), applyLineRules(another)]);
    assert.equal(
      done.reduce((sum, count) => sum + count, 0),
      ids.length,
    );
    assert.deepEqual(await statusOf(foreign), ['suspense', 'outgoing']);
    assert.deepEqual((await verifyBooks(app, () => undefined)).problems, []);
  });

  test('with wrong fields is refused, each with its name', async () => {
    const receiving_account_id = await makeAccount(app, 'INR');
    const cases: [object, string][] = [
      [{ text: null }, 'text'],
      [{ text: '-' }, 'text'],
      [{ act: 'assign' }, 'act'],
      [{ direction: 'sideways' }, 'direction'],
      [{ min_amount_cents: 0 }, 'min_amount_cents'],
      [{ min_amount_cents: 10, max_amount_cents: 9 }, 'max_amount_cents'],
      [{ note: undefined }, 'note'],
      [{ receiving_account_id: '01900000-0000-7000-8000-000000000000' }, 'receiving_account_id'],
    ];
    for (const [fields, field] of cases) {
      const given = raw({ ...CHARGES, receiving_account_id, ...fields });
      const refused = refusedWith(await createLineRule(app, OPERATOR, given));
      assert.deepEqual(
        refused.errors?.map((error) => error.field),
        [field],
      );
    }
  });
});
