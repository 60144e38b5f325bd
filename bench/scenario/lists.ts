// Measures what operators ask of a database with many trades and bank lines: each list with each
// filter, counts, series, reports and search, beside the queries of a program without counters.

import type { Client } from 'pg';
import { DAY_MS, HOUR_MS } from '../../server/lib/durations.ts';
import { clientHash } from '../../server/store/trade/client-hash.ts';
import { fillHistory } from '../fill/fill-history.ts';
import { fillLines } from '../fill/fill-lines.ts';
import { fillPeople } from '../fill/fill-people.ts';
import { fillWords } from '../fill/fill-words.ts';
import { withOwnDatabase } from '../fill/own-database.ts';
import { withClient } from '../fill/with-client.ts';
import { withApp } from '../harness/bench-app.ts';
import { makeAccounts } from '../harness/make-accounts.ts';
import { makeMerchants } from '../harness/make-merchants.ts';
import { BENCH_OPERATOR_TOKEN, type Shop } from '../harness/shop.ts';
import { bookQuestions } from '../lists/book-questions.ts';
import { timeRefundLists } from '../lists/refund-lists.ts';
import { CLIENT_EMAIL, CLIENT_ID, searchQuestions } from '../lists/search-questions.ts';
import { percentile } from '../yardstick/percentile.ts';
import type { Bench, Figure, RunningService, Scenario } from './scenario.ts';

const scenario = 'lists';
const MERCHANTS = 1_000;
const ACCOUNTS = 1_000;
const HISTORY_MS = 180 * DAY_MS;
const TARGET_MS = 300;
const ASKED = 20;
const PEOPLE = 10_000;
/** The longest list of refunds: as long as a list may take, and as long as a person waits. */
const REFUND_LISTS = 5;
const LOOK_TARGET_MS = 1_000;

type Sample = {
  merchant_id: string;
  trade_id: string;
  order_id: string;
  client_hash: Buffer;
  receiving_account_id: string;
  amount_cents: string;
  utr: string;
};

