// A file imported in large batches gives exactly the rows that it gives line by line: the same
// outcomes, trades, entries, balances, events and reservations.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import { fc, longRuns } from '../../support/property.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let services: TestApp[];
before(async () => {
  services = [await openTestApp(), await openTestApp()];
});
after(async () => {
  for (const service of services) await service.stop();
});

/** Each run has an account of its own. */
const CURRENCIES = ['INR', 'USD', 'EUR', 'GBP', 'AED', 'JPY', 'CHF', 'SGD'];
const ORDERS = 24;
const SHOPS = 3;
/** Few, so that lines meet each other, and orders the amounts of others. */
const AMOUNTS = [5_000, 5_001, 7_500];

const order = fc.nat({ max: ORDERS - 1 });
const line = fc.oneof(
  fc.record({ kind: fc.constantFrom('amount', 'reference', 'utr', 'recall'), order }),
  fc.record({ kind: fc.constantFrom('more', 'repeated', 'stranger'), order }),
);
type Line = typeof line extends fc.Arbitrary<infer Value> ? Value : never;

/** Most of a batch: the importing of a chunk begins with half of it in each lane. */
const LINES = { minLength: 300, maxLength: 450, size: 'max' } as const;

type Side = {
  readonly app: OpenApp;
  readonly account: string;
  readonly shops: readonly TestMerchant[];
  readonly trades: readonly { amount_cents: number; reference: string }[];
  utrOf(index: number): string;
};

/** Each command alone, once the one before has its answer. */
function oneByOne({ writer, ...rest }: OpenApp): OpenApp {
  let last: Promise<unknown> = Promise.resolve();
  const submit: typeof writer.submit = (command) => {
    const answer = last.then(() => writer.submit(command));
    last = Promise.allSettled([answer]);
    return answer;
  };
  return { ...rest, writer: { ...writer, submit } };
}

/** Each run has its own: a UTR that paid an order cannot be claimed again. */
const FIRST_UTR = 600_000_000_000;
const UTRS_OF_RUN = 1_000;

async function prepare(app: OpenApp, currency: string): Promise<Side> {
  const first_utr = FIRST_UTR + CURRENCIES.indexOf(currency) * UTRS_OF_RUN;
  const utrOf = (index: number) => String(first_utr + index);
  const account = await scene.makeAccount(app, currency);
  const shops: TestMerchant[] = [];
  while (shops.length < SHOPS) {
    shops.push(await makeMerchant(app, { balance_currency: currency }));
  }
  const trades: Side['trades'][number][] = [];
  for (let index = 0; index < ORDERS; index += 1) {
    const shop = shops[index % SHOPS];
    if (shop === undefined) throw new Error('There is no shop');
    const fields = { order_id: `order-${index}`, amount_currency: currency };
    const amount_cents = AMOUNTS[index % AMOUNTS.length];
    const trade = await scene.newPayin(app, shop, { ...fields, amount_cents });
    if (index % 4 === 0) accepted(await scene.claim(app, shop, trade.id, utrOf(index)));
    trades.push({ amount_cents: Number(trade.amount_cents), reference: referenceOf(trade.id) });
  }
  return { app, account, shops, trades, utrOf };
}

function cellsOf({ trades, utrOf }: Side, given: Line, number: number): string {
  const trade = trades[given.order];
  if (trade === undefined) throw new Error('There is no such order');
  const { amount_cents: amount, reference } = trade;
  const utr = utrOf(given.order);
  const rows: Record<string, string> = {
    amount: `${amount},,NEFT ${number},B-${number}`,
    reference: `${amount},,Order ${reference},B-${number}`,
    utr: `${amount},${utr},Transfer,B-${number}`,
    recall: `${-amount},${utr},Recall,B-${number}`,
    more: `${amount + 100},${utr},Order ${reference},B-${number}`,
    repeated: `${amount},,Again,R-${given.order}`,
    stranger: `${900_000 + given.order},,Rent,B-${number}`,
  };
  return rows[given.kind] ?? '';
}

async function load(app: OpenApp, side: Side, lines: readonly Line[], booked: string) {
  const rows = lines.map((one, number) => `${booked},${cellsOf(side, one, number)}`);
  const body = Buffer.from(['booked_at,amount_cents,utr,text,bank_id', ...rows].join('\n'));
  const { account: receiving_account_id } = side;
  const given = { receiving_account_id, profile: undefined, on_error: undefined, body };
  const { imported, matched, suspense, duplicate, waiting } = accepted(
    await importStatement(app, OPERATOR, given),
  );
  return { imported, matched, suspense, duplicate, waiting };
}

