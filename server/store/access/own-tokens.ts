// Tokens that people made for themselves, and how they are confirmed. Times of confirmations come
// from the database's clock, as those of sessions do.
import type { OwnTokenState } from '../../domain/operator-token/change-own-token.ts';
import type { KnownOperatorToken } from '../../domain/record/operator-token.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { TOKEN_COLUMNS } from './operator-tokens.ts';

/** With its person as they are now, for each request; null if there is no such token. */
export async function readOwnToken(
  db: Queryable,
  operator_token_id: string,
  confirmed_from: Buffer,
): Promise<(OwnTokenState & { person_name: Buffer }) | null> {
  const [row] = await db.query<OwnTokenState & { person_name: Buffer }>(
    'read-own-token',
    `select p.role, p.merchant_id, p.name as person_name, p.state = 'active' as is_active,
       t.scopes, t.expires_at, t.revoked_at, t.confirmed_at,
       t.confirmed_from is not distinct from $2 as is_confirmed_here
     from operator_tokens t join people p on p.person_id = t.person_id
     where t.operator_token_id = $1 and t.is_own`,
    [operator_token_id, confirmed_from],
  );
  return row ?? null;
}

/** Those that still work, newest first. */
export async function selectOwnTokens(
  db: Queryable,
  asked: { person_id: string; before: string | null; now: number; limit: number },
): Promise<KnownOperatorToken[]> {
  return await db.query<KnownOperatorToken>(
    'list-own-tokens',
    `select ${TOKEN_COLUMNS} from operator_tokens
     where person_id = $1 and is_own and revoked_at is null and expires_at > $3
       and ($2::uuid is null or operator_token_id < $2)
     order by operator_token_id desc limit $4`,
    [asked.person_id, asked.before, timestamp(asked.now), asked.limit],
  );
}

/** False if the person has no such token, or it was revoked before. */
export async function markOwnTokenRevoked(
  tx: Queryable,
  {
    operator_token_id,
    person_id,
    now,
  }: {
    operator_token_id: string;
    person_id: string;
    now: number;
  },
): Promise<boolean> {
  const rows = await tx.query(
    'revoke-own-token',
    `update operator_tokens set revoked_at = $3
     where operator_token_id = $1 and person_id = $2 and is_own and revoked_at is null
     returning 1 as revoked`,
    [operator_token_id, person_id, timestamp(now)],
  );
  return rows.length > 0;
}

/** The person confirmed with the token. Returns when, or null if it has ended. */
export async function confirmOwnToken(
  tx: Queryable,
  { operator_token_id, person_id }: { operator_token_id: string; person_id: string },
  confirmed_from: Buffer,
): Promise<number | null> {
  const [row] = await tx.query<{ confirmed_at: number }>(
    'confirm-own-token',
    `update operator_tokens set confirmed_at = statement_timestamp(), confirmed_from = $3
     where operator_token_id = $1 and person_id = $2 and is_own and revoked_at is null
     returning confirmed_at`,
    [operator_token_id, person_id, confirmed_from],
  );
  return row?.confirmed_at ?? null;
}

/** What was confirmed with a factor that has changed since no longer counts. */
export async function forgetConfirmations(tx: Queryable, person_id: string): Promise<void> {
  await tx.query(
    'forget-own-token-confirmations',
    `update operator_tokens set confirmed_at = null, confirmed_from = null
     where person_id = $1 and is_own and confirmed_at is not null`,
    [person_id],
  );
}
