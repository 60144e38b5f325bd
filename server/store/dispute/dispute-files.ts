// Files of disputes: encrypted, written before the message that they come with, and removed by a
// person or by their age.
import type { MessageVisibility } from '../../domain/record/dispute-message.ts';
import type { PictureType } from '../../lib/picture/picture-content.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';

export type DisputeFileKey = { merchant_id: string; file_id: string };

const UNSENT = `not exists (
  select from dispute_messages m where m.merchant_id = f.merchant_id and m.file_id = f.file_id)`;

const placeOf = (file_id: string) => `dispute_files/content/${file_id}`;

type NewFile = DisputeFileKey & { dispute_id: string; given_at: number; content: Uint8Array };

/** `sent`: the same file came with a message before. */
export async function keepDisputeFile(
  db: Queryable,
  cipher: Cipher,
  { merchant_id, file_id, dispute_id, given_at, content }: NewFile,
): Promise<'kept' | 'sent'> {
  await db.query(
    'keep-dispute-file',
    `insert into dispute_files (merchant_id, file_id, dispute_id, content, given_at)
     values ($1, $2, $3, $4, $5) on conflict (merchant_id, file_id) do nothing`,
    [
      merchant_id,
      file_id,
      dispute_id,
      cipher.sealBytes(content, placeOf(file_id)),
      timestamp(given_at),
    ],
  );
  const rows = await db.query(
    'is-dispute-file-sent',
    'select 1 as sent from dispute_messages where merchant_id = $1 and file_id = $2',
    [merchant_id, file_id],
  );
  return rows.length > 0 ? 'sent' : 'kept';
}

/** Whatever was not sent after all. */
export async function deleteUnsentFile(
  db: Queryable,
  { merchant_id, file_id }: DisputeFileKey,
): Promise<void> {
  await db.query(
    'delete-unsent-dispute-file',
    `delete from dispute_files f where f.merchant_id = $1 and f.file_id = $2 and ${UNSENT}`,
    [merchant_id, file_id],
  );
}

export type FileOfMessage = {
  dispute_id: string;
  visibility: MessageVisibility;
  file_type: PictureType;
};

/** The message that a file came with. */
export async function readSentFile(
  db: Queryable,
  { merchant_id, file_id }: DisputeFileKey,
): Promise<FileOfMessage | null> {
  const rows = await db.query<FileOfMessage>(
    'read-sent-file',
    `select dispute_id, visibility, file_type from dispute_messages
     where merchant_id = $1 and file_id = $2 order by number limit 1`,
    [merchant_id, file_id],
  );
  return rows[0] ?? null;
}

/** Null if it was removed. */
export async function readDisputeFile(
  db: Queryable,
  cipher: Cipher,
  { merchant_id, file_id }: DisputeFileKey,
): Promise<Uint8Array | null> {
  const [row] = await db.query<{ content: Buffer | null }>(
    'read-dispute-file',
    'select content from dispute_files where merchant_id = $1 and file_id = $2',
    [merchant_id, file_id],
  );
  const sealed = row?.content ?? null;
  return sealed === null ? null : cipher.openBytes(sealed, placeOf(file_id));
}

/** The message that it came with remains. False if the file is gone already. */
export async function deleteDisputeContent(
  tx: Queryable,
  { merchant_id, file_id }: DisputeFileKey,
  at: number,
): Promise<boolean> {
  const rows = await tx.query(
    'remove-dispute-file',
    `update dispute_files set content = null, removed_at = $3
     where merchant_id = $1 and file_id = $2 and removed_at is null returning 1 as removed`,
    [merchant_id, file_id, timestamp(at)],
  );
  return rows.length > 0;
}

/** Files given before a moment, oldest first; returns how many. */
export async function removeOldDisputeFiles(
  tx: Queryable,
  given_before: number,
  at: number,
  most: number,
): Promise<number> {
  const rows = await tx.query(
    'remove-old-dispute-files',
    `with old as (
       select merchant_id, file_id from dispute_files
       where removed_at is null and given_at < $1 order by given_at limit $3
       for update skip locked
     )
     update dispute_files f set content = null, removed_at = $2 from old
     where f.merchant_id = old.merchant_id and f.file_id = old.file_id
     returning 1 as removed`,
    [timestamp(given_before), timestamp(at), most],
  );
  return rows.length;
}

/**
 * Those whose message was never written because the process ended. Only files of one day are looked
 * at: one that is left over after all is removed by its age.
 */
export async function deleteUnsentFiles(
  tx: Queryable,
  given_after: number,
  given_before: number,
): Promise<number> {
  const rows = await tx.query(
    'delete-unsent-dispute-files',
    `with old as (
       select merchant_id, file_id from dispute_files f
       where removed_at is null and given_at > $1 and given_at < $2 and ${UNSENT}
       for update skip locked
     )
     delete from dispute_files f using old
     where f.merchant_id = old.merchant_id and f.file_id = old.file_id
     returning 1 as deleted`,
    [timestamp(given_after), timestamp(given_before)],
  );
  return rows.length;
}
