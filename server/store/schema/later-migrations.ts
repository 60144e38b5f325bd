// Whether a later release has migrated the database under this process, which goes on with it.
import type { Queryable } from '../connection/database.ts';
import { MIGRATIONS_FOLDER, readMigrations } from './migration-files.ts';
import { newestOf } from './recorded-migrations.ts';

export async function hasLaterMigrations(db: Queryable): Promise<boolean> {
  const known = await readMigrations(MIGRATIONS_FOLDER);
  const [row] = await db.query<{ is_later: boolean }>(
    'read-later-migrations',
    'select exists (select from schema_migrations where version > $1) as is_later',
    [newestOf(known)],
  );
  return row?.is_later === true;
}
