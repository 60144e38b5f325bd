// Tokens of feeds: operator tokens whose role allows giving bank lines and nothing else.
import type { FeedTerms, FeedToken } from '../../domain/record/operator-token.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

const COLUMNS = `operator_token_id, name, created_at, revoked_at, receiving_account_ids,
  allowed_ips, expires_at, lines_per_hour, daily_cents`;

/** Newest first, including revoked ones. */
export async function selectFeedTokens(
  db: Queryable,
  { before, limit }: { before: string | null; limit: number },
): Promise<FeedToken[]> {
  return await db.query<FeedToken>(
    'list-feed-tokens',
    `select ${COLUMNS} from operator_tokens
     where role = 'feed' and ($1::uuid is null or operator_token_id < $1)
     order by operator_token_id desc limit $2`,
    [before, limit],
  );
}

/** Null if there is no such feed or it was revoked. */
export async function lockFeedToken(tx: Queryable, id: string): Promise<FeedToken | null> {
  const [row] = await tx.query<FeedToken>(
    'lock-feed-token',
    `select ${COLUMNS} from operator_tokens
     where operator_token_id = $1 and role = 'feed' and revoked_at is null for update`,
    [id],
  );
  return row ?? null;
}

export async function saveFeedTerms(tx: Queryable, id: string, terms: FeedTerms): Promise<void> {
  await tx.query(
    'save-feed-terms',
    `update operator_tokens set receiving_account_ids = $2, allowed_ips = $3, expires_at = $4,
       lines_per_hour = $5, daily_cents = $6
     where operator_token_id = $1 and role = 'feed'`,
    [
      id,
      terms.receiving_account_ids,
      terms.allowed_ips,
      timestamp(terms.expires_at),
      terms.lines_per_hour,
      terms.daily_cents,
    ],
  );
}

/** False if there is no such feed or it was revoked before. */
export async function markFeedTokenRevoked(
  tx: Queryable,
  id: string,
  now: number,
): Promise<boolean> {
  const rows = await tx.query(
    'revoke-feed-token',
    `update operator_tokens set revoked_at = $2
     where operator_token_id = $1 and role = 'feed' and revoked_at is null returning 1 as revoked`,
    [id, timestamp(now)],
  );
  return rows.length > 0;
}
