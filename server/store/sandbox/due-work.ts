// Counts what comes due when the sandbox's clock is advanced.
import { TIMED_PAYIN_STATES } from '../../domain/record/state-sets.ts';
import { SANDBOX_WORK, type SandboxWork } from '../../domain/sandbox/sandbox-clock.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { oneOf } from '../connection/word-list.ts';

/** By work: its rows, and the column that says when they are due. */
const WORK: Readonly<Record<SandboxWork, { from: string; due_at: string }>> = {
  payins: {
    from: `trades where direction = 'payin' and state in ${oneOf(TIMED_PAYIN_STATES)}`,
    due_at: 'expires_at',
  },
  holds: { from: 'holds where released_at is null and not suspended', due_at: 'release_at' },
  proposals: { from: `proposals where state = 'waiting'`, due_at: 'expires_at' },
  disputes: { from: 'disputes where closed_at is null', due_at: 'deadline_at' },
  callbacks: { from: `deliveries where status = 'waiting' and is_next`, due_at: 'due_at' },
  endpoint_probes: {
    from: 'callback_endpoint_health where failing_since is not null',
    due_at: 'next_probe_at',
  },
  bank_answers: { from: 'sandbox_answers where true', due_at: 'due_at' },
};

const COUNTS = SANDBOX_WORK.map((work) => {
  const { from, due_at } = WORK[work];
  const is_due = `${due_at} > $1 and ${due_at} <= $2`;
  return `(select count(*) from ${from} and ${is_due})::integer as ${work}`;
}).join(',\n       ');

/** After one moment, up to another. */
export async function countDueWork(
  db: Queryable,
  after: number,
  upto: number,
): Promise<Record<SandboxWork, number>> {
  const [counts] = await db.query<Record<SandboxWork, number>>(
    'count-due-work',
    `select ${COUNTS}`,
    [timestamp(after), timestamp(upto)],
  );
  if (counts === undefined) throw new Error('The query for what is due returned no row');
  return counts;
}
