// Saved views: addresses of the console under a name, with the columns of their list. What people
// have written is encrypted.
import type { SavedView, ViewReader } from '../../domain/saved-view/saved-view.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';

type Content = Pick<SavedView, 'name' | 'address' | 'columns'>;
type Row = Omit<SavedView, keyof Content> & { content: Buffer };

const placeOf = (id: string) => `saved_views/content/${id}`;

/** One that cannot be decrypted leads to the start, under a name that says so. */
function viewOf(cipher: Cipher, { content, ...row }: Row): SavedView {
  const opened = cipher.tryOpen(content, placeOf(row.saved_view_id));
  if (opened === null) {
    return { ...row, name: '(cannot be decrypted)', address: '/', columns: null };
  }
  const { name, address, columns } = JSON.parse(opened) as Content;
  return { ...row, name, address, columns };
}

const COLUMNS = 'saved_view_id, owner_id, merchant_id, content, is_shared, created_at';

/** Their own, and what their colleagues share. */
export async function selectViews(
  db: Queryable,
  cipher: Cipher,
  { owner_id, merchant_id }: ViewReader,
): Promise<SavedView[]> {
  const rows = await db.query<Row>(
    'select-saved-views',
    `select ${COLUMNS} from saved_views
     where owner_id = $1 or (is_shared and merchant_id is not distinct from $2::uuid)
     order by saved_view_id`,
    [owner_id, merchant_id],
  );
  return rows.map((row) => viewOf(cipher, row));
}

export async function selectOwnViews(
  db: Queryable,
  cipher: Cipher,
  owner_id: string,
): Promise<SavedView[]> {
  const rows = await db.query<Row>(
    'select-own-saved-views',
    `select ${COLUMNS} from saved_views where owner_id = $1 order by saved_view_id`,
    [owner_id],
  );
  return rows.map((row) => viewOf(cipher, row));
}

export async function lockView(
  tx: Queryable,
  cipher: Cipher,
  id: string,
): Promise<SavedView | null> {
  const rows = await tx.query<Row>(
    'lock-saved-view',
    `select ${COLUMNS} from saved_views where saved_view_id = $1 for update`,
    [id],
  );
  return rows.map((row) => viewOf(cipher, row))[0] ?? null;
}

export async function saveView(tx: Queryable, cipher: Cipher, view: SavedView): Promise<void> {
  const { saved_view_id, name, address, columns } = view;
  await tx.query(
    'save-saved-view',
    `insert into saved_views (${COLUMNS}) values ($1, $2, $3, $4, $5, $6)
     on conflict (saved_view_id) do update set content = excluded.content,
       is_shared = excluded.is_shared`,
    [
      saved_view_id,
      view.owner_id,
      view.merchant_id,
      cipher.seal(JSON.stringify({ name, address, columns }), placeOf(saved_view_id)),
      view.is_shared,
      timestamp(view.created_at),
    ],
  );
}

export async function deleteView(tx: Queryable, id: string): Promise<void> {
  await tx.query('delete-saved-view', 'delete from saved_views where saved_view_id = $1', [id]);
}
