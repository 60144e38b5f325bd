// Ties between people: written in the transaction that opens a way to sign in, ended by a third.
import { randomUUID } from 'node:crypto';
import { type Opening, SIGN_IN_WAYS, type SignInWay, type Tie } from '../../domain/record/tie.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

/**
 * Ties whoever opens the way to the person. A tie that is there already stays as it is. The row of
 * the person is locked, so that nobody ends a tie while it is made again.
 */
export async function saveTies(
  tx: Queryable,
  person_id: string,
  { way, makers }: Opening,
): Promise<void> {
  if (!SIGN_IN_WAYS[way].tied) return;
  if (makers.length === 0) throw new Error(`The way ${way} was opened by nobody`);
  await tx.query(
    'save-ties',
    `insert into person_ties (tie_id, person_id, tied_to, way, made_at)
     select made.id, $1, made.maker, $3, statement_timestamp()
     from unnest($4::uuid[], $2::uuid[]) as made(id, maker)
     on conflict (person_id, tied_to) where ended_at is null do nothing`,
    [person_id, makers, way, makers.map(() => randomUUID())],
  );
}

/** All ties in force. */
export async function readTies(db: Queryable): Promise<Tie[]> {
  return await db.query<Tie>(
    'read-ties',
    'select person_id, tied_to from person_ties where ended_at is null',
    [],
  );
}

export type StoredTie = Tie & { way: SignInWay; made_at: number };

/** The ties in force of one person, in both directions, oldest first. */
export async function selectTiesOf(db: Queryable, person_id: string): Promise<StoredTie[]> {
  return await db.query<StoredTie>(
    'select-ties-of',
    `select person_id, tied_to, way, made_at from person_ties
     where ended_at is null and (person_id = $1 or tied_to = $1) order by made_at, tie_id`,
    [person_id],
  );
}

/** Ends the ties between two, in both directions; returns how many there were. */
export async function endTies(
  tx: Queryable,
  { person_id, other }: { person_id: string; other: string | null },
  { by, at }: { by: string; at: number },
): Promise<number> {
  const rows = await tx.query(
    'end-ties',
    `update person_ties set ended_at = $3, ended_by = $4
     where ended_at is null and ((person_id = $1 and tied_to is not distinct from $2::uuid)
       or (person_id = $2::uuid and tied_to = $1)) returning 1 as ended`,
    [person_id, other, timestamp(at), by],
  );
  return rows.length;
}
