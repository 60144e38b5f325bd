// A report as CSV: its columns stay where they are, and amounts have the currency's own decimals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuresOf } from '../../../server/domain/trade/trade-measures.ts';
import { reportCsvHead, reportCsvRow } from '../../../server/pages/export/report-csv.ts';

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
  assert.equal(reportCsvHead(), HEAD);
});

test('a row has an amount in the form of its currency, and nothing where nothing is known', () => {
  const row = reportCsvRow({ item, time_zone: 'Asia/Kolkata', exponent: 3 });
  assert.equal(
    row,
    '2024-10-04,2024-10-05,Asia/Kolkata,payin,KWD,,,2,10000000000.001,2,10000000000.001,' +
      '0,0.000,0,0.000,0,0.000,0,0.000,0,0.000,100,0,0,0.000,5000000000001,3600000,3600000,' +
      '4,1.501,0,1,0,0,0,0,0,3,0\r\n',
  );
});
