// Everybody and everything that has access now, page by page in the order of their ids. No column
// with a secret or its hash is read.
import type { Person } from '../../domain/access/person.ts';
import type { OperatorRole, RightScope } from '../../domain/access/roles.ts';
import type { Scope } from '../../domain/service/api-token.ts';
import type { ServiceMode } from '../../domain/service/service-mode.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { openPerson, openPersonName, PERSON_COLUMNS, type PersonRow } from './people.ts';
import { STILL_OPEN } from './sessions.ts';

export type ReviewedPerson = Person & {
  /** Ids of people; `nobody`: a token that belongs to nobody. */
  tied_to: string[];
  open_sessions: number;
  /** As the audit trail has it; null: never. */
  last_sign_in_at: number | null;
};

/** All but the disabled. */
export async function selectReviewedPeople(
  db: Queryable,
  cipher: Cipher,
  { after, limit }: { after: string | null; limit: number },
): Promise<ReviewedPerson[]> {
  const rows = await db.query<Omit<ReviewedPerson, 'name' | 'email'> & PersonRow>(
    'select-reviewed-people',
    `select ${PERSON_COLUMNS},
       (select count(*)::int from sessions s
        where s.person_id = people.person_id and ${STILL_OPEN}) as open_sessions,
       array(select distinct case when t.person_id = people.person_id
               then coalesce(t.tied_to::text, 'nobody') else t.person_id::text end
             from person_ties t
             where t.ended_at is null
               and (t.person_id = people.person_id or t.tied_to = people.person_id)
             order by 1) as tied_to,
       (select e.at from audit_entries e
        where e.actor_id = people.person_id::text and e.action = 'signed_in'
        order by e.number desc limit 1) as last_sign_in_at
     from people
     where state <> 'disabled' and ($1::uuid is null or person_id > $1)
     order by person_id limit $2`,
    [after, limit],
  );
  return rows.map((row) => ({ ...row, ...openPerson(cipher, row) }));
}

export type ReviewedToken = {
  operator_token_id: string;
  name: string;
  role: OperatorRole;
  scopes: RightScope[] | null;
  merchant_id: string | null;
  is_own: boolean;
  allowed_ips: string[];
  receiving_account_ids: string[];
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  person_id: string | null;
  person_name: string | null;
};

type Asked = { after: string | null; limit: number; now: number; mode: ServiceMode };

/** Tokens of people, of programs and of feeds that are accepted. */
export async function selectReviewedTokens(
  db: Queryable,
  cipher: Cipher,
  { after, limit, now, mode }: Asked,
): Promise<ReviewedToken[]> {
  const rows = await db.query<Omit<ReviewedToken, 'person_name'> & { person_name: Buffer | null }>(
    'select-reviewed-tokens',
    `select t.operator_token_id, t.name, t.role, t.scopes, t.merchant_id, t.is_own, t.allowed_ips,
       t.receiving_account_ids, t.created_at, t.expires_at, t.last_used_at, t.person_id,
       p.name as person_name
     from operator_tokens t left join people p on p.person_id = t.person_id
     where t.revoked_at is null and (t.expires_at is null or t.expires_at > $1)
       and t.service_mode = $2 and (t.person_id is null or p.state = 'active')
       and ($3::uuid is null or t.operator_token_id > $3)
     order by t.operator_token_id limit $4`,
    [timestamp(now), mode, after, limit],
  );
  return rows.map(({ person_name: name, ...row }) => {
    const { person_id } = row;
    const is_owned = person_id !== null && name !== null;
    return { ...row, person_name: is_owned ? openPersonName(cipher, { person_id, name }) : null };
  });
}

export type ReviewedApiToken = {
  merchant_id: string;
  token_id: string;
  scopes: Scope[];
  allowed_ips: string[];
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
};

/** Tokens of merchants that are accepted. */
export async function selectReviewedApiTokens(
  db: Queryable,
  { after, limit, now, mode }: Asked,
): Promise<ReviewedApiToken[]> {
  return await db.query<ReviewedApiToken>(
    'select-reviewed-api-tokens',
    `select merchant_id, token_id, scopes, allowed_ips, created_at, expires_at, last_used_at
     from api_tokens
     where revoked_at is null and (expires_at is null or expires_at > $1) and service_mode = $2
       and ($3::uuid is null or token_id > $3)
     order by token_id limit $4`,
    [timestamp(now), mode, after, limit],
  );
}
