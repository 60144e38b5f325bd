// Queries that run every minute or with every bank line use an index, even on tables for which
// PostgreSQL has no statistics yet.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { newId } from '../../../server/app/process/ids.ts';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import { firstUuidAt } from '../../../server/lib/uuid.ts';
import { deleteEndedReservations } from '../../../server/store/account/reservations.ts';
import { findLines } from '../../../server/store/line/lock-lines.ts';
import { type LineFilter, selectLines } from '../../../server/store/line/select-lines.ts';
import { readingRows } from '../../support/rows-read.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

const ROWS = 5_000;
const ACCOUNT = newId();

/** How the ids of trades begin that were made so long ago. */
const idsBefore = (age_ms: number): string => firstUuidAt(Date.now() - age_ms).slice(0, -12);

let service: TestApp;
before(async () => {
  service = await openTestApp();
  const { db } = service.app.store;
  await db.query(
    '',
    `insert into reservations (receiving_account_id, amount_cents, trade_id, merchant_id,
       reference, exclusive, free_at, until)
     select $1, n, (case when n % 1000 = 0 then $3 else $4 end || lpad(n::text, 12, '0'))::uuid, $1,
       'R' || n, false, now(),
       case when n % 1000 = 0 then now() - interval '1 hour' else now() + interval '1 day' end
     from generate_series(1, $2::integer) n`,
    [ACCOUNT, ROWS, ...[3 * LIMITS.reservation_kept_ms, 0].map(idsBefore)],
  );
  await db.query(
    '',
    `insert into bank_lines (bank_line_id, receiving_account_id, currency, amount_cents, booked_at,
       booked_exactly, utr, line_key, received_at, sealed)
     select gen_random_uuid(), $1, 'INR', n, now(), true,
       case when n % 2 = 0 then 'ONETRANSFER' else 'UTR' || lpad(n::text, 9, '0') end,
       'id:' || n, now(), ''
     from generate_series(1, $2::integer) n`,
    [ACCOUNT, ROWS],
  );
});
after(async () => {
  await service.stop();
});

test('reservations that have ended are found without reading the others', async () => {
  const db = readingRows(service.app.store.db);
  // Two go as the plan is seen.
  assert.equal(await deleteEndedReservations(db, Date.now(), 2), 2);
  assert.equal(await deleteEndedReservations(db, Date.now(), 2), 0);
  assert.ok(db.most() <= 10, `${db.most()} rows were read`);
});

test('lines that take each other back are found without reading the account’s others', async () => {
  const db = readingRows(service.app.store.db);
  const opposite = (utr: string, amount_cents: bigint) => ({
    receiving_account_id: ACCOUNT,
    utr,
    amount_cents: -amount_cents,
  });
  const wanted = [opposite('ONETRANSFER', 10n), opposite('UTR000000011', 11n)];
  const strangers = [opposite('ONETRANSFER', 11n), opposite('UTR000000011', 12n)];
  const found = await findLines(db, { opposites: [...wanted, ...strangers] });
  // Besides the two, a part of a larger line may be taken back: some of those with its UTR.
  assert.equal(found.length, 2 + 3);
  assert.ok(db.most() <= 10, `${db.most()} rows were read`);
});

suite('searches read few rows of a large table', () => {
  const reading = () => readingRows(service.app.store.db);
  const cipher = () => service.app.store.cipher;
  const PAGE = { before: null, limit: 20 };

  before(async () => {
    await service.app.store.db.query(
      '',
      `insert into bank_line_outcomes (bank_line_id, status, reason, candidates, decided_at)
       select bank_line_id, case when amount_cents % 500 = 0 then 'fee' else 'suspense' end,
         'no_candidate', '[]', now()
       from bank_lines where receiving_account_id = $1`,
      [ACCOUNT],
    );
    for (const table of ['bank_lines', 'bank_line_outcomes']) {
      await service.asOwner(`analyze ${table}`);
    }
  });

  const searches: readonly [string, Partial<LineFilter>, number][] = [
    ['an amount', { amount_cents: 77n }, 1],
    ['a range of amounts', { amount_min_cents: 70n, amount_max_cents: 75n }, 6],
    ['a rare status', { status: 'fee' }, 10],
    ['a UTR', { utr: 'UTR000000011' }, 1],
  ];
  for (const [name, filter, count] of searches) {
    test(name, async () => {
      const db = reading();
      const found = await selectLines(db, cipher(), { ...PAGE, ...filter });
      assert.equal(found.length, count);
      assert.ok(db.most() <= 50, `${db.most()} rows were read`);
    });
  }
});
