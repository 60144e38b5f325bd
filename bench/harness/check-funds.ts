// Proves from the ledger that pay-outs blocked exactly their own amounts.

import pg from 'pg';
import { ENTRY_LEGS } from '../../server/store/ledger/entry-postings.ts';

type FundsRow = {
  merchant_id: string;
  available: string;
  blocked: string;
  posted: string;
  held: string;
};

const READ = `
  select m.merchant_id, coalesce(a.available, 0) as available, coalesce(a.blocked, 0) as blocked,
    coalesce(p.posted, 0) as posted, coalesce(h.held, 0) as held
  from unnest($1::uuid[]) as m(merchant_id)
  left join (
    select merchant_id, sum(balance_cents) filter (where account = 'available') as available,
      sum(balance_cents) filter (where account = 'blocked') as blocked
    from ledger_accounts where merchant_id = any($1) group by merchant_id
  ) as a using (merchant_id)
  left join (
    select e.merchant_id, sum(leg.amount) as posted
    from ledger_entries e ${ENTRY_LEGS}
    where e.merchant_id = any($1) and leg.account = 'available' group by e.merchant_id
  ) as p using (merchant_id)
  left join (
    select merchant_id, sum(settlement_amount_cents) as held from trades
    where merchant_id = any($1) and direction = 'payout' and state = 'created'
    group by merchant_id
  ) as h using (merchant_id)`;

function problemsOf(row: FundsRow, funds: bigint): string[] {
  const available = BigInt(row.available);
  const blocked = BigInt(row.blocked);
  const rules: [string, boolean][] = [
    ['is overdrawn', available >= 0n],
    ['has a balance other than the sum of its postings', available === BigInt(row.posted)],
    ['has a balance other than its funds less its holds', available === funds - BigInt(row.held)],
    ['blocks a sum other than that of its pay-outs', blocked === BigInt(row.held)],
  ];
  return rules.filter(([, holds]) => !holds).map(([what]) => `${row.merchant_id} ${what}`);
}

/** Throws if the balances are wrong. The merchants started with these funds and only paid out. */
export async function checkFunds(
  database_url: string,
  merchants: readonly string[],
  funds_cents: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  try {
    const { rows } = await client.query<FundsRow>(READ, [merchants]);
    const problems = rows.flatMap((row) => problemsOf(row, BigInt(funds_cents)));
    if (rows.length < merchants.length) problems.push('merchants are missing');
    if (problems.length > 0) throw new Error(`The books are wrong: ${problems.join('; ')}`);
  } finally {
    await client.end();
  }
}
