// The sums of a month, read up to the signed head behind it and from what is kept of archived
// months: they are those that all entries give.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { noteMonth } from '../../../server/app/archive/note-archive.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { closeMonth } from '../../../server/domain/ledger/month-close.ts';
import { readArchivedMonths } from '../../../server/store/archive/archived-months.ts';
import { readLastNumber, readMonthSums } from '../../../server/store/ledger/month-sums.ts';
import {
  readHeadHolding,
  readProofOfDay,
  type SignedHead,
} from '../../../server/store/proof/proof-rows.ts';
import { fc, longRuns } from '../../support/property.ts';
import {
  makeMerchant,
  openTestApp,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { bookStep, takeStep } from './random-book.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

const HASH = 'ab'.repeat(32);

async function randomBook(steps: readonly Parameters<typeof takeStep>[2][]): Promise<TestMerchant> {
  const shop = await makeMerchant(app, { balance_currency: 'INR' });
  const open: string[] = [];
  for (const one of steps) await takeStep(app, shop, one, open);
  return shop;
}

/** The months between every two entries of the book, each read by `read`. */
async function allMonths<Value>(
  book: string,
  read: (first: bigint, next: bigint) => Promise<Value>,
): Promise<Value[]> {
  const last = (await readLastNumber(app.store.db, book)) ?? 0n;
  const months: Value[] = [];
  for (let first = 1n; first <= last + 1n; first += 1n) {
    for (let next = first; next <= last + 1n; next += 1n) months.push(await read(first, next));
  }
  return months;
}

async function monthFrom(book: string, first: bigint, next: bigint, signed?: SignedHead) {
  const sums = await readMonthSums(app.store.db, { book, first, next }, null, signed);
  return closeMonth(sums.balances, sums.moved);
}

const history = fc.array(bookStep, { minLength: 1, maxLength: 14 });

it('are the same with the signed head and without, over any entries', async () => {
  let signed_months = 0;
  const check = fc.asyncProperty(history, async (steps) => {
    const { merchant_id: book } = await randomBook(steps);
    const last = await readLastNumber(app.store.db, book);
    await allMonths(book, async (first, next) => {
      const signed = await readHeadHolding(app.store.db, book, next - 1n);
      if (signed !== undefined && signed.book_number < (last ?? 0n)) signed_months += 1;
      deepEqual(await monthFrom(book, first, next, signed), await monthFrom(book, first, next));
    });
  });
  await fc.assert(check, { numRuns: longRuns(40) });
  ok(signed_months > 20, `${signed_months} were read up to a signed head`);
});

/** Everything up to the last proof that no month has yet. */
async function noteNext(): Promise<number | null> {
  const known = await readArchivedMonths(app.store.db);
  const last = known.at(-1)?.proof_number ?? 0n;
  const newest = await readProofOfDay(app.store.db, null);
  if (newest === null || newest.proof_number === last) return null;
  const year = 2000 + Math.floor(known.length / 12);
  const month = `${year}-${String((known.length % 12) + 1).padStart(2, '0')}`;
  return await noteMonth(app, {
    month,
    after_proof: last,
    proof_number: newest.proof_number,
    file_hash: HASH,
    manifest_hash: HASH,
  });
}

it('are the same with what is kept and without, and read less', async () => {
  let kept = 0;
  const check = fc.asyncProperty(history, history, async (earlier, later) => {
    const shop = await randomBook(earlier);
    const { merchant_id: book } = shop;
    await noteNext();
    for (const one of later) await takeStep(app, shop, one, []);
    const read = () => allMonths(book, (first, next) => monthFrom(book, first, next));
    const before_it = await read();
    kept += (await noteNext()) ?? 0;
    deepEqual(await read(), before_it);
  });
  await fc.assert(check, { numRuns: longRuns(40) });
  ok(kept > 20, `${kept} sums are kept`);
  // A sum that is not what the entries say is seen: so it is what is read.
  const [row] = await scene.sql<{ book: string; first: bigint; next: bigint }>(
    app,
    `select c.merchant_id as book, coalesce(a.book_number, 0) + 1 as first,
       h.book_number + 1 as next
     from archived_sums c join archived_months m using (proof_number)
     join proof_heads h using (merchant_id, proof_number)
     left join proof_heads a on a.merchant_id = c.merchant_id and a.proof_number = m.after_proof
     where c.account = 'available' limit 1`,
  );
  ok(row !== undefined);
  const right = await monthFrom(row.book, BigInt(row.first), BigInt(row.next));
  await service.allowChanges('archived_sums');
  await scene.sql(
    app,
    `update archived_sums set entries = entries + 1 where account = 'available'`,
  );
  const wrong = await monthFrom(row.book, BigInt(row.first), BigInt(row.next));
  const entriesOf = (month: typeof right) =>
    month.find(({ account }) => account === 'available')?.movements[0]?.entries;
  equal(entriesOf(wrong), (entriesOf(right) ?? 0n) + 1n);
});
