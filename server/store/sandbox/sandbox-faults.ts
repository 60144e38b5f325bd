// The sandbox's scripted faults: how often each still happens. Counted in the database, so that all
// processes together count once.
import type { SandboxFault } from '../../domain/sandbox/sandbox-faults.ts';
import type { Queryable } from '../connection/database.ts';

export type FaultKey = { merchant_id: string; token_id: string; fault: SandboxFault };
export type FaultLeft = FaultKey & { times_left: number };

/** 0 times: no longer. */
export async function putSandboxFault(db: Queryable, left: FaultLeft): Promise<void> {
  const { merchant_id, token_id, fault, times_left } = left;
  if (times_left === 0) {
    await db.query(
      'end-sandbox-fault',
      'delete from sandbox_faults where merchant_id = $1 and token_id = $2 and fault = $3',
      [merchant_id, token_id, fault],
    );
    return;
  }
  await db.query(
    'put-sandbox-fault',
    `insert into sandbox_faults (merchant_id, token_id, fault, times_left)
     values ($1, $2, $3, $4)
     on conflict (merchant_id, token_id, fault) do update set times_left = excluded.times_left`,
    [merchant_id, token_id, fault, times_left],
  );
}

export async function readSandboxFaults(db: Queryable): Promise<FaultLeft[]> {
  return await db.query<FaultLeft>(
    'read-sandbox-faults',
    `select merchant_id, token_id, fault, times_left from sandbox_faults
     order by merchant_id, token_id, fault`,
    [],
  );
}

/**
 * True if the fault happens now: it is counted down by one. `token_id` null: whichever token of the
 * merchant asked for it.
 */
export async function takeSandboxFault(
  db: Queryable,
  { merchant_id, token_id, fault }: Omit<FaultKey, 'token_id'> & { token_id: string | null },
): Promise<boolean> {
  const rows = await db.query(
    'take-sandbox-fault',
    `with one as (
       select merchant_id, token_id, fault, times_left from sandbox_faults
       where merchant_id = $1 and fault = $3 and token_id = coalesce($2::uuid, token_id)
       order by token_id limit 1 for update
     ), counted as (
       update sandbox_faults f set times_left = f.times_left - 1 from one
       where f.merchant_id = one.merchant_id and f.token_id = one.token_id
         and f.fault = one.fault and one.times_left > 1
       returning 1
     ), ended as (
       delete from sandbox_faults f using one
       where f.merchant_id = one.merchant_id and f.token_id = one.token_id
         and f.fault = one.fault and one.times_left = 1
       returning 1
     )
     select 1 as taken from counted union all select 1 from ended`,
    [merchant_id, token_id, fault],
  );
  return rows.length > 0;
}
