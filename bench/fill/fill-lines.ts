// Gives each ended trade of a filled database a bank line, as after months of imports: completed
// pay-ins are matched, a few lines are in suspense, the others belong to the house itself.
import type pg from 'pg';

/** Of the lines without a trade, one of so many waits for a person. */
const SUSPENSE_EACH = 250;

/** A version 7 UUID of the moment, so that lines are in the order of time. */
const ID = `(lpad(to_hex((extract(epoch from closed_at) * 1000)::bigint), 12, '0') || '7'
  || substr(md5(trade_id::text), 1, 3) || '8' || substr(md5(trade_id::text), 4, 15))::uuid`;

const LINES = `
  create temp table fill_lines as
  select ${ID} as bank_line_id, merchant_id, trade_id, receiving_account_id, currency, amount_cents,
    closed_at, utr, state = 'completed' as is_matched,
    row_number() over (order by trade_id) % ${SUSPENSE_EACH} = 0 as waits
  from trades where direction = 'payin' and closed_at is not null
    and receiving_account_id is not null`;

const WRITE_LINES = `
  insert into bank_lines (bank_line_id, receiving_account_id, currency, amount_cents, booked_at,
    booked_exactly, utr, line_key, received_at, sealed)
  select bank_line_id, receiving_account_id, currency, amount_cents, closed_at, true, utr,
    'fill-' || bank_line_id, closed_at, ''
  from fill_lines order by bank_line_id`;

const WRITE_OUTCOMES = `
  insert into bank_line_outcomes (bank_line_id, status, merchant_id, trade_id, reason, candidates,
    decided_at)
  select bank_line_id,
    case when is_matched then 'matched' when waits then 'suspense' else 'own_transfer' end,
    case when is_matched then merchant_id end, case when is_matched then trade_id end,
    case when is_matched then 'utr_account_amount' else 'no_candidate' end, '[]', closed_at
  from fill_lines order by bank_line_id`;

/** Returns how many lines there are. */
export async function fillLines(client: pg.ClientBase): Promise<number> {
  await client.query(LINES);
  await client.query(WRITE_LINES);
  const { rowCount } = await client.query(WRITE_OUTCOMES);
  await client.query('drop table fill_lines');
  await client.query('analyze bank_lines, bank_line_outcomes');
  return rowCount ?? 0;
}
