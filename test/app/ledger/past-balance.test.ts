// The balance at a past moment, over random histories with and without daily proofs: it is the sum
// of the postings until then, and what the running balance was.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { getBalance, showBalance } from '../../../server/app/ledger/past-balance.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { serviceTime } from '../../../server/app/process/service-time.ts';
import type { BalanceBody } from '../../../server/app/request/views.ts';
import { ENTRY_LEGS } from '../../../server/store/ledger/entry-postings.ts';
import { fc, longRuns } from '../../support/property.ts';
import {
  accepted,
  makeMerchant,
  openTestApp,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { type BookStep, bookStep, takeStep } from './random-book.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

const HOUR_MS = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

const cents = ({ amount_cents, blocked_amount_cents, actual_amount_cents }: BalanceBody) => ({
  amount_cents,
  blocked_amount_cents,
  actual_amount_cents,
});

const shown = async ({ caller: { merchant } }: TestMerchant, at?: number) =>
  cents(accepted(await showBalance(app, merchant, at === undefined ? {} : { at: iso(at) })));

/** From nothing but the entries. */
async function sumOfPostings({ merchant_id }: TestMerchant, at: number) {
  const rows = await scene.sql<{ account: string; cents: bigint }>(
    app,
    `select leg.account, sum(leg.amount)::bigint as cents from ledger_entries e ${ENTRY_LEGS}
     where e.merchant_id = '${merchant_id}' and e.entered_at <= '${iso(at)}'
     group by leg.account`,
  );
  const of = (name: string) => Number(rows.find(({ account }) => account === name)?.cents ?? 0n);
  const [actual_amount_cents, blocked_amount_cents] = [of('available'), of('blocked')];
  const amount_cents = actual_amount_cents + blocked_amount_cents;
  return { amount_cents, blocked_amount_cents, actual_amount_cents };
}

/** What there was after each step, and when. */
async function live(shop: TestMerchant, steps: readonly BookStep[]) {
  const open: string[] = [];
  const seen = [{ at: serviceTime(app) - 1, balance: await shown(shop) }];
  for (const one of steps) {
    await takeStep(app, shop, one, open);
    seen.push({ at: serviceTime(app), balance: await shown(shop) });
    app.store.clock_offset_ms += 2;
  }
  return seen;
}

describe('the balance at a past moment', () => {
  it('is the sum of the postings until then, and the running balance of then', async () => {
    const history = fc.array(bookStep, { minLength: 1, maxLength: 14 });
    const check = fc.asyncProperty(history, async (steps) => {
      const shop = await makeMerchant(app, { balance_currency: 'INR' });
      const seen = await live(shop, steps);
      for (const [index, { at, balance }] of seen.entries()) {
        deepEqual(await shown(shop, at), balance, `after step ${index}`);
        deepEqual(await shown(shop, at), await sumOfPostings(shop, at), `postings, ${index}`);
      }
      deepEqual(await shown(shop, serviceTime(app)), await shown(shop));
    });
    await fc.assert(check, { numRuns: longRuns(40) });
  });

  it('counts an entry from its own moment on', async () => {
    const shop = await makeMerchant(app, { balance_currency: 'INR' });
    await scene.fund(app, shop.merchant_id, 700);
    const [entry] = await scene.sql<{ at: number }>(
      app,
      `select entered_at as at from ledger_entries where merchant_id = '${shop.merchant_id}'`,
    );
    ok(entry !== undefined);
    app.store.clock_offset_ms += 10;
    equal((await shown(shop, entry.at)).amount_cents, 700);
    equal((await shown(shop, entry.at - 1)).amount_cents, 0);
    equal((await shown(shop, 0)).amount_cents, 0);
  });

  it('tells the moment, which is none of the future, and only of its own merchant', async () => {
    const { caller, merchant_id } = await makeMerchant(app);
    const { merchant } = caller;
    const at = '2026-01-02T03:04:05.678+01:00';
    const found = accepted(await showBalance(app, merchant, { at }));
    equal(found.at, '2026-01-02T02:04:05.678Z');
    equal(accepted(await showBalance(app, merchant, {})).at, undefined);
    for (const wrong of [
      iso(serviceTime(app) + HOUR_MS),
      'yesterday',
      '2026-02-30T00:00:00Z',
      '',
    ]) {
      const refused = refusedWith(await showBalance(app, merchant, { at: wrong }));
      deepEqual([refused.code, refused.errors?.[0]?.field], ['invalid_request', 'at'], wrong);
    }
    const own = { merchant_id };
    equal(accepted(await getBalance(app, caller, own, { at })).amount_cents, 0);
    const other = { merchant_id: (await makeMerchant(app)).merchant_id };
    equal(refusedWith(await getBalance(app, caller, other, { at })).code, 'not_found');
  });
});
