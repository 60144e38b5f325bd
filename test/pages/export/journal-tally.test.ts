// A sample of the journal for Tally: kept as a file, since accountants' imports are built on it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { JournalRow } from '../../../server/domain/ledger/journal.ts';
import type { Entry, Posting } from '../../../server/domain/ledger/ledger.ts';
import { TALLY_END, tallyHead, tallyVouchers } from '../../../server/pages/export/journal-tally.ts';

const SAMPLE = new URL('../../golden/journal/tally.xml', import.meta.url);
const TRADE = '01890a5d-ac96-774b-bcce-b302099a8057';
const ACCOUNT = '01890a5d-ac96-774b-bcce-b302099a8058';
const BOOK = '01890a5d-ac96-774b-bcce-b302099a8059';

const posting = (account: string, amount_cents: bigint, currency = 'INR'): Posting => ({
  account,
  currency,
  amount_cents,
});

const ENTRIES: readonly Entry[] = [
  {
    book: BOOK,
    number: 7n,
    act: 'payin_completed',
    trade_id: TRADE,
    bank_line_id: null,
    adjustment_id: null,
    at: Date.UTC(2026, 10, 12, 18, 45),
    hash: '0'.repeat(64),
    postings: [
      posting(`clearing:${ACCOUNT}`, -149_900n),
      posting('fees', 2_249n),
      posting('available', 147_651n),
    ],
  },
  {
    book: BOOK,
    number: 8n,
    act: 'adjustment',
    trade_id: null,
    bank_line_id: null,
    adjustment_id: TRADE,
    at: Date.UTC(2026, 10, 13, 6),
    hash: '1'.repeat(64),
    postings: [
      posting('clearing:none', 5n),
      posting('available', -5n),
      posting('fx', 100n, 'EUR'),
      posting('available', -100n, 'EUR'),
    ],
  },
];

/** On the clocks of India, where the first entry is of the day after. */
const INDIA_MS = 19_800_000;

const ROWS: readonly JournalRow[] = ENTRIES.flatMap((entry) =>
  entry.postings.map((one) => ({
    entry,
    posting: one,
    shown_at: entry.at + INDIA_MS,
    owners: one.account === `clearing:${ACCOUNT}` ? ['HDFC ··0001'] : [],
  })),
);

test('the sample of a journal for Tally is as it was', async () => {
  const form = {
    currency: 'INR',
    exponent: 2,
    ledgers: new Map([
      ['available', 'Merchants & shops'],
      ['clearing:none', 'Capital'],
    ]),
    voucher_type: 'Journal',
    company: 'Example <House>',
  };
  const xml = `${tallyHead(form)}${tallyVouchers(ROWS, form)}${TALLY_END}`;
  assert.equal(xml, await readFile(SAMPLE, 'utf8'));
});
