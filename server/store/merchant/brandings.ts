// The look of merchants' pages: one row per merchant that has set it; logos are stored apart.
import type { Branding, Logo, LogoType } from '../../domain/merchant/branding.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

export type MerchantBranding = { merchant_id: string; branding: Branding };

type BrandingRow = Omit<Branding, 'logo'> & {
  merchant_id: string;
  hash: string | null;
  content_type: LogoType | null;
  width: number | null;
  height: number | null;
};

function logoOf({ hash, content_type, width, height }: BrandingRow): Logo | null {
  if (hash === null || content_type === null || width === null || height === null) return null;
  return { hash, content_type, width, height };
}

function recordOf(row: BrandingRow): MerchantBranding {
  const { merchant_id, hash, content_type, width, height, ...said } = row;
  return { merchant_id, branding: { ...said, logo: logoOf(row) } };
}

const SELECT = `select b.merchant_id, b.display_name, b.note as footer, b.color, b.frame_ancestors,
    b.contact_email, b.contact_phone, b.contact_url,
    l.hash, l.content_type, l.width, l.height
  from brandings b left join logos l on l.merchant_id = b.merchant_id`;

/** All merchants' settings, without the bytes of the logos. */
export async function readBrandings(db: Queryable): Promise<MerchantBranding[]> {
  const rows = await db.query<BrandingRow>('read-brandings', SELECT, []);
  return rows.map(recordOf);
}

/** The present row, locked, so that the next change sees this one. Null if nothing was set yet. */
export async function lockBranding(tx: Queryable, merchant_id: string): Promise<Branding | null> {
  const rows = await tx.query<BrandingRow>(
    'lock-branding',
    `${SELECT} where b.merchant_id = $1 for update of b`,
    [merchant_id],
  );
  return rows[0] === undefined ? null : recordOf(rows[0]).branding;
}

/** Everything except the logo. */
export async function saveBranding(
  tx: Queryable,
  merchant_id: string,
  branding: Branding,
  now: number,
): Promise<void> {
  const { display_name, footer, color, frame_ancestors } = branding;
  const { contact_email, contact_phone, contact_url } = branding;
  await tx.query(
    'save-branding',
    `insert into brandings
       (merchant_id, display_name, note, color, frame_ancestors, changed_at,
        contact_email, contact_phone, contact_url)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (merchant_id) do update set display_name = excluded.display_name,
       note = excluded.note, color = excluded.color,
       frame_ancestors = excluded.frame_ancestors, changed_at = excluded.changed_at,
       contact_email = excluded.contact_email, contact_phone = excluded.contact_phone,
       contact_url = excluded.contact_url`,
    [
      merchant_id,
      display_name,
      footer,
      color,
      [...frame_ancestors],
      timestamp(now),
      contact_email,
      contact_phone,
      contact_url,
    ],
  );
}

export async function saveLogo(
  tx: Queryable,
  merchant_id: string,
  { hash, content_type, width, height, bytes }: Logo & { bytes: Uint8Array },
  now: number,
): Promise<void> {
  await tx.query(
    'save-logo',
    `insert into logos (merchant_id, hash, content_type, width, height, bytes, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (merchant_id) do update set hash = excluded.hash,
       content_type = excluded.content_type, width = excluded.width, height = excluded.height,
       bytes = excluded.bytes, changed_at = excluded.changed_at`,
    [merchant_id, hash, content_type, width, height, Buffer.from(bytes), timestamp(now)],
  );
}

export async function deleteLogo(tx: Queryable, merchant_id: string): Promise<void> {
  await tx.query('delete-logo', 'delete from logos where merchant_id = $1', [merchant_id]);
}

/** Null if another logo has replaced it meanwhile. */
export async function readLogo(
  db: Queryable,
  merchant_id: string,
  hash: string,
): Promise<Uint8Array | null> {
  const rows = await db.query<{ bytes: Buffer }>(
    'read-logo',
    'select bytes from logos where merchant_id = $1 and hash = $2',
    [merchant_id, hash],
  );
  return rows[0]?.bytes ?? null;
}
