// Somebody with more rights than the service changes one row of the books: the proof names it,
// whichever table it is in.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeProofNow } from '../../../server/app/proof/make-proof-now.ts';
import { finishCounting } from '../../../server/app/trade/count-events.ts';
import { HOUSE_BOOK } from '../../../server/domain/ledger/ledger.ts';
import { OPERATOR, openTestApp, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { problemsAfter } from './damage.ts';
import { makeHistory } from './planted-history.ts';

const TABLES = [
  'adjustments',
  'bank_line_outcomes',
  'bank_lines',
  'holds',
  'ledger_accounts',
  'ledger_books',
  'ledger_entries',
  'payout_attempts',
  'proof_heads',
  'proofs',
  'settlement_lines',
  'settlements',
  'trade_count_heads',
  'trade_counts',
  'trade_days',
  'trade_slots',
  'trades',
  'utr_claims',
];

let service: TestApp;
let app: OpenApp;

before(async () => {
  service = await openTestApp();
  app = service.app;
  await makeHistory(app);
  await makeProofNow(app, OPERATOR);
  await finishCounting(app);
  await service.allowChanges(...TABLES, 'bank_line_acts', 'events', 'proof_digests');
});
after(() => service.stop());

test('sound books prove', async () => {
  assert.deepEqual(await problemsAfter(app), []);
  for (const table of TABLES) {
    const rows = await scene.sql(app, `select 1 as row from ${table} limit 1`);
    assert.equal(rows.length, 1, `${table} is empty`);
  }
});

const HOUSE_ROW = `merchant_id = '${HOUSE_BOOK}' and fees_count > 0`;

/** Each changes one row, and one thing of it. */
const LIES: readonly (readonly [table: string, set: string, where: string])[] = [
  ['ledger_entries', `act = 'adjustment'`, `act = 'match'`],
  ['ledger_entries', 'trade_id = null', `act = 'payout_held'`],
  ['ledger_entries', 'amounts = array[-1, 1]::bigint[]', `act = 'line_received'`],
  ['ledger_entries', `entered_at = entered_at + interval '1 hour'`, `act = 'hold_placed'`],
  ['ledger_entries', `hash = sha256('x')`, `act = 'bank_line'`],
  ['ledger_accounts', 'balance_cents = balance_cents + 1', `account = 'available'`],
  ['ledger_accounts', 'balance_cents = balance_cents - 1', `account like 'suspense:%'`],
  ['ledger_books', 'last_number = last_number + 1', 'last_number > 0'],
  ['ledger_books', `last_hash = sha256('x')`, 'last_number > 0'],
  ['bank_lines', 'amount_cents = amount_cents + 1', 'amount_cents = 77'],
  ['bank_lines', 'amount_cents = amount_cents - 1', 'amount_cents = -100'],
  ['bank_lines', `currency = 'USD'`, 'amount_cents = 66'],
  ['bank_lines', 'receiving_account_id = gen_random_uuid()', 'amount_cents = 444'],
  ['bank_lines', 'bank_line_id = gen_random_uuid()', 'amount_cents = 77'],
  ['bank_lines', 'parent_line_id = gen_random_uuid()', 'amount_cents = 77'],
  ['bank_line_outcomes', `status = 'fee'`, `status = 'suspense'`],
  ['bank_line_outcomes', `status = 'own_transfer'`, `status = 'fee'`],
  [
    'bank_line_outcomes',
    `status = 'suspense', merchant_id = null, trade_id = null`,
    `status = 'returned'`,
  ],
  [
    'bank_line_outcomes',
    `trade_id = (select t.trade_id from trades t where t.merchant_id = o.merchant_id
       and t.trade_id <> o.trade_id limit 1)`,
    `status = 'matched'`,
  ],
  [
    'bank_line_outcomes',
    `merchant_id = (select merchant_id from trades where amount_cents = 300),
     trade_id = (select trade_id from trades where amount_cents = 300)`,
    `status = 'returned'`,
  ],
  ['holds', 'remaining_cents = remaining_cents - 1', `kind = 'reserve'`],
  ['holds', 'amount_cents = amount_cents + 1', `kind = 'reserve'`],
  ['holds', 'used_cents = used_cents - 1', 'used_cents > 0'],
  ['holds', 'suspended = true', `kind = 'delay' and not suspended`],
  ['holds', 'trade_id = gen_random_uuid()', `kind = 'delay'`],
  ['payout_attempts', 'amount_cents = amount_cents + 1', `state = 'sent'`],
  ['payout_attempts', `currency = 'USD'`, `state = 'sent'`],
  ['payout_attempts', `state = 'rejected'`, `state = 'sent'`],
  ['payout_attempts', `state = 'sent'`, `state = 'paid'`],
  ['payout_attempts', `state = 'paid'`, `state = 'sent'`],
  ['payout_attempts', `state = 'released'`, `state = 'returned'`],
  ['payout_attempts', `told_by_line = '{account}'`, `told_by_line = '{utr,account}'`],
  ['payout_attempts', `told_by_line = '{utr}'`, `told_by_line = '{utr,account}'`],
  ['payout_attempts', `told_by_line = '{utr}'`, `told_by_line = '{}' and debit_line_id is null`],
  ['payout_attempts', `told_by_line = '{return}'`, `state = 'returned' and amount_cents = 740`],
  ['payout_attempts', `told_by_line = '{}'`, `state = 'returned' and amount_cents = 200`],
  ['payout_attempts', `told_by_line = '{utr,account}'`, 'amount_cents = 710'],
  ['payout_attempts', `utr = 'BYLINE000711'`, 'amount_cents = 710'],
  ['payout_attempts', 'charged_cents = charged_cents + 1', 'charged_cents is not null'],
  ['payout_attempts', 'charged_cents = null', 'charged_cents is not null'],
  ['payout_attempts', `charged_cents = null, state = 'rejected'`, 'charged_cents is not null'],
  ['payout_attempts', 'charged_cents = amount_cents', `state = 'paid' and charged_cents is null`],
  ['payout_attempts', `state = 'returned'`, 'charged_cents is null and amount_cents = 720'],
  ['payout_attempts', `state = 'rejected'`, `state = 'returned' and amount_cents = 740`],
  ['payout_attempts', 'debit_line_id = null', `state = 'paid'`],
  ['payout_attempts', 'return_line_id = null', `state = 'returned'`],
  ['payout_attempts', 'debit_line_id = gen_random_uuid()', `state = 'sent'`],
  ['payout_attempts', 'return_line_id = debit_line_id', `state = 'paid'`],
  ['payout_attempts', 'trade_id = gen_random_uuid()', `state = 'sent'`],
  ['utr_claims', `utr = 'UTR000000334'`, 'active'],
  ['utr_claims', 'active = false', 'active'],
  ['utr_claims', 'trade_id = gen_random_uuid()', 'active'],
  ['settlements', `state = 'settled'`, `state = 'approved'`],
  ['settlements', 'approved_cents = approved_cents - 1', `state = 'approved'`],
  ['settlements', 'trade_id = gen_random_uuid()', `state = 'approved'`],
  ['settlements', 'opening_cents = opening_cents + 1, closing_cents = closing_cents + 1', 'true'],
  ['settlements', 'payins_cents = payins_cents + 1, fees_cents = fees_cents - 1', 'true'],
  ['settlements', 'line_count = line_count + 1', 'true'],
  ['settlements', 'first_entry_number = first_entry_number + 1', 'true'],
  [
    'settlement_lines',
    'net_cents = net_cents + 1, gross_cents = gross_cents + 1',
    `kind = 'payin'`,
  ],
  [
    'settlement_lines',
    'fee_cents = fee_cents - 1, gross_cents = gross_cents + 1',
    `kind = 'payin'`,
  ],
  ['settlement_lines', `kind = 'adjustment'`, `kind = 'payin'`],
  ['settlement_lines', 'entry_number = entry_number + 1000', `kind = 'payin'`],
  ['proofs', 'day = day - 1', 'true'],
  ['proofs', `statement = statement || ' '`, 'true'],
  ['proofs', 'signature = sha256(signature)', 'true'],
  ['proofs', `totals = replace(totals, '1', '2')`, 'true'],
  ['proofs', 'proof_number = 2', 'true'],
  ['proof_heads', 'book_number = book_number - 1', 'book_number > 1'],
  ['proof_heads', `book_hash = sha256('x')`, 'book_number > 1'],
  ['proof_heads', `head = head || ' '`, 'book_number > 1'],
  ['proof_heads', 'position = position + 1000', 'book_number > 1'],
  ['trade_counts', 'trade_count = trade_count + 1', `state = 'completed'`],
  ['trade_counts', 'amount_cents = amount_cents - 1', `state = 'disputed'`],
  ['trade_counts', `state = 'expired'`, `direction = 'payin' and trade_count > 0`],
  ['trade_days', 'created_count = created_count - 1', 'created_count > 0'],
  ['trade_days', 'duration_total = duration_total + 1', 'duration_count > 0'],
  ['trade_days', 'day = day - 1', 'completed_count > 0'],
  ['trade_days', `type = 'card'`, 'true'],
  ['trade_slots', 'matched_count = 1 + coalesce(matched_count, 0)', 'true'],
  ['trade_slots', 'fees_total = fees_total - 1', HOUSE_ROW],
  ['trade_slots', 'slot = slot + 1', 'completed_count > 0'],
  ['trade_count_heads', 'counted_number = 1', 'counted_number > 1'],
  ['trade_count_heads', 'counted_number = counted_number + 1', 'true'],
  ['trades', `state = 'completed', utr = 'UTR000000001'`, `state = 'processing'`],
  ['trades', `state = 'canceled'`, `direction = 'payout' and state = 'created'`],
  ['trades', 'settlement_amount_cents = settlement_amount_cents + 1', `state = 'disputed'`],
  ['trades', 'received_amount_cents = received_amount_cents + 1', `state = 'disputed'`],
  ['trades', 'refunded_amount_cents = refunded_amount_cents - 1', 'refunded_amount_cents > 0'],
  ['trades', 'recalled_amount_cents = recalled_amount_cents - 1', 'recalled_amount_cents > 0'],
  [
    'trades',
    'recalled_amount_cents = 0, received_amount_cents = amount_cents',
    'recalled_amount_cents > 0',
  ],
  ['trades', 'refund_of = null', 'refund_of is not null'],
  ['trades', 'settlement_id = null', 'settlement_id is not null'],
  ['trades', `utr = 'UTR000000335'`, 'utr_claims > 0'],
  ['trades', 'sequence = sequence + 1', `state = 'disputed'`],
];

for (const [table, set, where] of LIES) {
  test(`${table}: ${set.replaceAll(/\s+/g, ' ')}, where ${where}`, async () => {
    const key = `(select ctid from ${table} where ${where} limit 1)`;
    const problems = await problemsAfter(app, `update ${table} o set ${set} where ctid = ${key}`);
    assert.notDeepEqual(problems, []);
  });
}

/** Rows on which nothing else stands may go unseen, as an attempt of which nobody has heard. */
const GONE: Readonly<Record<string, string>> = {
  payout_attempts: `state = 'paid'`,
  ledger_accounts: 'balance_cents <> 0',
  holds: 'remaining_cents > 0',
  utr_claims: 'active',
  // The house's head counts no events: it is there to be locked.
  trade_count_heads: 'counted_number > 0',
};

for (const table of TABLES.filter((name) => name !== 'adjustments' && name !== 'settlements')) {
  test(`${table}: one row is gone`, async () => {
    const key = `(select ctid from ${table} o where ${GONE[table] ?? 'true'} limit 1)`;
    assert.notDeepEqual(await problemsAfter(app, `delete from ${table} where ctid = ${key}`), []);
  });
}

/** Found although no proof has covered them: other rows contradict them. */
const EARLY: readonly (readonly [change: string, named: RegExp])[] = [
  [
    'update trades set requested_amount_cents = 545 where amount_cents = 444',
    /trade \S+: 545 at \S+ percent was requested, its first event says 444/,
  ],
  [
    'update trades set percent = percent + 9 where settlement_id is null and amount_cents = 20000',
    /trade \S+: 20000 at \S+ percent was requested, its first event says 20000/,
  ],
  [
    `update events set type = 'deposit.failed' where type = 'deposit.completed'`,
    /event \d+ of merchant \S+: it is deposit.failed, its trade was completed/,
  ],
  ['update adjustments set amount_cents = amount_cents + 1', /adjustment \S+: \d+ INR, its entry/],
  ['delete from adjustments', /adjustment \S+: gone/],
  [`delete from bank_line_acts where act = 'fee'`, /bank line \S+: its act bank_line_fee/],
  [
    `delete from payout_attempts where state = 'sent'`,
    /pay-out \S+ is processing, and its attempts are gone/,
  ],
];

for (const [change, named] of EARLY) {
  test(`without a digest: ${change}`, async () => {
    const problems = await problemsAfter(app, 'delete from proof_digests', change);
    assert.match(problems.join('\n'), named);
  });
}
