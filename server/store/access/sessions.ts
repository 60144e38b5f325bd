// The sessions of people. Times come from the database's clock, so that every process agrees on
// when a session ends.
import type { Person } from '../../domain/access/person.ts';
import { SESSION_LIFE, type Session, type SessionStage } from '../../domain/access/session.ts';
import type { Queryable } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { openText, sealText } from '../encryption/sealed-text.ts';

const COLUMNS = `s.session_id, s.person_id, s.stage, s.created_at, s.last_seen_at, s.confirmed_at,
  s.expires_at, s.revoked_at, s.address, s.user_agent`;

export type NewSession = {
  session_id: string;
  person_id: string;
  /** SHA-256 in hexadecimal. */
  session_hash: string;
  stage: SessionStage;
  address: string;
  user_agent: string;
};

const addressPlace = (id: string) => `sessions/address/${id}`;
const agentPlace = (id: string) => `sessions/user_agent/${id}`;

/** From where somebody works, and with what, is encrypted; empty if it cannot be decrypted. */
const opened = <Row extends Session>(cipher: Cipher, row: Row): Row => ({
  ...row,
  address: openText(cipher, row.address, addressPlace(row.session_id)) ?? '',
  user_agent: openText(cipher, row.user_agent, agentPlace(row.session_id)) ?? '',
});

export async function insertSession(
  tx: Queryable,
  cipher: Cipher,
  session: NewSession,
): Promise<void> {
  const { stage } = session;
  await tx.query(
    'insert-session',
    `insert into sessions (session_id, person_id, session_hash, stage, created_at, last_seen_at,
       confirmed_at, expires_at, address, user_agent)
     select $1::uuid, $2::uuid, $3::bytea, $4::text, n.now, n.now,
       case when $4::text = 'open' then n.now end,
       n.now + $5 * interval '1 millisecond', $6::text, $7::text
     from (select statement_timestamp() as now) n`,
    [
      session.session_id,
      session.person_id,
      Buffer.from(session.session_hash, 'hex'),
      stage,
      SESSION_LIFE[stage].most_ms,
      sealText(cipher, session.address, addressPlace(session.session_id)),
      sealText(cipher, session.user_agent, agentPlace(session.session_id)),
    ],
  );
}

/** A session with its person as they are now, and the database's time. */
export type FoundSession = Session &
  Pick<Person, 'role' | 'merchant_id'> & {
    name: Buffer;
    is_active: boolean;
    now: number;
  };

/** By the hash of its cookie; also one that has ended. */
export async function selectSession(
  db: Queryable,
  cipher: Cipher,
  session_hash: string,
): Promise<FoundSession | null> {
  const [row] = await db.query<FoundSession>(
    'select-session',
    `select ${COLUMNS}, p.role, p.merchant_id, p.name, p.state = 'active' as is_active,
       statement_timestamp() as now
     from sessions s join people p on p.person_id = s.person_id where s.session_hash = $1`,
    [Buffer.from(session_hash, 'hex')],
  );
  return row === undefined ? null : opened(cipher, row);
}

export async function markSessionSeen(db: Queryable, session_id: string): Promise<void> {
  await db.query(
    'mark-session-seen',
    `update sessions set last_seen_at = greatest(last_seen_at, statement_timestamp())
     where session_id = $1 and revoked_at is null`,
    [session_id],
  );
}

export const STILL_OPEN = `s.revoked_at is null and s.expires_at > statement_timestamp()
  and s.stage = 'open' and s.last_seen_at > statement_timestamp() - interval '15 minutes'`;

/** Open ones, newest first; of everybody if no person is named. */
export async function selectSessions(
  db: Queryable,
  cipher: Cipher,
  { person_id, before, limit }: { person_id: string | null; before: string | null; limit: number },
): Promise<Session[]> {
  const rows = await db.query<Session>(
    'list-sessions',
    `select ${COLUMNS} from sessions s
     where ${STILL_OPEN} and ($1::uuid is null or s.person_id = $1)
       and ($2::uuid is null or s.session_id < $2)
     order by s.session_id desc limit $3`,
    [person_id, before, limit],
  );
  return rows.map((row) => opened(cipher, row));
}

/** Null if there is no such open session; with a person, only if it is theirs. */
export async function revokeSession(
  tx: Queryable,
  session_id: string,
  person_id: string | null,
): Promise<{ person_id: string } | null> {
  const [row] = await tx.query<{ person_id: string }>(
    'revoke-session',
    `update sessions set revoked_at = statement_timestamp()
     where session_id = $1 and ($2::uuid is null or person_id = $2) and revoked_at is null
     returning person_id`,
    [session_id, person_id],
  );
  return row ?? null;
}

/** Returns how many; `except` is the session that stays. */
export async function revokeSessionsOf(
  tx: Queryable,
  person_id: string,
  except: string | null = null,
): Promise<number> {
  const rows = await tx.query(
    'revoke-sessions-of-person',
    `update sessions s set revoked_at = statement_timestamp()
     from (
       select session_id from sessions
       where person_id = $1 and revoked_at is null and ($2::uuid is null or session_id <> $2)
       order by session_id for update
     ) as found
     where s.session_id = found.session_id returning 1 as revoked`,
    [person_id, except],
  );
  return rows.length;
}
