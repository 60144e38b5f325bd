// How many disputes wait, for the lists of operators: each number stops at a limit.
import { COUNTED_MOST } from '../../domain/alert/attention-kinds.ts';
import type { Queryable } from '../connection/database.ts';

/** At most one more than COUNTED_MOST each. */
export type DisputeCounts = {
  open: number;
  overdue: number;
  mine: number;
  waiting_for_merchant: number;
  decided: number;
};

/** Only rows that are not closed, of which there are few: their index has no others. */
const counted = (condition: string) =>
  `(select count(*)::int from (
     select 1 from disputes d where d.closed_at is null
       and ($1::uuid is null or d.merchant_id = $1) and ${condition} limit ${COUNTED_MOST + 1}
   ) c)`;

/** `mine`: those that this person or token looks after. */
export async function readDisputeCounts(
  db: Queryable,
  merchant_id: string | null,
  mine: string | null,
): Promise<DisputeCounts> {
  const [row] = await db.query<DisputeCounts>(
    'count-disputes',
    `select ${counted('true')} as open,
       ${counted('d.overdue_at is not null')} as overdue,
       ${counted('d.assigned_to = $2')} as mine,
       ${counted(`d.state = 'waiting_for_merchant'`)} as waiting_for_merchant,
       ${counted(`d.state = 'decided'`)} as decided`,
    [merchant_id, mine],
  );
  if (row === undefined) throw new Error('counting disputes has no answer');
  return row;
}
