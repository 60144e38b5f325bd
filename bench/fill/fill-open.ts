// Makes open pay-ins on one receiving account for a statement to pay.
import type pg from 'pg';
import { inTransaction, settleTables } from './fill-history.ts';
import { openStage, stageTrades } from './stage.ts';
import { writeStage } from './write-stage.ts';

export type OpenPayins = {
  readonly merchants: readonly string[];
  readonly receiving_account_id: string;
  readonly count: number;
  /** How many pay-ins, the last ones, share their amount with others, in groups. */
  readonly shared: number;
  /** Every second pay-in with a shared amount has a UTR claimed by its payer. */
  readonly claims: boolean;
};

export type OpenPayin = {
  readonly n: number;
  readonly merchant_id: string;
  readonly trade_id: string;
  readonly reference: string;
  readonly amount_cents: number;
  readonly exclusive: boolean;
  readonly utr: string | null;
};

const GROUP = 5;
const CHUNK = 20_000;
const LOWEST_CENTS = 10_000;
const LIFE_MS = 24 * 3_600_000;

/** Parameters: first and last number, merchants, account, first shared number, claims, now. */
const SOURCE = `
  select n, ($3::uuid[])[1 + n % cardinality($3::uuid[])] as merchant_id,
    $4::uuid as receiving_account_id, n < $5 as exclusive,
    ${LOWEST_CENTS} + case when n < $5 then n else $5 + (n - $5) / ${GROUP} end as amount_cents,
    case when utr is null then 'pending' else 'verifying' end as state, utr, created_ms,
    case when utr is null then null else created_ms + 60000 end as claimed_ms,
    null::bigint as ended_ms, created_ms + ${LIFE_MS} as expires_ms
  from (
    select n, $7::bigint - 600000 + n as created_ms,
      case when $6 and n >= $5 and n % 2 = 0 then '5' || lpad(n::text, 11, '0') end as utr
    from generate_series($1::bigint, $2::bigint) as n
  ) s`;

const READ_STAGE = `
  select n::int, merchant_id, trade_id, reference, amount_cents::int, exclusive, utr
  from fill_trades order by n`;

/** Returns the pay-ins with the data that a statement needs. */
export async function fillOpen(client: pg.ClientBase, open: OpenPayins): Promise<OpenPayin[]> {
  await openStage(client);
  const payins: OpenPayin[] = [];
  const { merchants, receiving_account_id, count, shared, claims } = open;
  const now = Date.now();
  for (let done = 0; done < count; done += CHUNK) {
    const last = Math.min(count, done + CHUNK) - 1;
    await inTransaction(client, async () => {
      const values = [done, last, merchants, receiving_account_id, count - shared, claims, now];
      await stageTrades(client, SOURCE, values);
      await writeStage(client);
      payins.push(...(await client.query<OpenPayin>(READ_STAGE)).rows);
    });
  }
  await settleTables(client);
  return payins;
}
