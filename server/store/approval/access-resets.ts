// Accesses that were set anew lately, as the audit trail has them: nobody can take them out of it.
import { type AccessReset, RESET_ACTIONS } from '../../domain/record/access-reset.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { oneOf } from '../connection/word-list.ts';

/** Invitations are the first access of a person, and made on the machine by whoever rules it. */
export async function readAccessResets(db: Queryable, since: number): Promise<AccessReset[]> {
  return await db.query<AccessReset>(
    'read-access-resets',
    `select r.person_id, p.person_id as made_by_person
     from (
       select split_part(target, '/', 2) as person_id,
         case action when 'factors_reset' then actor_id else detail ->> 'made_by' end as made_by
       from audit_entries
       where action in ${oneOf(RESET_ACTIONS)} and at > $1
         and (action = 'factors_reset' or detail ->> 'kind' = 'password_reset')
     ) as r
     left join people as p on p.person_id::text = r.made_by
     where r.made_by is not null`,
    [timestamp(since)],
  );
}
