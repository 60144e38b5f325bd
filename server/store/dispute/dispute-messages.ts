// Messages about disputes, encrypted and only ever added.
import type { DisputeMessage, MessageVisibility } from '../../domain/record/dispute-message.ts';
import type { DisputeKey } from '../../domain/record/dispute-record.ts';
import type { Actor } from '../../domain/record/trade.ts';
import type { Queryable, Transaction } from '../connection/database.ts';
import { insertRows, type RowColumn } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';

const messagePlace = ({ dispute_id, number }: Pick<DisputeMessage, 'dispute_id' | 'number'>) =>
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
  ];
  await insertRows(tx, 'dispute_messages', columns, messages);
}

type MessageRow = DisputeKey & {
  number: number;
  author_role: Actor['role'];
  author_id: string | null;
  visibility: MessageVisibility;
  content: Buffer;
  sent_at: number;
};

/** A message as it is shown; its text is null if it cannot be decrypted any more. */
export type ShownMessage = Omit<DisputeMessage, 'text'> & { text: string | null };

/** All messages, or only the shared ones, in their order. */
export async function readDisputeMessages(
  db: Queryable,
  cipher: Cipher,
  { merchant_id, dispute_id }: DisputeKey,
  only_shared: boolean,
): Promise<ShownMessage[]> {
  const rows = await db.query<MessageRow>(
    'read-dispute-messages',
    `select merchant_id, dispute_id, number, author_role, author_id, visibility, content, sent_at
     from dispute_messages where merchant_id = $1 and dispute_id = $2
       and (not $3 or visibility = 'shared')
     order by number`,
    [merchant_id, dispute_id, only_shared],
  );
  return rows.map(({ author_role, author_id, content, ...row }) => ({
    ...row,
    author: { role: author_role, id: author_id },
    text: cipher.tryOpen(content, messagePlace(row)),
  }));
}
