// Shared by the tests of the use cases: orders, accounts, bank lines, and batches that wait at a
// query.
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createReceivingAccount } from '../../server/app/account/receiving-accounts.ts';
import { takeBankLines } from '../../server/app/line/take-bank-lines.ts';
import { addAdjustment } from '../../server/app/merchant/add-adjustment.ts';
import { createPayout } from '../../server/app/payout/create-payout.ts';
import type { App } from '../../server/app/process/app.ts';
import { serviceTime } from '../../server/app/process/service-time.ts';
import { attachUtr } from '../../server/app/trade/attach-utr.ts';
import { createPayin } from '../../server/app/trade/create-payin.ts';
import { isRefusal, type Refusal } from '../../server/domain/service/refusal.ts';
import type { Transaction } from '../../server/store/connection/database.ts';
import { accepted, OPERATOR, raw, type TestMerchant } from '../support/test-app.ts';

type Fields = Record<string, unknown>;

let numbers = 0;
/** A number that no other account or order of this file has. */
export function newNumber(): number {
  numbers += 1;
  return numbers;
}

/** An account in a currency that only this test uses, so that no other test's account is chosen. */
export async function makeAccount(app: App, currency: string, fields: Fields = {}) {
  const number = String(100_000_000_000 + newNumber());
  const base = { type: 'account', currency, name: 'House', number, bank_name: 'Bank' };
  return accepted(await createReceivingAccount(app, OPERATOR, raw({ ...base, ...fields }))).id;
}

function payinFields(merchant: TestMerchant, fields: Fields) {
  const { merchant_id } = merchant;
  const client_id = 'client-1';
  return raw({ merchant_id, amount_currency: 'INR', type: 'account', client_id, ...fields });
}

function payoutFields(merchant: TestMerchant, fields: Fields) {
  const payee = { number: '000111222333', name: 'Payee' };
  return payinFields(merchant, { ...payee, ...fields });
}

export const payin = (app: App, merchant: TestMerchant, fields: Fields) =>
  createPayin(app, merchant.caller, payinFields(merchant, fields));

export const payout = (app: App, merchant: TestMerchant, fields: Fields) =>
  createPayout(app, merchant.caller, payoutFields(merchant, fields));

export async function newPayin(app: App, merchant: TestMerchant, fields: Fields) {
  const order_id = `payin-${newNumber()}`;
  return accepted(await payin(app, merchant, { order_id, ...fields })).trade;
}

export async function newPayout(
  app: App,
  merchant: TestMerchant,
  amount_cents: number,
  fields: Fields = {},
) {
  const order_id = `payout-${newNumber()}`;
  return accepted(await payout(app, merchant, { order_id, amount_cents, ...fields })).trade;
}

export const claim = (app: App, { caller, merchant_id }: TestMerchant, id: string, utr: string) =>
  attachUtr(app, caller, raw({ merchant_id, id, utr }));

export async function fund(app: App, merchant_id: string, amount_cents: number): Promise<void> {
  const body = raw({ amount_cents, reason: 'test' });
  accepted(await addAdjustment(app, OPERATOR, merchant_id, body, undefined));
}

export async function feed(app: App, receiving_account_id: string, lines: Fields[]) {
  const booked_at = new Date(serviceTime(app)).toISOString();
  const body = { receiving_account_id, lines: lines.map((line) => ({ booked_at, ...line })) };
  return accepted(await takeBankLines(app, OPERATOR, raw(body))).lines;
}

export const kinds = (answers: readonly unknown[]): string[] =>
  answers.map((answer) => (isRefusal(answer) ? answer.code : 'accepted'));

export function countOf<Value>(values: readonly Value[], value: Value): number {
  return values.filter((other) => other === value).length;
}

export const isAccepted = <Value>(value: Value | Refusal): value is Exclude<Value, Refusal> =>
  !isRefusal(value);

/**
 * The first batch of this process that comes to the named query waits there, with all that it would
 * send after it; it is reached once what was sent before it is done. It goes on at the latest when
 * the test ends: held by one that failed, it would keep the database from stopping.
 */
export function pauseAt(app: App, name: string): { reached: Promise<void>; release(): void } {
  const { db } = app.store;
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let is_held = false;
  const held = (tx: Transaction): Transaction => {
    const sent: Promise<unknown>[] = [];
    let waits = false;
    return {
      ...tx,
      // Held work may arrive after it.
      commitWithThese: () => undefined,
      query(query, text, values) {
        if (query === name && !is_held) {
          is_held = true;
          waits = true;
          void Promise.allSettled(sent).then(() => reached.resolve());
        }
        if (waits) return gate.promise.then(() => tx.query(query, text, values));
        const rows = tx.query<never>(query, text, values);
        sent.push(rows);
        return rows;
      },
    };
  };
  app.store.db = { ...db, transaction: (work) => db.transaction((tx) => work(held(tx))) };
  let is_released = false;
  const release = () => {
    // Doing it twice could remove what another test has put in its place.
    if (is_released) return;
    is_released = true;
    app.store.db = db;
    gate.resolve();
  };
  after(release);
  return { reached: reached.promise, release };
}

/** Waits until this work waits for another transaction's lock, or has ended. */
export async function waitsOrEnds(app: App, work: Promise<unknown>): Promise<void> {
  let has_ended = false;
  const end = () => {
    has_ended = true;
  };
  work.then(end, end);
  while (!has_ended) {
    const rows = await app.store.db.query(
      'test-waiting',
      `select 1 as waits from pg_stat_activity where wait_event_type = 'Lock'`,
      [],
    );
    if (rows.length > 0) return;
    await sleep(5);
  }
}

/**
 * The first is held at the named query of its process until the second waits for it, or has ended
 * without waiting.
 */
export async function meet<Value>(
  app: App,
  query: string,
  first: () => Promise<Value>,
  second: () => Promise<Value>,
): Promise<[Value, Value]> {
  const pause = pauseAt(app, query);
  const one = first();
  await pause.reached;
  const two = second();
  await waitsOrEnds(app, two);
  pause.release();
  return [await one, await two];
}

/** The number of failed transactions of this process during the work, by PostgreSQL's code. */
export async function failuresOf(process: App, work: () => Promise<void>): Promise<string[]> {
  const { db } = process.store;
  const codes: string[] = [];
  process.store.db = {
    ...db,
    transaction: (job) =>
      db.transaction(job).catch((error: unknown) => {
        codes.push(error instanceof Error && 'code' in error ? String(error.code) : String(error));
        throw error;
      }),
  };
  try {
    await work();
  } finally {
    process.store.db = db;
  }
  return codes;
}

/** Rows of a query of the test's own, as the service's role. */
export const sql = <Row extends Record<string, unknown>>(app: App, text: string) =>
  app.store.db.query<Row>('', text, []);
