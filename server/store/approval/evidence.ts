// Evidence that people give: what was approved, statements that wait, and feeds that are trusted.
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';

/** The lines themselves, as a text that is the same whenever they are given. */
const keyOf = (cipher: Cipher, lines_text: string): Buffer =>
  cipher.lookup(`evidence/${lines_text}`);

export async function isApproved(
  db: Queryable,
  cipher: Cipher,
  lines_text: string,
): Promise<boolean> {
  const rows = await db.query(
    'read-approved-evidence',
    'select 1 as approved from approved_evidence where evidence_key = $1',
    [keyOf(cipher, lines_text)],
  );
  return rows.length > 0;
}

type Given = { lines_text: string; proposal_id: string; feed_id: string | null; at: number };

/** In the transaction that uses up the proposal. From now on a feed of its own is trusted. */
export async function noteApproved(
  tx: Queryable,
  cipher: Cipher,
  { lines_text, proposal_id, feed_id, at }: Given,
): Promise<void> {
  await tx.query(
    'insert-approved-evidence',
    `insert into approved_evidence (evidence_key, proposal_id, approved_at) values ($1, $2, $3)
     on conflict (evidence_key) do nothing`,
    [keyOf(cipher, lines_text), proposal_id, timestamp(at)],
  );
  if (feed_id === null) return;
  await tx.query(
    'insert-trusted-feed',
    `insert into trusted_feeds (operator_token_id, proposal_id, trusted_at) values ($1, $2, $3)
     on conflict (operator_token_id) do nothing`,
    [feed_id, proposal_id, timestamp(at)],
  );
}

export async function isTrustedFeed(db: Queryable, feed_id: string): Promise<boolean> {
  const rows = await db.query(
    'read-trusted-feed',
    'select 1 as trusted from trusted_feeds where operator_token_id = $1',
    [feed_id],
  );
  return rows.length > 0;
}

/** Whoever issued a feed's token; null for a token that belongs to nobody. */
export async function personBehindFeed(db: Queryable, feed_id: string): Promise<string | null> {
  const rows = await db.query<{ person_id: string }>(
    'read-person-behind-feed',
    `select p.person_id from audit_entries a join people p on p.person_id::text = a.actor_id
     where a.action = 'feed_token_issued' and a.target = $1`,
    [`feed_tokens/${feed_id}`],
  );
  return rows[0]?.person_id ?? null;
}

const placeOf = (held_file_id: string) => `held_files/content/${held_file_id}`;

/** The same file again stays as it is. */
export async function holdFile(
  db: Queryable,
  cipher: Cipher,
  { held_file_id, content, at }: { held_file_id: string; content: string; at: number },
): Promise<void> {
  await db.query(
    'hold-file',
    `insert into held_files (held_file_id, content, held_at) values ($1, $2, $3)
     on conflict (held_file_id) do update set held_at = excluded.held_at`,
    [held_file_id, cipher.seal(content, placeOf(held_file_id)), timestamp(at)],
  );
}

/** Null if it was removed by its age. */
export async function readHeldFile(
  db: Queryable,
  cipher: Cipher,
  held_file_id: string,
): Promise<string | null> {
  const rows = await db.query<{ content: Buffer }>(
    'read-held-file',
    'select content from held_files where held_file_id = $1',
    [held_file_id],
  );
  const [row] = rows;
  return row === undefined ? null : cipher.open(row.content, placeOf(held_file_id));
}

/** Files that nobody can approve any more. */
export async function removeHeldFiles(
  db: Queryable,
  before: number,
  most: number,
): Promise<number> {
  const rows = await db.query(
    'remove-held-files',
    `delete from held_files where held_file_id = any(array(
       select held_file_id from held_files where held_at < $1 order by held_at limit $2
       for update skip locked)) returning 1 as removed`,
    [timestamp(before), most],
  );
  return rows.length;
}
