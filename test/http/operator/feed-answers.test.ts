// What a feed is told of its lines: the same whether an order fits them or not, in all answers.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { makeAccount, newPayin } from '../../app/scene.ts';
import { runCli } from '../../cli/test-terminal.ts';
import { makeMerchant, type TestMerchant } from '../../support/test-app.ts';
import { type OperatorService, openOperatorService, type Reply } from './operator-service.ts';

const BOOKED = '2026-03-05T10:15:00Z';

let service: OperatorService;
let merchant: TestMerchant;
let feed_token: string;
let account: string;
before(async () => {
  service = await openOperatorService();
  merchant = await makeMerchant(service.app);
  account = await makeAccount(service.app, 'INR');
  const made = await service.ask('POST', '/feed_tokens', {
    body: { name: 'Bank', receiving_account_ids: [account] },
  });
  feed_token = String(made.body.token);
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

const asFeed = () => ({ authorization: `Bearer ${feed_token}` });

/** A pay-in that waits for this amount, booked where a line of now would be. */
const waitFor = (amount_cents: number) => newPayin(service.app, merchant, { amount_cents });

const line = (amount_cents: number, bank_id: string) => ({
  amount_cents,
  booked_at: new Date().toISOString(),
  bank_id,
});

const csv = (rows: readonly (readonly [amount: number, bank_id: string])[]) =>
  [
    'booked_at,amount_cents,utr,text,bank_id',
    ...rows.map(([amount, id]) => `${new Date().toISOString()},${amount},,,${id}`),
  ].join('\n');

function send(text: string, query = ''): Promise<Reply> {
  return service.ask('POST', `/statements?receiving_account_id=${account}${query}`, {
    ...asFeed(),
    headers: { 'content-type': 'text/csv' },
    body: text,
  });
}

/** Every name that is anywhere in an answer. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    Array.isArray(value) ? namesIn(member) : [name, ...namesIn(member)],
  );
}

function assertTellsNothing({ body }: Reply): void {
  const text = JSON.stringify(body);
  assert.ok(!text.includes(merchant.merchant_id), text);
  const told = new Set(namesIn(body));
  for (const name of ['merchant_id', 'trade_id', 'reason', 'candidates', 'matched', 'suspense']) {
    assert.ok(!told.has(name), `${name} in ${text}`);
  }
}

suite('given as lines', () => {
  const give = (lines: readonly object[]) =>
    service.ask('POST', '/bank_lines', {
      ...asFeed(),
      body: { receiving_account_id: account, lines },
    });

  test('a line that an order waits for is new, and so is one that fits none', async () => {
    await waitFor(1_111);
    const reply = await give([line(1_111, 'fits'), line(1_112, 'fits-none')]);
    assert.deepEqual(reply.body, {
      imported: 2,
      duplicate: 0,
      lines: [
        { line: 1, status: 'new' },
        { line: 2, status: 'new' },
      ],
    });
    assertTellsNothing(reply);
    const again = await give([line(1_111, 'fits'), line(1_113, 'third')]);
    assert.deepEqual(again.body, {
      imported: 1,
      duplicate: 1,
      lines: [
        { line: 1, status: 'duplicate' },
        { line: 2, status: 'new' },
      ],
    });
  });

  test('what is wrong is told by its place', async () => {
    const reply = await give([line(0, 'zero'), { ...line(5, 'no-day'), booked_at: 'x' }]);
    assert.equal(reply.status, 422);
    const fields = Object(reply.body.errors).map((error: { field: string }) => error.field);
    assert.deepEqual(fields, ['lines[0].amount_cents', 'lines[1].booked_at']);
  });

  test('operators are told everything, as ever', async () => {
    await waitFor(1_121);
    const reply = await service.ask('POST', '/bank_lines', {
      body: { receiving_account_id: account, lines: [line(1_121, 'operators')] },
    });
    const [taken] = Object(reply.body.lines);
    assert.deepEqual(Object.keys(reply.body), ['lines']);
    assert.deepEqual([taken.status, taken.merchant_id], ['matched', merchant.merchant_id]);
  });
});

suite('given as a file', () => {
  /** Without what differs from file to file anyway. */
  const comparable = ({ body }: Reply) => {
    const { statements, ...rest } = body;
    return { ...rest, statements: Object(statements).length };
  };

  for (const query of ['', '&dry_run=true', '&progress=true&dry_run=false']) {
    test(`the answer is the same with an order that fits and without${query}`, async () => {
      const amount = 2_000 + query.length;
      const ask = async (id: string) => {
        const url = `${service.url}/operator/v1/statements?receiving_account_id=${account}${query}`;
        const headers = { ...asFeed(), 'content-type': 'text/csv' };
        const body = csv([[amount, `${id}${query}`]]);
        const response = await fetch(url, { method: 'POST', headers, body });
        assert.equal(response.status, 200);
        const text = (await response.text()).trimEnd().split('\n').at(-1) ?? '';
        return { status: 200, headers: response.headers, body: JSON.parse(text) };
      };
      const without = await ask('without');
      await waitFor(amount);
      const fitting = await ask('fitting');
      assert.deepEqual(comparable(fitting), comparable(without));
      assert.deepEqual(fitting.body.lines, [{ line: 2, status: 'new' }]);
      assertTellsNothing(fitting);
    });
  }

  test('broken lines are told with their reasons, duplicates as such', async () => {
    const first = csv([[2_201, 'D-1']]);
    assert.equal((await send(first)).status, 200);
    const text = `${csv([
      [2_201, 'D-1'],
      [2_202, 'D-2'],
    ])}\nnever,1,,,D-3`;
    const refused = await send(text);
    assert.equal(refused.status, 422);
    const skipped = await send(text, '&on_error=skip');
    assert.deepEqual([skipped.body.imported, skipped.body.duplicate], [1, 1]);
    assert.deepEqual(skipped.body.lines, [
      { line: 2, status: 'duplicate' },
      { line: 3, status: 'new' },
    ]);
    const [broken] = Object(skipped.body.errors);
    assert.equal(broken.line, 4);
    assert.match(broken.message, /booked_at must be/);
    assertTellsNothing(skipped);
  });

  test('of a long file none is listed: which are would tell which of them wait', async () => {
    await waitFor(2_300);
    const rows = Array.from(
      { length: 1_001 },
      (_, index) => [2_300 + index, `L-${index}`] as const,
    );
    const told = await send(csv(rows), '&dry_run=true');
    assert.deepEqual(
      [told.body.imported, told.body.lines, told.body.lines_left_out],
      [1_001, [], 1_001],
    );
    assertTellsNothing(told);
  });

  test('operators are told everything, as ever', async () => {
    await waitFor(2_401);
    const own = await service.ask(
      'POST',
      `/statements?receiving_account_id=${account}&dry_run=true`,
      { headers: { 'content-type': 'text/csv' }, body: csv([[2_401, 'O-1']]) },
    );
    const [seen] = Object(own.body.lines);
    assert.deepEqual([own.body.matched, seen.merchant_id], [1, merchant.merchant_id]);
  });
});

test('the command line shows a feed what it is told, and no columns without values', async () => {
  const env = { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN: feed_token };
  const input = `booked_at,amount_cents,utr,text,bank_id\n${BOOKED},77,,,CLI-1`;
  const load = ['statements', 'import', '-', '--receiving-account-id', account];
  const { code, out, err } = await runCli(load, { env, input });
  assert.equal(code, 0, err);
  assert.match(out, /^imported +1$/m);
  assert.match(out, /^ +2 {2}new$/m);
  assert.ok(!/matched|suspense/.test(out), out);
});
