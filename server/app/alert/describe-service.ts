// Describes the service to its operators: its release, its mode, its database and its disk.
import { readDatabaseFacts } from '../../store/schema/service-database.ts';
import { readOnePerson } from '../approval/one-person.ts';
import type { App } from '../process/app.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { RELEASE } from './release.ts';

export async function describeService(app: App) {
  const { mode, public_url, store, readDisk } = app;
  const [database, disk] = await Promise.all([readDatabaseFacts(store.db), readDisk()]);
  const one_person = await readOnePerson(app);
  const { copy } = await app.settings.current();
  const { now, last_archived_at, last_archive_failed_at, ...facts } = database;
  return {
    version: RELEASE,
    mode,
    public_url,
    at: iso(now),
    database: {
      ...facts,
      last_archived_at: isoOrNull(last_archived_at),
      last_archive_failed_at: isoOrNull(last_archive_failed_at),
    },
    disk,
    one_person: one_person?.text ?? null,
    copy: copy?.text ?? null,
  };
}

export type ServiceBody = Awaited<ReturnType<typeof describeService>>;
