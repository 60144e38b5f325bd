// How far an interrupted check of all books has come: the last proof up to which everything was
// read, so that the next check goes on from there.
import { type Queryable, timestamp } from '../connection/database.ts';

export type VerifyPosition = {
  started_at: number;
  proof_number: bigint;
  entries: bigint;
  /** Only the service can make it: a row that somebody else wrote makes no check shorter. */
  seal: Buffer;
};

export async function readVerifyPosition(db: Queryable): Promise<VerifyPosition | null> {
  const [row] = await db.query<VerifyPosition>(
    'read-verify-position',
    'select started_at, proof_number, entries, seal from verify_positions',
    [],
  );
  return row ?? null;
}

export async function saveVerifyPosition(db: Queryable, position: VerifyPosition): Promise<void> {
  await db.query(
    'save-verify-position',
    `insert into verify_positions (only_row, started_at, proof_number, entries, seal)
     values (true, $1, $2, $3, $4)
     on conflict (only_row) do update set started_at = excluded.started_at,
       proof_number = excluded.proof_number, entries = excluded.entries, seal = excluded.seal`,
    [timestamp(position.started_at), position.proof_number, position.entries, position.seal],
  );
}

export async function removeVerifyPosition(db: Queryable): Promise<void> {
  await db.query('remove-verify-position', 'delete from verify_positions', []);
}