/**
 * What was written, without what is drawn or depends on the time: ids, hashes, moments. Two batches
 * end in any order, so the numbers of entries and events are compared within a trade or a line.
 */
async function written({ app, account, shops }: Side) {
  const list = shops.map(({ merchant_id }) => `'${merchant_id}'`).join(', ');
  const shop = (column: string) => `array_position(array[${list}]::uuid[], ${column})`;
  const own = `merchant_id in (${list})`;
  const names = '(select t.order_id from trades t where t.trade_id = x.trade_id)';
  const texts = {
    lines: `select x.amount_cents, x.utr, x.bank_id, o.status, o.reason,
        jsonb_array_length(o.candidates) as candidates, x.parent_line_id is null as is_whole,
        (select t.order_id from trades t where t.trade_id = o.trade_id) as matched_to
      from bank_lines x join bank_line_outcomes o using (bank_line_id)
      where x.receiving_account_id = '${account}' order by x.bank_line_id`,
    trades: `select order_id, state, state_reason, sequence, amount_cents, received_amount_cents,
        recalled_amount_cents, utr from trades where ${own} order by order_id`,
    entries: `select ${shop('x.merchant_id')} as shop, x.act, ${names} as order_id,
        x.amounts from ledger_entries x where ${own}
      order by 1, order_id, x.entry_number`,
    house: `select x.act, x.amounts, l.bank_id, l.amount_cents from ledger_entries x
      join bank_lines l using (bank_line_id)
      where x.merchant_id = '00000000-0000-0000-0000-000000000000'
        and l.receiving_account_id = '${account}' order by l.bank_line_id, x.entry_number`,
    balances: `select ${shop('merchant_id')} as shop, split_part(account, ':', 1) as kind,
        ${shop("nullif(split_part(account, ':', 2), '')::uuid")} as of_shop, balance_cents
      from ledger_accounts where ${own} or account like '%${account}'
      order by 1 nulls last, 2, 3, 4`,
    events: `select ${shop('x.merchant_id')} as shop, ${names} as order_id, x.sequence,
        x.type, x.act from events x where ${own} order by 1, 2, 3`,
    reservations: `select ${names} as order_id, x.amount_cents, x.exclusive,
        x.free_at is null as held from reservations x where ${own} order by 1`,
  };
  const rows: Record<string, unknown[]> = {};
  for (const [name, text] of Object.entries(texts)) rows[name] = await scene.sql(app, text);
  return rows;
}

/** How many lines the largest of its batches had. */
async function largestBatch({ app, account }: Side): Promise<number> {
  const [row] = await scene.sql<{ lines: number }>(
    app,
    `select coalesce(max(cardinality(w.bank_line_ids)), 0)::int as lines from wordless_lines w
     where exists (select from bank_lines l where l.bank_line_id = w.first_line_id
       and l.receiving_account_id = '${account}')`,
  );
  return row?.lines ?? 0;
}

test('in large batches a file writes the same rows as line by line', async () => {
  const currencies = [...CURRENCIES];
  const property = fc.asyncProperty(fc.array(line, LINES), async (lines) => {
    const currency = currencies.shift() ?? 'INR';
    const booked = new Date().toISOString();
    const [large, small] = await Promise.all(services.map(({ app }) => prepare(app, currency)));
    if (large === undefined || small === undefined) throw new Error('A service is missing');
    const amounts = (side: Side) => side.trades.map(({ amount_cents }) => amount_cents);
    assert.deepEqual(amounts(large), amounts(small));
    const counts = await load(large.app, large, lines, booked);
    assert.deepEqual(await load(oneByOne(small.app), small, lines, booked), counts);
    assert.deepEqual(await written(large), await written(small));
    assert.ok((await largestBatch(large)) > 100);
    assert.ok((await largestBatch(small)) <= 2);
  });
  await fc.assert(property, { numRuns: longRuns(CURRENCIES.length), endOnFailure: true });
  for (const { app } of services) assert.deepEqual((await verifyBooks(app)).problems, []);
});
