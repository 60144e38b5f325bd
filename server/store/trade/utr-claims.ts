// UTR claims: which open pay-ins claim which transfer.
import type { UtrClaim } from '../../domain/batch/decision.ts';
import type { Queryable, Transaction } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';

export async function readClaims(tx: Queryable, utrs: readonly string[]): Promise<UtrClaim[]> {
  if (utrs.length === 0) return [];
  return await tx.query<UtrClaim>(
    'read-utr-claims',
    `select c.utr, c.merchant_id, c.trade_id
     from (select distinct * from unnest($1::text[]) as u(utr)) as u
     cross join lateral (
       select * from utr_claims c where c.utr = u.utr and c.active order by c.trade_id desc limit 50
     ) as c`,
    [utrs],
  );
}

/**
 * Those among these UTRs whose transfer paid a trade of a removed month. Read after lines and
 * claims: a trade that moves meanwhile is then seen with its lines, or here.
 */
export async function readPastUtrs(tx: Queryable, utrs: readonly string[]): Promise<string[]> {
  if (utrs.length === 0) return [];
  const rows = await tx.query<{ utr: string }>(
    'read-past-utrs',
    `select distinct u.utr from unnest($1::text[]) as u(utr)
     where exists (select from past_trades t where t.utr = u.utr and t.line_utrs is null)
       or exists (select from past_trades t where t.line_utrs @> array[u.utr]
         and t.line_utrs is not null)`,
    [utrs],
  );
  return rows.map(({ utr }) => utr);
}

const keyOf = (claim: UtrClaim) => `${claim.utr}/${claim.trade_id}`;

export async function writeClaims(
  tx: Transaction,
  claims: readonly (UtrClaim & { active: boolean })[],
  now: number,
): Promise<void> {
  await insertRows<UtrClaim & { active: boolean }>(
    tx,
    'utr_claims',
    [
      { name: 'utr', value: (c) => c.utr },
      { name: 'trade_id', value: (c) => c.trade_id },
      { name: 'merchant_id', value: (c) => c.merchant_id },
      { name: 'active', value: (c) => c.active },
      { name: 'claimed_at', value: () => now },
    ],
    claims.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    'on conflict (utr, trade_id) do update set active = excluded.active',
  );
}
