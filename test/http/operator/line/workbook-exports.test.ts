// Every other export as a workbook on the wire: the same rows as its CSV, with amounts and days as
// numbers, and ids, UTRs and whatever a payer wrote as texts.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { HOUSE_BOOK } from '../../../../server/domain/ledger/ledger.ts';
import { readEntries } from '../../../../server/store/ledger/ledger-lists.ts';
import * as scene from '../../../app/scene.ts';
import { settling } from '../../../app/settlement/settlement-scene.ts';
import { accepted, makeMerchant } from '../../../support/test-app.ts';
import { type PlainCell, readPlain } from '../../../support/xlsx/plain-workbook.ts';
import { AUTHORIZATION, type OperatorService, openOperatorService } from '../operator-service.ts';

const UTR = '012345678901';
const ATTACK = '=HYPERLINK("http://bad.example")';
const DAY = '2026-03-05';

let service: OperatorService;
let account: string;
let statement: string;
let month: string;
before(async () => {
  service = await openOperatorService();
  const { app } = service;
  account = await scene.makeAccount(app, 'INR');
  const line = { booked_at: DAY, utr: UTR, text: ATTACK, bank_id: '20260305000000000001' };
  await scene.feed(app, account, [
    { amount_cents: -1_234, ...line },
    { amount_cents: 99_900, booked_at: `${DAY}T10:30:00Z`, bank_id: '12E45' },
  ]);
  const closing = { accept_differences: true, note: '=1+1' };
  const day = `/receiving_accounts/${account}/days/${DAY}/close`;
  assert.equal((await service.ask('POST', day, { body: closing })).status, 200);
  const merchant = await makeMerchant(app);
  await scene.fund(app, merchant.merchant_id, 12_345);
  const [first] = await readEntries(app.store.db, merchant.merchant_id, 0n, 1);
  month = new Date(first?.at ?? 0).toISOString().slice(0, 7);
  const { id } = accepted(await settling(app).draft(merchant));
  statement = `/settlements/${merchant.merchant_id}/${id}/statement`;
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

async function fileOf(path: string): Promise<{ bytes: Buffer; type: string; name: string }> {
  const address = `${service.url}/operator/v1${path}`;
  const response = await fetch(address, { headers: { authorization: AUTHORIZATION } });
  assert.equal(response.status, 200, path);
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    type: response.headers.get('content-type') ?? '',
    name: response.headers.get('content-disposition') ?? '',
  };
}

/** A number as a spreadsheet holds it: days since the last one of 1899. */
const DAYS_BEFORE_1970 = 25_569;
const DAY_MS = 86_400_000;
const serialOf = (text: string) => Date.parse(text) / DAY_MS + DAYS_BEFORE_1970;

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}Z)?$/;

type Kinds = { numbers: readonly string[]; moments: readonly string[] };

/** What the cell holds if it is of the kind that its column has; else what it says. */
function judge(name: string, cell: PlainCell, csv: string, { numbers, moments }: Kinds): void {
  if (csv === '') {
    assert.deepEqual(cell, { text: '', number: null }, name);
  } else if (moments.includes(name)) {
    assert.match(csv, MOMENT, name);
    assert.ok(Math.abs(Number(cell.number) - serialOf(csv)) < 1e-6, `${name}: ${cell.number}`);
  } else if (numbers.includes(name)) {
    assert.equal(cell.number, csv, name);
  } else {
    assert.equal(cell.number, null, `${name} is a text`);
    // The apostrophes that keep a CSV harmless are not needed where a cell is a text.
    assert.equal(cell.text.replaceAll("'", ''), csv.replaceAll("'", ''), name);
  }
}

