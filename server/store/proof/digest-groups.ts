// Stores the digests of records beside the ledger, in groups that are chained by their hashes.
import type { DigestGroup, RecordStream } from '../../domain/proof/record-digest.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { RecordRun } from './record-sources.ts';

export type DigestHead = { group_number: bigint; hash: string };

export type StoredGroup = DigestGroup & DigestHead;

type GroupRow = {
  group_number: bigint;
  stream: RecordStream;
  book: string;
  after_number: bigint;
  to_number: bigint;
  digests: Buffer;
  hash: Buffer;
};

const COLUMNS = 'group_number, stream, book, after_number, to_number, digests, hash';

const groupOf = ({ hash, ...row }: GroupRow): StoredGroup => ({
  ...row,
  hash: hash.toString('hex'),
});

/** Null if there is no group yet. */
export async function readDigestHead(db: Queryable): Promise<DigestHead | null> {
  const [row] = await db.query<Pick<GroupRow, 'group_number' | 'hash'>>(
    'read-digest-head',
    'select group_number, hash from proof_digests order by group_number desc limit 1',
    [],
  );
  return row === undefined
    ? null
    : { group_number: row.group_number, hash: row.hash.toString('hex') };
}

/** In the order of their chain, after the given number. */
export async function readDigestGroups(
  db: Queryable,
  after: bigint,
  limit: number,
): Promise<StoredGroup[]> {
  const rows = await db.query<GroupRow>(
    'read-digest-groups',
    `select ${COLUMNS} from proof_digests where group_number > $1 order by group_number limit $2`,
    [after, limit],
  );
  return rows.map(groupOf);
}

/** The runs that are not recorded yet, one per book and stream. */
export async function readUnrecorded(db: Queryable): Promise<RecordRun[]> {
  return await db.query<RecordRun>(
    'read-unrecorded',
    `with heads as (
       select 'events' as stream, merchant_id as book, last_number from event_heads
       union all
       select 'entries', merchant_id, last_number from ledger_books
       union all
       select 'audit', '00000000-0000-0000-0000-000000000000'::uuid, last_number from audit_head
     )
     select h.stream, h.book, coalesce(d.to_number, 0)::bigint as after_number,
       h.last_number as to_number
     from heads h left join (
       select stream, book, max(to_number) as to_number from proof_digests group by 1, 2
     ) d using (stream, book)
     where h.last_number > coalesce(d.to_number, 0) order by h.stream, h.book`,
    [],
  );
}

/** False if another process has stored a group of this number. */
export async function insertDigestGroup(
  db: Queryable,
  group: StoredGroup,
  made_at: number,
): Promise<boolean> {
  const made = await db.query(
    'insert-digest-group',
    `insert into proof_digests (${COLUMNS}, made_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (group_number) do nothing returning 1 as made`,
    [
      group.group_number,
      group.stream,
      group.book,
      group.after_number,
      group.to_number,
      Buffer.from(group.digests),
      Buffer.from(group.hash, 'hex'),
      timestamp(made_at),
    ],
  );
  return made.length > 0;
}
