// The benchmark's statement: as many lines as pay-ins, each decided by the rule that it was made
// for; the scenario itself checks the books.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenPayin } from '../../bench/fill/fill-open.ts';
import { type OpenBench, openYoungBench } from '../../bench/harness/open-bench.ts';
import { measureMatching } from '../../bench/scenario/matching.ts';
import { statementFor } from '../../bench/scenario/statement-lines.ts';

const payin = (n: number): OpenPayin => ({
  n,
  merchant_id: 'm',
  trade_id: `t-${n}`,
  reference: `REFERENCE${n}`,
  amount_cents: 1_000 + n,
  exclusive: n < 85,
  utr: n >= 85 && n % 2 === 0 ? `40000000000${n}` : null,
});

let bench: OpenBench;

before(async () => {
  bench = await openYoungBench({ seconds: 1, rounds: 1, trades: [] });
});
after(() => bench.close());

test('a statement has a line for each payer and the share of strangers', () => {
  const payins = Array.from({ length: 100 }, (_, n) => payin(n));
  const { csv, expected } = statementFor(payins, 0);
  const lines = csv.trimEnd().split('\n').slice(1);
  assert.equal(new Set(lines).size, 100);
  assert.deepEqual(expected, {
    no_candidate: 5,
    account_amount_time: 80,
    utr_account_amount: 7,
    reference: 8,
  });
});

test('a running service decides every line by its rule', async () => {
  const figures = await measureMatching(bench, 400);
  const matched = figures.find((figure) => figure.unit === 'lines');
  assert.equal(matched?.value, 380);
});
