// A report as a file: its columns stay where they are, amounts have their currency's decimals, and
// a workbook has numbers.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { measuresOf } from '../../../server/domain/trade/trade-measures.ts';
import { PLAIN_CSV, workbookOf } from '../../../server/http/transport/table-file.ts';
import { tableCsvHead, tableCsvRow } from '../../../server/lib/table/table-csv.ts';
import { REPORT_TABLE } from '../../../server/pages/export/report-table.ts';
import { readPlain } from '../../support/xlsx/plain-workbook.ts';

const HEAD =
  'from,to,time_zone,direction,currency,type,merchant_id,created_count,created_amount,' +
  'completed_count,completed_amount,expired_count,expired_amount,canceled_count,canceled_amount,' +
  'failed_count,failed_amount,disputed_count,disputed_amount,reversed_count,reversed_amount,' +
  'success_percent,matched_count,matched_percent,fees_amount,mean_ms,half_within_ms,' +
  'most_within_ms,missed_count,missed_amount,missed_no_account_count,missed_disabled_count,' +
  'missed_inactive_hours_count,missed_below_minimum_count,missed_above_maximum_count,' +
  'missed_daily_count_count,missed_daily_amount_count,missed_amount_taken_count,' +
  'missed_merchant_share_count\r\n';

const item = {
  first_day: 20_000,
  end_day: 20_001,
  direction: 'payin',
  currency: 'KWD',
  type: null,
  merchant_id: null,
  measures: measuresOf((name) =>
    ['created', 'completed', 'duration', 'within_1h', 'within_1d'].includes(name)
      ? { count: 2n, total: 10_000_000_000_001n }
      : undefined,
  ),
  missed: [
    { reason: 'amount_taken' as const, count: 3n, amount_cents: 1_500n },
    { reason: 'disabled' as const, count: 1n, amount_cents: 1n },
  ],
};

test('the columns are those that people’s programs know', () => {
  assert.equal(tableCsvHead(REPORT_TABLE, PLAIN_CSV), HEAD);
});

test('a row has an amount in the form of its currency, and nothing where nothing is known', () => {
  const shown = { item, time_zone: 'Asia/Kolkata', exponent: 3 };
  const row = tableCsvRow(REPORT_TABLE, shown, PLAIN_CSV);
  assert.equal(
    row,
    '2024-10-04,2024-10-05,Asia/Kolkata,payin,KWD,,,2,10000000000.001,2,10000000000.001,' +
      '0,0.000,0,0.000,0,0.000,0,0.000,0,0.000,100,0,0,0.000,5000000000001,3600000,3600000,' +
      '4,1.501,0,1,0,0,0,0,0,3,0\r\n',
  );
});

test('a workbook has the same rows: counts and amounts as numbers, days and zones as texts', async () => {
  const page = [{ item, time_zone: '=1+1', exponent: 3 }];
  const pages = Readable.from([page, page]);
  const file = await buffer(workbookOf('Report', { columns: REPORT_TABLE, pages }));
  const [head, ...rows] = readPlain(file, 0);
  assert.equal(`${head?.map(({ text }) => text).join(',')}\r\n`, HEAD);
  assert.equal(rows.length, 2);
  for (const row of rows) {
    const cell = (name: string) => row[REPORT_TABLE.findIndex((one) => one.name === name)];
    assert.deepEqual(cell('from'), { text: '2024-10-04', number: null });
    assert.deepEqual(cell('time_zone'), { text: '=1+1', number: null });
    assert.equal(cell('created_count')?.number, '2');
    assert.equal(cell('missed_amount')?.number, '1.501');
    assert.equal(cell('success_percent')?.number, '100');
  }
});
