// Tokens of operators and feeds, by their hashes.
import type { OperatorRole, RightScope } from '../../domain/access/roles.ts';
import { FEED_DEFAULTS } from '../../domain/record/feed-bounds.ts';
import type { KnownOperatorToken, OperatorTokenTerms } from '../../domain/record/operator-token.ts';
import type { ServiceMode } from '../../domain/service/service-mode.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

export type OperatorToken = {
  operator_token_id: string;
  name: string;
  role: OperatorRole;
  token_hash: string;
  service_mode: ServiceMode;
  /** Null: everything that the role has. */
  scopes: readonly RightScope[] | null;
  /** Whoever issued it in their session; null if the token is nobody's. */
  person_id: string | null;
  /** Set for the roles of merchants' people. */
  merchant_id: string | null;
  /** A person's own: what it may do is asked of the database for every request. */
  is_own: boolean;
  /** Addresses or CIDRs; empty means any. */
  allowed_ips: readonly string[];
  expires_at: number | null;
  receiving_account_ids: readonly string[];
  lines_per_hour: number;
  daily_cents: bigint;
};

/** A token that is restricted only by its role. */
export const UNBOUND = {
  scopes: null,
  person_id: null,
  merchant_id: null,
  is_own: false,
  allowed_ips: [],
  expires_at: null,
  receiving_account_ids: [],
  ...FEED_DEFAULTS,
} as const;

/** Those that are not revoked, and whose person is active. */
export async function readOperatorTokens(
  db: Queryable,
  mode: ServiceMode,
): Promise<OperatorToken[]> {
  const rows = await db.query<Omit<OperatorToken, 'token_hash'> & { token_hash: Buffer }>(
    'read-operator-tokens',
    `select operator_token_id, name, role, token_hash, service_mode, scopes, person_id,
       merchant_id, is_own, allowed_ips, expires_at, receiving_account_ids, lines_per_hour,
       daily_cents
     from operator_tokens t
     where revoked_at is null and service_mode = $1
       and (person_id is null or exists (
         select from people p where p.person_id = t.person_id and p.state = 'active'
       ))`,
    [mode],
  );
  return rows.map((row) => ({ ...row, token_hash: row.token_hash.toString('hex') }));
}

/** The id is derived from the hash: processes that start at the same time insert only one row. */
export async function insertOperatorToken(tx: Queryable, token: OperatorToken, now: number) {
  await tx.query(
    'insert-operator-token',
    `insert into operator_tokens (operator_token_id, name, role, token_hash, created_at,
       service_mode, allowed_ips, expires_at, receiving_account_ids, lines_per_hour, daily_cents,
       scopes, person_id, merchant_id, is_own)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (operator_token_id) do update set revoked_at = null, role = excluded.role`,
    [
      token.operator_token_id,
      token.name,
      token.role,
      Buffer.from(token.token_hash, 'hex'),
      timestamp(now),
      token.service_mode,
      token.allowed_ips,
      timestamp(token.expires_at),
      token.receiving_account_ids,
      token.lines_per_hour,
      token.daily_cents,
      token.scopes,
      token.person_id,
      token.merchant_id,
      token.is_own,
    ],
  );
}

/** Revokes earlier tokens of the same name. */
export async function revokeOtherOperatorTokens(tx: Queryable, token: OperatorToken, now: number) {
  await tx.query(
    'revoke-other-operator-tokens',
    `update operator_tokens set revoked_at = $3
     where name = $1 and role = 'owner' and token_hash <> $2 and revoked_at is null`,
    [token.name, Buffer.from(token.token_hash, 'hex'), timestamp(now)],
  );
}

export const TOKEN_COLUMNS = `operator_token_id, name, role, scopes, person_id, merchant_id, is_own,
  allowed_ips, expires_at, created_at, last_used_at, revoked_at`;

/** Newest first, including revoked ones; tokens of feeds have their own list. */
export async function selectOperatorTokens(
  db: Queryable,
  { before, limit }: { before: string | null; limit: number },
): Promise<KnownOperatorToken[]> {
  return await db.query<KnownOperatorToken>(
    'list-operator-tokens',
    `select ${TOKEN_COLUMNS} from operator_tokens
     where role <> 'feed' and ($1::uuid is null or operator_token_id < $1)
     order by operator_token_id desc limit $2`,
    [before, limit],
  );
}

/** Null if there is no such token or it was revoked. */
export async function lockOperatorToken(
  tx: Queryable,
  id: string,
): Promise<KnownOperatorToken | null> {
  const [row] = await tx.query<KnownOperatorToken>(
    'lock-operator-token',
    `select ${TOKEN_COLUMNS} from operator_tokens
     where operator_token_id = $1 and role <> 'feed' and revoked_at is null for update`,
    [id],
  );
  return row ?? null;
}

/** The active tokens of a person, or of nobody. */
export async function countOperatorTokens(
  tx: Queryable,
  person_id: string | null,
  now: number,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'count-operator-tokens',
    `select count(*)::int as count from operator_tokens
     where person_id is not distinct from $1 and role <> 'feed' and revoked_at is null
       and (expires_at is null or expires_at > $2)`,
    [person_id, timestamp(now)],
  );
  return row?.count ?? 0;
}

export async function saveOperatorTerms(
  tx: Queryable,
  id: string,
  { name, scopes, allowed_ips, expires_at }: OperatorTokenTerms,
): Promise<void> {
  await tx.query(
    'save-operator-terms',
    `update operator_tokens set name = $2, scopes = $3, allowed_ips = $4, expires_at = $5
     where operator_token_id = $1`,
    [id, name, scopes, allowed_ips, timestamp(expires_at)],
  );
}

/** False if there is no such token or it was revoked before. */
export async function markOperatorTokenRevoked(
  tx: Queryable,
  id: string,
  now: number,
): Promise<boolean> {
  const rows = await tx.query(
    'revoke-operator-token',
    `update operator_tokens set revoked_at = $2
     where operator_token_id = $1 and role <> 'feed' and revoked_at is null
     returning 1 as revoked`,
    [id, timestamp(now)],
  );
  return rows.length > 0;
}

/** All of a person's; how many. */
export async function revokeOperatorTokensOf(tx: Queryable, person_id: string): Promise<number> {
  const rows = await tx.query(
    'revoke-operator-tokens-of',
    `with active as (
       select operator_token_id from operator_tokens
       where person_id = $1 and revoked_at is null
       order by operator_token_id for update
     )
     update operator_tokens t set revoked_at = statement_timestamp()
     from active where t.operator_token_id = active.operator_token_id
     returning 1 as revoked`,
    [person_id],
  );
  return rows.length;
}

export async function noteOperatorTokenUse(db: Queryable, id: string, now: number): Promise<void> {
  await db.query(
    'note-operator-token-use',
    `update operator_tokens set last_used_at = greatest(coalesce(last_used_at, $2), $2)
     where operator_token_id = $1`,
    [id, timestamp(now)],
  );
}
