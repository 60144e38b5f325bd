// The temporary table in which trades are made up, chunk by chunk, before they are written in the
// service's own form.
import type pg from 'pg';
import { LIMITS } from '../../server/domain/service/limits.ts';

/** The fee rate of every filled trade. */
export const PERCENT = 1.5;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * `claimed_ms`: when a UTR was given; `ended_ms`: when the trade ended; null if that has not
 * happened. The other columns of a trade follow from these.
 */
const CREATE_STAGE = `
  create temp table if not exists fill_trades (
    n bigint not null,
    merchant_id uuid not null,
    trade_id uuid not null,
    reference text not null,
    receiving_account_id uuid not null,
    exclusive boolean not null,
    amount_cents bigint not null,
    fee_cents bigint not null,
    state text not null,
    utr text,
    created_ms bigint not null,
    claimed_ms bigint,
    ended_ms bigint,
    expires_ms bigint not null
  )`;

/** The hash chain of a book as an aggregate: one statement hashes many entries in order. */
const CREATE_CHAIN = `
  create or replace function pg_temp.chain_entry(hash text, head text, content text) returns text
  language plpgsql immutable as $$ begin
    return encode(sha256(convert_to(
      '["' || coalesce(hash, head) || '",' || content, 'UTF8')), 'hex');
  end $$`;

const CREATE_AGGREGATE = `
  create or replace aggregate pg_temp.chain_entries(text, text) (
    sfunc = pg_temp.chain_entry, stype = text
  )`;

export async function openStage(client: pg.ClientBase): Promise<void> {
  await client.query(CREATE_STAGE);
  await client.query(CREATE_CHAIN);
  await client.query(CREATE_AGGREGATE);
}

/** The letters of `referenceOf`, from the trade's millisecond and the random end of its id. */
const referenceLetters = (value: string) =>
  Array.from({ length: 10 }, (_, index) => {
    const shift = 5 * (9 - index);
    return `substr('${ALPHABET}', 1 + ((${value} >> ${shift}) & 31)::int, 1)`;
  }).join(' || ');

/**
 * Puts made-up trades into the stage. `source` yields n, merchant_id, receiving_account_id,
 * exclusive, amount_cents, state, utr, created_ms, claimed_ms, ended_ms and expires_ms; its own
 * parameters come first. Ids are UUIDv7 in the order of their time, as the service makes them.
 */
export async function stageTrades(
  client: pg.ClientBase,
  source: string,
  values: readonly unknown[],
): Promise<void> {
  await client.query('truncate fill_trades');
  await client.query(
    `insert into fill_trades
     select n, merchant_id,
       (lpad(to_hex(created_ms), 12, '0') || '7' || lpad(to_hex(n & 4095), 3, '0') || 'a' || tail)
         ::uuid,
       ${referenceLetters('place')}, receiving_account_id, exclusive, amount_cents,
       round(amount_cents * ${PERCENT} / 100)::bigint, state, utr, created_ms, claimed_ms, ended_ms,
       expires_ms
     from (
       select s.*, ((created_ms >> 3) & 134217727) << 23
         | (('x' || right(tail, 6))::bit(24)::bigint & 8388607) as place
       from (select s.*, right(md5('trade ' || n), 15) as tail from (${source}) s) s
     ) s
     order by n`,
    [...values],
  );
}

/** SQL for the time at which an ended trade is final; `state` is the SQL for its state. */
export const finalMs = (state: string) => `case ${state}
  when 'completed' then ended_ms + ${LIMITS.dispute_max_ms}
  when 'expired' then ended_ms + ${LIMITS.late_evidence_max_ms} end`;