const EXPORTS: readonly (readonly [what: string, path: () => string, Kinds, rows: number])[] = [
  [
    'bank lines',
    () => '/bank_lines',
    { numbers: ['amount'], moments: ['booked_at', 'received_at', 'decided_at'] },
    2,
  ],
  [
    'exceptions',
    () => '/exceptions',
    { numbers: ['amount', 'received_amount', 'age_days'], moments: ['since'] },
    2,
  ],
  [
    'closings',
    () => `/receiving_accounts/${account}/closings`,
    {
      numbers: ['revision', 'opening', 'lines', 'lines_sum', 'closing', 'ledger_sum'],
      moments: ['day', 'closed_at'],
    },
    1,
  ],
  [
    'the journal',
    () => `/ledger/months/${month}/journal`,
    { numbers: ['entry_number', 'debit', 'credit', 'amount'], moments: ['date', 'entered_at'] },
    4,
  ],
  ['the audit trail', () => '/audit', { numbers: ['number'], moments: ['at'] }, 1],
  [
    'a settlement',
    () => statement,
    {
      numbers: ['settlement_number', 'entry_number', 'trade_amount', 'gross', 'fee', 'net'],
      moments: ['entered_at'],
    },
    1,
  ],
];

suite('as a workbook', () => {
  for (const [what, path, kinds, least] of EXPORTS) {
    test(`${what}: the rows of the CSV, in cells of their kind`, async () => {
      // Each export of the trail is an entry of it.
      const query = what === 'the audit trail' ? '?action=merchant_created' : '';
      const csv: string[][] = parse((await fileOf(`${path()}.csv${query}`)).bytes);
      const { bytes, type, name } = await fileOf(`${path()}.xlsx${query}`);
      assert.match(type, /spreadsheetml\.sheet$/);
      assert.match(name, /^attachment; filename="[\w-]+\.xlsx"$/);
      const [head = [], ...rows] = readPlain(bytes, 0);
      const [names = [], ...wanted] = csv;
      assert.deepEqual(
        head.map(({ text }) => text),
        names,
      );
      assert.equal(rows.length, wanted.length);
      assert.ok(rows.length >= least, `${rows.length} rows`);
      for (const [at, row] of wanted.entries()) {
        for (const [place, text] of row.entries()) {
          const cell = rows[at]?.[place] ?? { text: '', number: null };
          judge(names[place] ?? '', cell, text, kinds);
        }
      }
    });
  }

  test('a UTR keeps its zero and a formula is what the payer wrote', async () => {
    const [head = [], ...rows] = readPlain((await fileOf('/bank_lines.xlsx')).bytes, 0);
    const at = (name: string) => head.findIndex(({ text }) => text === name);
    const [second, first] = rows;
    assert.deepEqual(first?.[at('utr')], { text: UTR, number: null });
    assert.deepEqual(first?.[at('text')], { text: ATTACK, number: null });
    assert.equal(first?.[at('amount')]?.number, '-12.34');
    assert.deepEqual(second?.[at('bank_id')], { text: '12E45', number: null });
  });

  test('chosen columns of the journal have the names that were asked for', async () => {
    const query = `columns=${encodeURIComponent('date==1+1,debit=Dr')}&merchant_id=${HOUSE_BOOK}`;
    const { bytes } = await fileOf(`/ledger/months/${month}/journal.xlsx?${query}`);
    const [head] = readPlain(bytes, 0);
    assert.deepEqual(
      head?.map(({ text }) => text),
      ['=1+1', 'Dr'],
    );
  });

  test('its making is in the trail, as is that of the CSV', async () => {
    await fileOf('/audit.xlsx?action=nothing_of_this_name');
    const [row] = await scene.sql<{ detail: { format: string } }>(
      service.app,
      `select detail from audit_entries where action = 'audit_exported' order by number desc limit 1`,
    );
    assert.equal(row?.detail.format, 'xlsx');
  });

  test('a wrong filter is refused before a file begins', async () => {
    assert.equal((await service.ask('GET', '/bank_lines.xlsx?status=lost')).status, 422);
    assert.equal((await service.ask('GET', '/ledger/months/2026-13/journal.xlsx')).status, 404);
  });
});
