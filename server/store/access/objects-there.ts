// Whether a database has what somebody names by its id alone: so a request finds the right one of
// several.
import type { Queryable } from '../connection/database.ts';

type Look = readonly [name: string, text: string];

/** Each finds any of the ids through the primary key. */
const ANY_OF = {
  bank_lines: [
    'find-bank-line',
    'select 1 as found from bank_lines where bank_line_id = any($1::uuid[]) limit 1',
  ],
  waiting_lines: [
    'find-waiting-line',
    'select 1 as found from waiting_lines where waiting_line_id = any($1::uuid[]) limit 1',
  ],
  line_rules: [
    'find-line-rule',
    'select 1 as found from line_rules where line_rule_id = any($1::uuid[]) limit 1',
  ],
  payout_batches: [
    'find-payout-batch',
    'select 1 as found from payout_batches where payout_batch_id = any($1::uuid[]) limit 1',
  ],
  approvals: [
    'find-proposal',
    'select 1 as found from proposals where proposal_id = any($1::uuid[]) limit 1',
  ],
  alerts: ['find-alert', 'select 1 as found from alerts where alert_id = any($1::uuid[]) limit 1'],
} as const satisfies Readonly<Record<string, Look>>;

export type ObjectKind = keyof typeof ANY_OF;

export const OBJECT_KINDS = Object.keys(ANY_OF) as ObjectKind[];

/** Whether any of them is there. */
export async function hasAnyObject(
  db: Queryable,
  kind: ObjectKind,
  ids: readonly string[],
): Promise<boolean> {
  const [name, text] = ANY_OF[kind];
  const rows = await db.query(name, text, [ids]);
  return rows.length > 0;
}
