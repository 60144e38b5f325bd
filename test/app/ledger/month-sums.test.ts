// The sums of a month, read up to the signed head behind it: they are those that all entries give.
import { deepEqual, ok } from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { closeMonth } from '../../../server/domain/ledger/month-close.ts';
import { readLastNumber, readMonthSums } from '../../../server/store/ledger/month-sums.ts';
import { readHeadHolding, type SignedHead } from '../../../server/store/proof/proof-rows.ts';
import { fc, longRuns } from '../../support/property.ts';
import { makeMerchant, openTestApp, type TestApp } from '../../support/test-app.ts';
import { bookStep, takeStep } from './random-book.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

it('are the same with the signed head and without, over any entries', async () => {
  let signed_months = 0;
  const check = fc.asyncProperty(
    fc.array(bookStep, { minLength: 1, maxLength: 14 }),
    async (steps) => {
      const { db } = app.store;
      const shop = await makeMerchant(app, { balance_currency: 'INR' });
      const open: string[] = [];
      for (const one of steps) await takeStep(app, shop, one, open);
      const { merchant_id: book } = shop;
      const last = (await readLastNumber(db, book)) ?? 0n;
      const read = async (first: bigint, next: bigint, signed?: SignedHead) => {
        const sums = await readMonthSums(db, { book, first, next }, null, signed);
        return closeMonth(sums.balances, sums.moved);
      };
      for (let first = 1n; first <= last + 1n; first += 1n) {
        for (let next = first; next <= last + 1n; next += 1n) {
          const signed = await readHeadHolding(db, book, next - 1n);
          if (signed !== undefined && signed.book_number < last) signed_months += 1;
          deepEqual(await read(first, next, signed), await read(first, next));
        }
      }
    },
  );
  await fc.assert(check, { numRuns: longRuns(60) });
  ok(signed_months > 20, `${signed_months} were read up to a signed head`);
});
