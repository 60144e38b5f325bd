// Entries that name a layout and entries with their own accounts are one ledger: both are read,
// added up and proven alike.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeProofNow } from '../../../server/app/proof/make-proof-now.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import type { Entry, Posting } from '../../../server/domain/ledger/ledger.ts';
import type { MovedSum } from '../../../server/domain/ledger/month-close.ts';
import { createLayouts } from '../../../server/store/ledger/layouts.ts';
import { readEntries, selectEntries } from '../../../server/store/ledger/ledger-lists.ts';
import { readMonthSums } from '../../../server/store/ledger/month-sums.ts';
import { streamEntries } from '../../../server/store/proof/proof-entries.ts';
import { readSettledEntries } from '../../../server/store/settlement/settlement-lines.ts';
import { fc } from '../../support/property.ts';
import { OPERATOR, openTestApp, type TestApp } from '../../support/test-app.ts';
import { makeHistory } from '../proof/planted-history.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  await makeHistory(app);
  await makeProofNow(app, OPERATOR);
  await service.allowChanges('ledger_entries', 'ledger_layouts');
});
after(() => service.stop());

const count = async (where: string) => {
  const [row] = await scene.sql<{ n: number }>(
    app,
    `select count(*)::int as n from ledger_entries where ${where}`,
  );
  return row?.n ?? 0;
};

const SPREAD = `update ledger_entries e
  set accounts = y.accounts, currencies = y.currencies, layout = null
  from ledger_layouts y
  where y.merchant_id = e.merchant_id and y.layout = e.layout`;

const nameOf = (sum: MovedSum) => `${sum.account} ${sum.currency} ${sum.act} ${sum.is_after}`;
const sorted = (sums: readonly MovedSum[]) =>
  sums.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));

/** Everything that reads the postings of entries. */
async function readAll() {
  const { db } = app.store;
  const books = await scene.sql<{ book: string }>(
    app,
    'select merchant_id as book from ledger_books order by 1',
  );
  const streamed = await db.transaction(async (tx) => {
    const pages: Entry[] = [];
    for await (const page of streamEntries(tx, 0n)) pages.push(...page);
    return pages;
  });
  const read: unknown[] = [];
  for (const { book } of books) {
    const all = { book, account: null, before: null, limit: 1_000 };
    read.push(
      await readEntries(db, book, 0n, 1_000),
      await selectEntries(db, all),
      await selectEntries(db, { ...all, account: 'available' }),
      sorted((await readMonthSums(db, { book, first: 1n, next: 3n }, null, undefined)).moved),
      await readSettledEntries(db, book, { first: 1n, last: 1_000n }, 1_000),
    );
  }
  return { streamed, read };
}

test('all entries read the same in both forms, and prove', async () => {
  ok((await count('layout is not null')) > 20);
  const named = await readAll();
  await scene.sql(app, `${SPREAD} and e.entry_number % 2 = 0`);
  ok((await count('layout is not null')) > 10);
  deepEqual(await readAll(), named);
  for (const is_full of [true, false]) {
    deepEqual((await verifyBooks(app, undefined, { is_full })).problems, []);
  }
  await scene.sql(app, SPREAD);
  equal(await count('layout is not null'), 0);
  deepEqual(await readAll(), named);
  deepEqual((await verifyBooks(app, undefined, { is_full: true })).problems, []);
});

const ENTRY = {
  book: 'b',
  number: 1n,
  act: 'adjustment',
  trade_id: null,
  bank_line_id: null,
  adjustment_id: null,
  at: 0,
  hash: '',
} as const;

const postings = fc.array(
  fc.record({
    account: fc.constantFrom('available', 'blocked', 'fees', 'clearing:none', 'bank:a,b'),
    currency: fc.constantFrom('INR', 'USD'),
    amount_cents: fc.bigInt({ min: -9n, max: 9n }),
  }),
  { minLength: 2, maxLength: 4 },
);

const namesOf = (legs: readonly Posting[]) =>
  JSON.stringify(legs.map(({ account, currency }) => [account, currency]));

test('a layout has the accounts of its entries in their order, and one currency', () => {
  const seen = new Map<bigint, string>();
  // One for all, as the entries of a batch have it.
  const layoutOf = createLayouts();
  fc.assert(
    fc.property(postings, (legs) => {
      const layout = layoutOf({ ...ENTRY, postings: legs });
      const currencies = new Set(legs.map(({ currency }) => currency));
      equal(layout === null, currencies.size > 1 || legs.length > 3);
      if (layout === null) return;
      deepEqual(
        layout.accounts.map((account, index) => [account, layout.currencies[index]]),
        legs.map(({ account, currency }) => [account, currency]),
      );
      equal(seen.get(layout.layout) ?? namesOf(legs), namesOf(legs));
      seen.set(layout.layout, namesOf(legs));
    }),
    { numRuns: 500 },
  );
  ok(seen.size > 50);
});
