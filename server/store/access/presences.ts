// Who looks at what: one row per person and thing, which counts only until its time.
import type { PresenceSubject } from '../../domain/record/presence.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { openPersonName } from './people.ts';

export type Subject = { subject_type: PresenceSubject; subject_id: string };

export type Presence = { person_id: string; name: string; since_at: number };

/** Touches only the person's own row. Beyond `most` things at once, nothing new is written. */
export async function upsertPresence(
  db: Queryable,
  person_id: string,
  { subject_type, subject_id }: Subject,
  { now, life_ms, most }: { now: number; life_ms: number; most: number },
): Promise<void> {
  await db.query(
    'upsert-presence',
    `insert into presences (person_id, subject_type, subject_id, since_at, until_at)
     select $1::uuid, $2::text, $3::uuid, $4::timestamptz, $6::timestamptz
     where (select count(*) from presences where person_id = $1) < $5
       or exists (select from presences
         where person_id = $1 and subject_type = $2 and subject_id = $3)
     on conflict (person_id, subject_type, subject_id) do update
     set until_at = excluded.until_at, since_at = case
       when presences.until_at < excluded.since_at then excluded.since_at
       else presences.since_at end`,
    [person_id, subject_type, subject_id, timestamp(now), most, timestamp(now + life_ms)],
  );
}

export async function deletePresence(
  db: Queryable,
  person_id: string,
  { subject_type, subject_id }: Subject,
): Promise<void> {
  await db.query(
    'delete-presence',
    'delete from presences where person_id = $1 and subject_type = $2 and subject_id = $3',
    [person_id, subject_type, subject_id],
  );
}

/** Who looks at it now besides this person, the first one first. */
export async function readPresences(
  db: Queryable,
  cipher: Cipher,
  { subject_type, subject_id }: Subject,
  except: string | null,
): Promise<Presence[]> {
  const rows = await db.query<Omit<Presence, 'name'> & { name: Buffer }>(
    'read-presences',
    `select r.person_id, p.name, r.since_at from presences r join people p using (person_id)
     where r.subject_type = $1 and r.subject_id = $2 and r.until_at > statement_timestamp()
       and r.person_id is distinct from $3::uuid and p.state = 'active'
     order by r.since_at, r.person_id limit 20`,
    [subject_type, subject_id, except],
  );
  return rows.map((row) => ({ ...row, name: openPersonName(cipher, row) }));
}
