// Messages about disputes, encrypted and only ever added.
import {
  type DisputeMessage,
  MESSAGE_VISIBILITIES,
  type MessageFile,
  type MessageVisibility,
} from '../../domain/record/dispute-message.ts';
import type { DisputeKey } from '../../domain/record/dispute-record.ts';
import type { Actor } from '../../domain/record/origin.ts';
import type { PictureType } from '../../lib/picture/picture-content.ts';
import type { Queryable, Transaction } from '../connection/database.ts';
import { insertRows, plainArray, type RowColumn } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { isErased } from '../encryption/erased-bytes.ts';

export const messagePlace = ({
  dispute_id,
  number,
}: Pick<DisputeMessage, 'dispute_id' | 'number'>) =>
  `dispute_messages/content/${dispute_id}/${number}`;

export async function insertDisputeMessages(
  tx: Transaction,
  cipher: Cipher,
  messages: readonly DisputeMessage[],
): Promise<void> {
  const columns: RowColumn<DisputeMessage>[] = [
    { name: 'merchant_id', value: (m) => m.merchant_id },
    { name: 'dispute_id', value: (m) => m.dispute_id },
    { name: 'number', value: (m) => m.number },
    { name: 'author_role', value: (m) => m.author.role },
    { name: 'author_id', value: (m) => m.author.id },
    { name: 'visibility', value: (m) => m.visibility },
    { name: 'content', value: (m) => cipher.seal(m.text, messagePlace(m)) },
    { name: 'sent_at', value: (m) => m.sent_at },
    { name: 'file_id', value: (m) => m.file?.file_id ?? null },
    { name: 'file_type', value: (m) => m.file?.file_type ?? null },
    { name: 'file_bytes', value: (m) => m.file?.size_bytes ?? null },
  ];
  await insertRows(tx, 'dispute_messages', columns, messages);
}

type FileColumns = {
  file_id: string | null;
  file_type: PictureType | null;
  file_bytes: number | null;
  removed_at: number | null;
};

function fileOfRow({ file_id, file_type, file_bytes, removed_at }: FileColumns) {
  if (file_id === null || file_type === null || file_bytes === null) return null;
  return { file_id, file_type, size_bytes: file_bytes, removed_at };
}

type MessageRow = FileColumns &
  DisputeKey & {
    number: number;
    author_role: Actor['role'];
    author_id: string | null;
    visibility: MessageVisibility;
    content: Buffer;
    sent_at: number;
  };

/** A message as it is shown; its text is null if it was erased, or cannot be decrypted any more. */
export type ShownMessage = Omit<DisputeMessage, 'text' | 'file'> & {
  text: string | null;
  is_erased: boolean;
  file: (MessageFile & { removed_at: number | null }) | null;
};

/** In their order; only those with these visibilities, or all. */
export async function readDisputeMessages(
  db: Queryable,
  cipher: Cipher,
  { merchant_id, dispute_id }: DisputeKey,
  seen: readonly MessageVisibility[] = MESSAGE_VISIBILITIES,
): Promise<ShownMessage[]> {
  const rows = await db.query<MessageRow>(
    'read-dispute-messages',
    `select m.merchant_id, m.dispute_id, m.number, m.author_role, m.author_id, m.visibility,
       m.content, m.sent_at, m.file_id, m.file_type, m.file_bytes, f.removed_at
     from dispute_messages m left join dispute_files f
       on f.merchant_id = m.merchant_id and f.file_id = m.file_id
     where m.merchant_id = $1 and m.dispute_id = $2 and m.visibility = any($3::text[])
     order by m.number`,
    [merchant_id, dispute_id, plainArray(seen)],
  );
  return rows.map(({ author_role, author_id, content, ...row }) => ({
    ...{ merchant_id, dispute_id, number: row.number, visibility: row.visibility },
    sent_at: row.sent_at,
    file: fileOfRow(row),
    author: { role: author_role, id: author_id },
    text: cipher.tryOpen(content, messagePlace(row)),
    is_erased: isErased(content),
  }));
}