/** The fill makes hashes up: the service can only find a customer by its own. */
async function nameCustomer(url: string, client: Client, one: Sample): Promise<void> {
  const { merchant_id, client_hash, trade_id } = one;
  const hashOf = (client_id: string) =>
    withApp(url, ({ store: { cipher } }) =>
      Promise.resolve(clientHash(cipher, { merchant_id, client_id })),
    );
  const text = 'update trades set client_hash = $2 where client_hash = $1';
  await client.query(text, [client_hash, await hashOf(CLIENT_ID)]);
  const single = `update trades set client_hash = $2 where trade_id = (select trade_id from trades
    where merchant_id = $3 and trade_id > $1 order by trade_id limit 1)`;
  await client.query(single, [trade_id, await hashOf(CLIENT_EMAIL), merchant_id]);
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** A completed trade of the middle of the history. */
async function sample(client: Client, trades: number): Promise<Sample> {
  const { rows } = await client.query<Sample>(
    `select merchant_id, trade_id, order_id, client_hash, receiving_account_id, utr,
       amount_cents::text
     from trades where state = 'completed' and created_at >= (
       select min(created_at) + (max(created_at) - min(created_at)) / 2 from trades)
     order by created_at limit 1`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`Of ${trades} trades none is completed`);
  return row;
}

/** A few rare ends, which no index by time would find soon. */
const RARE = `
  update trades set state = 'failed', state_reason = 'fake_proof'
  where (merchant_id, trade_id) in (
    select merchant_id, trade_id from trades where state = 'expired' order by trade_id limit 5)`;

type Question = readonly [name: string, path: string];

/** Of bank lines, and reports. */
function moreQuestions(one: Sample, now: number): readonly Question[] {
  const { merchant_id, receiving_account_id: account, amount_cents: amount, utr } = one;
  const [old, next] = [dayOf(now - 170 * DAY_MS), dayOf(now - 169 * DAY_MS)];
  const lines = [
    ['all', 'limit=50'],
    ['matched', 'status=matched'],
    ['in suspense', 'status=suspense'],
    ['of an account', `receiving_account_id=${account}`],
    ['of an account in suspense', `receiving_account_id=${account}&status=suspense`],
    ['UTR', `utr=${utr}`],
    ['amount', `amount_cents=${amount}`],
    ['an old day', `day=${old}`],
    ['old days in suspense', `from=${old}&to=${next}&status=suspense`],
    ['last page', `to=${dayOf(now - 179 * DAY_MS)}&limit=50`],
  ].map(([name, query]) => [`lines ${name}`, `/bank_lines?${query}`] as const);
  const half_year = `from=${dayOf(now - 180 * DAY_MS)}&time_zone=Asia/Kolkata`;
  const month = `from=${dayOf(now - 30 * DAY_MS)}&time_zone=Asia/Kolkata`;
  const reports = [
    ['180 days', half_year],
    ['180 days by month', `${half_year}&by=month`],
    ['180 days of a merchant', `${half_year}&merchant_id=${merchant_id}`],
    ['30 days by type', `${month}&split=type`],
    ['30 days by merchant', `${month}&by=all&split=merchant`],
    ['parts of 8 days', `from=${dayOf(now - 7 * DAY_MS)}&time_zone=Asia/Kolkata&until=12:00`],
  ].map(([name, query]) => [`report ${name}`, `/reports?${query}`] as const);
  return [...lines, ...reports];
}

function questions(one: Sample): readonly Question[] {
  const { merchant_id, receiving_account_id: account, amount_cents, utr } = one;
  const now = Date.now();
  const [old, next] = [dayOf(now - 170 * DAY_MS), dayOf(now - 169 * DAY_MS)];
  const amount = Number(amount_cents);
  const lists = [
    ['all', 'limit=50'],
    ['of a merchant', `merchant_id=${merchant_id}`],
    ['state completed', 'state=completed'],
    ['state failed', 'state=failed'],
    ['state failed of a merchant', `state=failed&merchant_id=${merchant_id}`],
    ['state pending', 'state=pending'],
    ['state verifying', 'state=verifying'],
    ['state_reason', 'state_reason=fake_proof'],
    ['direction payout', 'direction=payout'],
    ['order_id', `order_id=${one.order_id}`],
    ['UTR', `utr=${utr}`],
    ['client_id', `client_id=${CLIENT_ID}`],
    ['receiving account', `receiving_account_id=${account}`],
    ['receiving account, state failed', `receiving_account_id=${account}&state=failed`],
    ['amount', `amount_cents=${amount}`],
    ['amount of a merchant', `amount_cents=${amount}&merchant_id=${merchant_id}`],
    ['amount range', `amount_min_cents=${amount}&amount_max_cents=${amount + 100}`],
    ['a currency without trades', 'currency=JPY'],
    ['a type without trades', 'type=upi'],
    ['a high amount', 'amount_min_cents=99000000000'],
    ['changed within an hour', `changed_from=${new Date(now - HOUR_MS).toISOString()}`],
    ['changed on an old day', `changed_from=${old}T00:00:00Z&changed_to=${next}T00:00:00Z`],
    ['an old day', `day=${old}`],
    ['old days, state pending', `from=${old}&to=${next}&state=pending`],
    ['last page', `to=${dayOf(now - 179 * DAY_MS)}&limit=50`],
  ].map(([name, query]) => [`list ${name}`, `/trades?${query}`] as const);
  return [
    ...lists,
    ...moreQuestions(one, now),
    ['what needs a decision', '/attention'],
    ['counts', '/trades/counts'],
    ['counts of a merchant', `/trades/counts?merchant_id=${merchant_id}`],
    ['series of 180 days', `/series?from=${dayOf(now - 180 * DAY_MS)}`],
    [
      'series of 180 days of a merchant',
      `/series?from=${dayOf(now - 180 * DAY_MS)}&merchant_id=${merchant_id}`,
    ],
    ...searchQuestions(one),
    ...bookQuestions(one),
  ];
}

/** What a program without counters and without a search would ask its tables. */
const NAIVE = {
  'naive counts':
    'select direction, currency, state, count(*), sum(amount_cents) from trades group by 1, 2, 3',
  'naive series': `select date_trunc('day', created_at), direction, currency, count(*),
      count(*) filter (where state = 'completed'), sum(amount_cents) from trades
    where created_at >= now() - interval '180 days' group by 1, 2, 3`,
  'naive search': `select merchant_id, trade_id from trades
    where order_id ilike '%' || $1 || '%' or utr ilike '%' || $1 || '%'
      or trade_id::text ilike '%' || $1 || '%' limit 50`,
} as const;

async function ask({ url }: RunningService, path: string): Promise<number> {
  const started_ms = performance.now();
  const response = await fetch(`${url}/operator/v1${path}`, {
    headers: { authorization: `Bearer ${BENCH_OPERATOR_TOKEN}` },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return performance.now() - started_ms;
}

async function timesOf(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  while (took.length < times) {
    const started_ms = performance.now();
    await work();
    took.push(performance.now() - started_ms);
  }
  return took;
}

async function measureAll(
  bench: Bench,
  service: RunningService,
  client: Client,
  one: Sample,
  shop: Shop,
) {
  const figures: Figure[] = [];
  const add = (name: string, took: readonly number[], at_most?: number) => {
    const target = at_most === undefined ? {} : { at_most };
    bench.say(`${name}: ${took.map((ms) => Math.round(ms)).join(', ')} ms`);
    figures.push({ scenario, name: `${name}, p50`, unit: 'ms', value: percentile(took, 0.5) });
    figures.push({
      scenario,
      name: `${name}, p99`,
      unit: 'ms',
      value: percentile(took, 0.99),
      ...target,
    });
  };
  for (const [name, path] of questions(one)) {
    await ask(service, path);
    add(name, await timesOf(ASKED, () => ask(service, path)), TARGET_MS);
  }
  for (const [name, text] of Object.entries(NAIVE)) {
    const values = text.includes('$1') ? [one.utr] : [];
    add(name, await timesOf(3, () => client.query(text, values)));
  }
  const { looked, made } = await timeRefundLists(service, shop, REFUND_LISTS);
  add('1,000 refunds by a list, looked at', looked, LOOK_TARGET_MS);
  add('1,000 refunds by a list, made', made);
  return figures;
}

export const LISTS: Scenario = {
  name: scenario,
  what: 'lists, counts, series and search of operators among many trades',
  async run(bench: Bench) {
    const count = Math.min(1_000_000, bench.trades.at(-1) ?? 0);
    return await withOwnDatabase(bench.folder, async (own) => {
      const accounts = await makeAccounts(own.url(), ACCOUNTS);
      const shops = await makeMerchants(own.url(), { count: MERCHANTS });
      const to_at = Date.now() - 3_600_000;
      const history = {
        merchants: shops.map((shop) => shop.merchant_id),
        accounts,
        first: 0,
        count,
        from_at: to_at - HISTORY_MS,
        to_at,
      };
      await withClient(own.url(), (client) => fillHistory(client, history, bench.say));
      await withClient(own.url(), async (client) => {
        await client.query(RARE);
        bench.say(`${await fillLines(client)} bank lines`);
        bench.say(`${await fillWords(own.url(), client)} lines and trades with words`);
      });
      await fillPeople(own.url(), history.merchants, PEOPLE);
      await own.restart();
      const service = await bench.startService({ DATABASE_URL: own.url() });
      try {
        return await withClient(own.url(), async (client) => {
          const one = await sample(client, count);
          await nameCustomer(own.url(), client, one);
          const [shop] = shops;
          if (shop === undefined) throw new Error('There is no merchant');
          return await measureAll(bench, service, client, one, shop);
        });
      } finally {
        await service.stop();
      }
    });
  },
};
