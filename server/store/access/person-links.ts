// Links by which a person sets a password or, in a sandbox, signs in: at most one per person, used
// once.
import type { LinkKind } from '../../domain/access/person-link.ts';
import type { Opening } from '../../domain/record/tie.ts';
import { saveTies } from '../approval/ties.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

export type PersonLink = {
  person_id: string;
  kind: LinkKind;
  /** SHA-256 in hexadecimal. */
  link_hash: string;
  created_by: string | null;
  created_at: number;
  expires_at: number;
};

/** Replaces the person's earlier link, which no longer works; the person's row is locked. */
export async function putPersonLink(
  tx: Queryable,
  link: PersonLink,
  opening: Opening,
): Promise<void> {
  await tx.query(
    'put-person-link',
    `insert into person_links (person_id, kind, link_hash, created_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (person_id) do update set kind = excluded.kind, link_hash = excluded.link_hash,
       created_by = excluded.created_by, created_at = excluded.created_at,
       expires_at = excluded.expires_at`,
    [
      link.person_id,
      link.kind,
      Buffer.from(link.link_hash, 'hex'),
      link.created_by,
      timestamp(link.created_at),
      timestamp(link.expires_at),
    ],
  );
  await saveTies(tx, link.person_id, opening);
}

export type OpenLink = Pick<PersonLink, 'person_id' | 'kind' | 'created_by'>;

/** What a link is used for: one kind of link does not do what another one is for. */
type Use = { link_hash: string; kinds: readonly LinkKind[] };

/** Null if the link is unknown, of another kind, was used, was replaced, or is too old. */
export async function selectPersonLink(
  db: Queryable,
  { link_hash, kinds }: Use,
): Promise<OpenLink | null> {
  const [row] = await db.query<OpenLink>(
    'select-person-link',
    `select person_id, kind, created_by from person_links
     where link_hash = $1 and kind = any($2) and expires_at > statement_timestamp()`,
    [Buffer.from(link_hash, 'hex'), kinds],
  );
  return row ?? null;
}

/** The same, and the link is used up: of two requests at once only one gets it. */
export async function usePersonLink(
  tx: Queryable,
  { link_hash, kinds }: Use,
): Promise<OpenLink | null> {
  const [row] = await tx.query<OpenLink>(
    'use-person-link',
    `delete from person_links
     where link_hash = $1 and kind = any($2) and expires_at > statement_timestamp()
     returning person_id, kind, created_by`,
    [Buffer.from(link_hash, 'hex'), kinds],
  );
  return row ?? null;
}

export async function dropPersonLink(tx: Queryable, person_id: string): Promise<void> {
  await tx.query('drop-person-link', 'delete from person_links where person_id = $1', [person_id]);
}

/** When the person's link expires; absent if there is none. */
export async function selectLinkEnds(
  db: Queryable,
  person_ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ person_id: string; expires_at: number }>(
    'select-link-ends',
    `select person_id, expires_at from person_links
     where person_id = any($1::uuid[]) and expires_at > statement_timestamp()`,
    [person_ids],
  );
  return new Map(rows.map(({ person_id, expires_at }) => [person_id, expires_at]));
}
