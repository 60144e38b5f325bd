// Lists of bank lines by days: exact whenever the lines were imported, and without reading the
// lines of other days.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { newId } from '../../../server/app/process/ids.ts';
import type { LineStatus } from '../../../server/domain/record/bank-line.ts';
import { DAY_MS, HOUR_MS } from '../../../server/lib/durations.ts';
import { type LineFilter, selectLines } from '../../../server/store/line/select-lines.ts';
import { readingRows } from '../../support/rows-read.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

const ACCOUNT = newId();
const START = Date.UTC(2026, 2, 1);
const DAYS = 20;
const ROWS = 8_000;
const LIMIT = 7;
const day = (number: number) => START + number * DAY_MS;

type Stored = { bank_line_id: string; booked_at: number; status: LineStatus };

let service: TestApp;
let stored: Stored[];
before(async () => {
  service = await openTestApp();
  const { db } = service.app.store;
  // Random ids: the order of imports says nothing about the day of booking.
  await db.query(
    '',
    `insert into bank_lines (bank_line_id, receiving_account_id, currency, amount_cents, booked_at,
       booked_exactly, line_key, received_at, sealed)
     select gen_random_uuid(), $1, 'INR', n,
       $2::timestamptz + n * 7919 % ($4::integer * 24) * interval '1 hour', true, 'id:' || n, now(),
       ''
     from generate_series(1, $3::integer) n`,
    [ACCOUNT, new Date(START).toISOString(), ROWS, DAYS],
  );
  await db.query(
    '',
    `insert into bank_line_outcomes (bank_line_id, status, reason, candidates, decided_at)
     select bank_line_id, case when amount_cents % 50 = 0 then 'suspense' else 'own_transfer' end,
       'no_candidate', '[]', now()
     from bank_lines where receiving_account_id = $1`,
    [ACCOUNT],
  );
  for (const table of ['bank_lines', 'bank_line_outcomes']) {
    await service.asOwner(`analyze ${table}`);
  }
  stored = await db.query<Stored>(
    '',
    `select bank_line_id, booked_at, status from bank_lines join bank_line_outcomes
       using (bank_line_id) order by bank_line_id desc`,
    [],
  );
});
after(() => service.stop());

type Asked = Pick<LineFilter, 'booked_from' | 'booked_to' | 'status'>;

const fits = ({ booked_at, status }: Stored, asked: Asked) =>
  booked_at >= (asked.booked_from ?? booked_at) &&
  booked_at < (asked.booked_to ?? Number.POSITIVE_INFINITY) &&
  status === (asked.status ?? status);

/** All pages, one after the other. */
async function listed(asked: Asked): Promise<string[]> {
  const { db, cipher } = service.app.store;
  const ids: string[] = [];
  for (;;) {
    const before = ids.at(-1) ?? null;
    const page = await selectLines(db, cipher, { ...asked, before, limit: 999 });
    ids.push(...page.map(({ line }) => line.bank_line_id));
    if (page.length < 999) return ids;
  }
}

const ASKED: readonly [string, Asked][] = [
  ['up to a day', { booked_to: day(4) }],
  ['from a day on', { booked_from: day(15) }],
  ['of one day', { booked_from: day(3), booked_to: day(4) }],
  ['of two weeks', { booked_from: day(3), booked_to: day(17) }],
  ['between two moments', { booked_from: day(3) + 5 * HOUR_MS, booked_to: day(4) + 7 * HOUR_MS }],
  ['of a frequent status', { booked_to: day(4), status: 'own_transfer' }],
  ['of a rare status', { booked_to: day(9), status: 'suspense' }],
  ['of a status without lines', { booked_from: day(3), status: 'matched' }],
  ['before the first', { booked_to: START }],
  ['after the last', { booked_from: day(DAYS) }],
];

suite('bank lines', () => {
  for (const [name, asked] of ASKED) {
    test(`${name}: every line once, in order`, async () => {
      const wanted = stored.filter((line) => fits(line, asked));
      assert.deepEqual(
        await listed(asked),
        wanted.map(({ bank_line_id }) => bank_line_id),
      );
    });
  }

  test('a page of many days reads a few lines of each', async () => {
    for (const asked of [{ booked_to: day(18) }, { booked_from: day(2) }]) {
      const db = readingRows(service.app.store.db);
      const filter = { ...asked, before: null, limit: LIMIT };
      assert.equal((await selectLines(db, service.app.store.cipher, filter)).length, LIMIT);
      assert.ok(db.most() <= DAYS * LIMIT, `${db.most()} rows were read`);
    }
  });
});
