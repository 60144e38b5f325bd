// Sets the bands of every act at once, past the rule that this needs two people.
import { APPROVAL_ACTS } from '../../server/domain/record/proposal.ts';
import type { Queryable } from '../../server/store/connection/database.ts';

/** From now on every act needs two people (or none of them). Processes see it within a second. */
export async function setBandsOfAll(db: Queryable, from_cents: 0 | null): Promise<void> {
  await db.query('', 'delete from approval_bands', []);
  for (const act of APPROVAL_ACTS) {
    const text = `insert into approval_bands (act, currency, from_cents, changed_at)
      values ($1, '*', $2, now())`;
    await db.query('', text, [act, from_cents]);
  }
  await db.query('', 'update settings_versions set version = version + 1', []);
}
