// Tokens of feeds: operator tokens with the role that may give bank lines and nothing else.
import { type Queryable, timestamp } from './database.ts';

export type FeedToken = {
  operator_token_id: string;
  name: string;
  created_at: number;
  revoked_at: number | null;
};

/** Newest first, the revoked ones too. */
export async function listFeedTokens(
  db: Queryable,
  { before, limit }: { before: string | null; limit: number },
): Promise<FeedToken[]> {
  return await db.query<FeedToken>(
    'list-feed-tokens',
    `select operator_token_id, name, created_at, revoked_at from operator_tokens
     where role = 'feed' and ($1::uuid is null or operator_token_id < $1)
     order by operator_token_id desc limit $2`,
    [before, limit],
  );
}

/** False where there is no such feed, or it was revoked before. */
export async function revokeFeedToken(tx: Queryable, id: string, now: number): Promise<boolean> {
  const rows = await tx.query(
    'revoke-feed-token',
    `update operator_tokens set revoked_at = $2
     where operator_token_id = $1 and role = 'feed' and revoked_at is null returning 1 as revoked`,
    [id, timestamp(now)],
  );
  return rows.length > 0;
}
