// Bank lines, exceptions and closings as CSV on the wire: every row once, in cells that stay what
// they are in a spreadsheet.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import * as scene from '../../../app/scene.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { AUTHORIZATION, type OperatorService, openOperatorService } from '../operator-service.ts';

let service: OperatorService;
let account: string;
before(async () => {
  service = await openOperatorService();
  account = await scene.makeAccount(service.app, 'INR');
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

type Row = Record<string, string>;

async function download(path: string): Promise<{ rows: Row[]; text: string; type: string }> {
  const address = `${service.url}/operator/v1${path}`;
  const response = await fetch(address, { headers: { authorization: AUTHORIZATION } });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="[^"]+"$/);
  const text = await response.text();
  const rows: Row[] = parse(text, { columns: true });
  return { rows, text, type: response.headers.get('content-type') ?? '' };
}

suite('bank lines as CSV', () => {
  test('cells are texts, whatever a payer writes; amounts are exact numbers', async () => {
    const big = 999_999_999_999;
    await scene.feed(service.app, account, [
      {
        amount_cents: -1_234,
        booked_at: '2026-03-05',
        utr: '012345678901',
        text: '=HYPERLINK("http://bad.example")',
        counterparty_name: '@SUM(A1);-2',
        counterparty_number: '000111222333',
        bank_id: '20260305000000000001',
      },
      {
        amount_cents: big,
        booked_at: '2026-03-05T10:30:00Z',
        utr: 'HDFC0000123456',
        bank_id: '12E45',
      },
    ]);
    const { rows, text, type } = await download('/bank_lines.csv?day=2026-03-05');
    assert.equal(type, 'text/csv; charset=utf-8');
    const [second, first] = rows;
    assert.deepEqual(
      [first?.amount, first?.booked_at, first?.utr, first?.bank_id],
      ['-12.34', '2026-03-05', "'012345678901", "'20260305000000000001"],
    );
    assert.deepEqual(
      [second?.amount, second?.booked_at, second?.utr, second?.bank_id],
      ['9999999999.99', '2026-03-05T10:30:00.000Z', 'HDFC0000123456', "'12E45"],
    );
    assert.equal(first?.text, `'=HYPERLINK("http://bad.example")`);
    assert.equal(first?.counterparty_name, "'@SUM(A1);'-2");
    assert.ok(!text.includes('000111222333'));
    assert.match(first?.counterparty_number ?? '', /\*/);
    assert.equal(first?.explanation, 'Money left the account, and no pay-out fits.');
  });

  test('every line once, over many pages, newest first', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({
      amount_cents: index + 1,
      booked_at: '2026-01-02',
      bank_id: `many-${index}`,
    }));
    await scene.feed(service.app, account, many);
    await scene.feed(service.app, account, [{ ...many[0], amount_cents: 1, bank_id: 'one-more' }]);
    const { rows } = await download('/bank_lines.csv?day=2026-01-02');
    assert.equal(rows.length, 1_001);
    assert.equal(new Set(rows.map((row) => row.bank_line_id)).size, 1_001);
    const ids = rows.map((row) => row.bank_line_id ?? '');
    assert.deepEqual(ids, ids.toSorted().toReversed());
  });

  test('a wrong filter is refused before a file begins', async () => {
    const reply = await service.ask('GET', '/bank_lines.csv?status=lost');
    assert.equal(reply.status, 422);
    const cursor = await service.ask('GET', '/bank_lines.csv?cursor=x');
    assert.equal(cursor.status, 422);
  });
});

test('exceptions: lines in suspense, evidence to judge and open disputes, with their age', async () => {
  const merchant = await makeMerchant(service.app);
  const asked = await scene.newPayin(service.app, merchant, {
    amount_cents: 77_700,
    order_id: '000123456789012',
  });
  await scene.claim(service.app, merchant, asked.id, '412345678999');
  const booked_at = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
  const [line] = await scene.feed(service.app, account, [{ amount_cents: 4_242, booked_at }]);
  const { rows } = await download('/exceptions.csv');
  const of = (id: string | undefined) => rows.find((row) => row.id === id);
  const waiting = of(line?.id);
  assert.deepEqual(
    [waiting?.kind, waiting?.amount, waiting?.state, waiting?.reason, waiting?.age_days],
    ['bank_line', '42.42', 'suspense', 'no_candidate', '3'],
  );
  const judged = of(asked.id);
  assert.deepEqual(
    [judged?.kind, judged?.amount, judged?.state, judged?.order_id, judged?.age_days],
    ['payin', '777.00', 'verifying', "'000123456789012", '0'],
  );
  assert.equal(judged?.utr, "'412345678999");
});

test('closings: every revision of every day, with its note as it was written', async () => {
  const own = await scene.makeAccount(service.app, 'JPY');
  await scene.feed(service.app, own, [{ amount_cents: 500, booked_at: '2026-03-04' }]);
  const close = (day: string, note: string) =>
    service.ask('POST', `/receiving_accounts/${own}/days/${day}/close`, {
      body: { accept_differences: true, note },
    });
  assert.equal((await close('2026-03-04', '=1+1')).status, 200);
  assert.equal((await close('2026-03-05', 'quiet')).status, 200);
  await scene.feed(service.app, own, [{ amount_cents: 7, booked_at: '2026-03-04' }]);
  assert.equal((await close('2026-03-04', 'one more, “late”')).status, 200);
  const { rows } = await download(`/receiving_accounts/${own}/closings.csv`);
  assert.deepEqual(
    rows.map((row) => [row.day, row.revision, row.currency, row.lines, row.lines_sum, row.note]),
    [
      ['2026-03-05', '1', 'JPY', '0', '0', 'quiet'],
      ['2026-03-04', '2', 'JPY', '2', '507', 'one more, “late”'],
      ['2026-03-04', '1', 'JPY', '1', '500', "'=1+1"],
    ],
  );
  const nobody = '01890000-0000-7000-8000-000000000000';
  const unknown = await service.ask('GET', `/receiving_accounts/${nobody}/closings.csv`);
  assert.equal(unknown.status, 404);
});
