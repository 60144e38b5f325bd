// The simplest way to match a statement with pay-ins: copies its lines into a table and matches all
// of them by one statement. It works on copies of the tables, so that the service finds its own
// untouched.
import pg from 'pg';
import { withClient } from '../fill/with-client.ts';
import { processorTimeUs, serverProcess } from '../harness/processor-time.ts';

const PREPARE = `
  create table naive_trades (like trades including indexes);
  insert into naive_trades select * from trades;
  create table naive_reservations (like reservations including indexes);
  insert into naive_reservations select * from reservations;
  create table naive_lines (
    line_no bigserial primary key, booked_at timestamptz not null, amount_cents bigint not null,
    utr text, text text, bank_id text unique, currency text not null);
  create table naive_matches (
    line_no bigint primary key, merchant_id uuid, trade_id uuid, reason text not null);
  analyze naive_trades; analyze naive_reservations`;

const REMOVE = 'drop table naive_trades, naive_reservations, naive_lines, naive_matches';

const COPY = `copy naive_lines (booked_at, amount_cents, utr, text, bank_id, currency)
  from stdin with (format csv, header)`;

/** By UTR, by the reference in the text, or by an amount that only one pay-in has. */
const MATCH = `
  insert into naive_matches
  select distinct on (l.line_no) l.line_no, r.merchant_id, r.trade_id,
    case when r.trade_id is null then 'no_candidate' when t.utr = l.utr then 'utr_account_amount'
      when r.exclusive then 'account_amount_time' else 'reference' end
  from naive_lines l
  left join (naive_reservations r join naive_trades t using (merchant_id, trade_id))
    on r.receiving_account_id = $1 and r.amount_cents = l.amount_cents
      and (r.exclusive or t.utr = l.utr or l.text = 'Order ' || r.reference)
  order by l.line_no`;

const COMPLETE = `
  update naive_trades t set state = 'completed', received_amount_cents = t.amount_cents,
    completed_at = now()
  from naive_matches m where t.merchant_id = m.merchant_id and t.trade_id = m.trade_id`;

const FREE = `
  update naive_reservations r set free_at = now(), until = now()
  from naive_matches m where r.trade_id = m.trade_id`;

/** The part of the driver's connection that a copy uses. */
type Copying = {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

/** Passed to `client.query`, which calls its handlers as PostgreSQL's messages arrive. */
class CopyFrom extends pg.Query {
  // The driver requires a callback; the promise is the result.
  readonly callback = (): void => undefined;
  readonly done: Promise<void>;
  readonly #bytes: Buffer;
  readonly #end = Promise.withResolvers<void>();

  constructor(bytes: Buffer) {
    super('copy');
    this.#bytes = bytes;
    this.done = this.#end.promise;
  }

  override submit = (connection: pg.Connection): null => {
    (connection as unknown as Copying).query(COPY);
    return null;
  };

  handleCopyInResponse(connection: unknown): void {
    const copying = connection as Copying;
    copying.sendCopyFromChunk(this.#bytes);
    copying.endCopyFrom();
  }

  handleCommandComplete(): void {
    // The server is done once it is ready for the next query.
  }

  handleError(error: unknown): void {
    this.#end.reject(error);
  }

  handleReadyForQuery(): void {
    this.#end.resolve();
  }
}

export type NaiveMatching = {
  readonly seconds: number;
  /** Of PostgreSQL, which does all of it. */
  readonly spent_us: number;
  readonly matched: number;
};

export async function matchNaively(
  database_url: string,
  receiving_account_id: string,
  csv: string,
): Promise<NaiveMatching> {
  const server = await serverProcess(database_url);
  return await withClient(database_url, async (client) => {
    await client.query(PREPARE);
    try {
      const spent_before_us = await processorTimeUs(server);
      const started_ms = performance.now();
      await client.query('begin');
      const copy = new CopyFrom(Buffer.from(csv));
      client.query(copy);
      await copy.done;
      await client.query(MATCH, [receiving_account_id]);
      const { rowCount } = await client.query(COMPLETE);
      await client.query(FREE);
      await client.query('commit');
      const seconds = (performance.now() - started_ms) / 1_000;
      const spent_us = (await processorTimeUs(server)) - spent_before_us;
      return { seconds, spent_us, matched: rowCount ?? 0 };
    } finally {
      await client.query(REMOVE);
    }
  });
}
