// The recipients of alerts: their addresses and secrets are encrypted.

import type { AlertRecipient } from '../../domain/alert-setting/alert-recipient.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { openText, sealText } from '../encryption/sealed-text.ts';

type Row = Omit<AlertRecipient, 'secret' | 'previous_secret'> & {
  address: string;
  secret: Buffer | null;
  previous_secret: Buffer | null;
};

const addressPlace = (id: string) => `alert_recipients/address/${id}`;
const secretPlace = (id: string) => `alert_recipients/secret/${id}`;

function recipientOf(cipher: Cipher, row: Row): AlertRecipient {
  const id = row.alert_recipient_id;
  const opened = (sealed: Buffer | null) =>
    sealed === null ? null : cipher.tryOpen(sealed, secretPlace(id));
  return {
    ...row,
    address: openText(cipher, row.address, addressPlace(id)),
    secret: opened(row.secret),
    previous_secret: opened(row.previous_secret),
  };
}

const SELECT = `select alert_recipient_id, channel, name, address, secret, previous_secret,
  previous_secret_until, min_severity, kinds, enabled, created_at, failing_since, last_problem,
  last_delivered_at, merchant_id from alert_recipients`;

/** In the order in which they were made; there are few. */
export async function readRecipients(db: Queryable, cipher: Cipher): Promise<AlertRecipient[]> {
  const rows = await db.query<Row>(
    'read-alert-recipients',
    `${SELECT} order by alert_recipient_id`,
    [],
  );
  return rows.map((row) => recipientOf(cipher, row));
}

export async function lockRecipient(
  tx: Queryable,
  cipher: Cipher,
  id: string,
): Promise<AlertRecipient | null> {
  const rows = await tx.query<Row>(
    'lock-alert-recipient',
    `${SELECT} where alert_recipient_id = $1 for update`,
    [id],
  );
  return rows.map((row) => recipientOf(cipher, row))[0] ?? null;
}

/** What deliveries write (how the last one went) is left alone. */
export async function saveRecipient(
  tx: Queryable,
  cipher: Cipher,
  recipient: AlertRecipient,
): Promise<void> {
  const id = recipient.alert_recipient_id;
  const sealed = (secret: string | null) =>
    secret === null ? null : cipher.seal(secret, secretPlace(id));
  await tx.query(
    'save-alert-recipient',
    `insert into alert_recipients (alert_recipient_id, channel, name, address, secret,
       previous_secret, previous_secret_until, min_severity, kinds, enabled, created_at,
       merchant_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (alert_recipient_id) do update set name = excluded.name,
       address = excluded.address, secret = excluded.secret,
       previous_secret = excluded.previous_secret,
       previous_secret_until = excluded.previous_secret_until,
       min_severity = excluded.min_severity, kinds = excluded.kinds, enabled = excluded.enabled`,
    [
      id,
      recipient.channel,
      recipient.name,
      sealText(cipher, recipient.address, addressPlace(id)),
      sealed(recipient.secret),
      sealed(recipient.previous_secret),
      timestamp(recipient.previous_secret_until),
      recipient.min_severity,
      recipient.kinds,
      recipient.enabled,
      timestamp(recipient.created_at),
      recipient.merchant_id,
    ],
  );
}

/** With the notices on their way to it. */
export async function deleteRecipient(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    'delete-recipient-notices',
    `delete from alert_notices n using (
       select alert_notice_id from alert_notices where alert_recipient_id = $1
       order by alert_notice_id for update
     ) as held where n.alert_notice_id = held.alert_notice_id`,
    [id],
  );
  await tx.query(
    'delete-alert-recipient',
    'delete from alert_recipients where alert_recipient_id = $1',
    [id],
  );
}
