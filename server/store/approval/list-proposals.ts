// Lists of proposals, newest first, and the number of those that wait.
import type { ApprovalAct, Identity, ProposalState } from '../../domain/record/proposal.ts';
import type { Queryable } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { type ProposalRecord, readProposalRows } from './proposals.ts';

export type ProposalFilter = {
  state: ProposalState | null;
  act: ApprovalAct | null;
  merchant_id: string | null;
  maker: Identity | null;
  not_maker: Identity | null;
  /** True: only those that no longer wait. */
  decided: boolean | null;
  before: string | null;
  limit: number;
};

/** `$` is the value. */
const CONDITIONS = {
  state: 'state = $',
  act: 'act = $',
  merchant_id: 'merchant_id = $::uuid',
  maker: 'maker_key = $',
  not_maker: 'maker_key <> $',
  decided: `$::boolean = (state <> 'waiting')`,
  before: 'proposal_id < $::uuid',
} as const;

const NAMES = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];

/** The statement has only the filters that are given, and those that wait have their own index. */
export async function selectProposals(
  db: Queryable,
  cipher: Cipher,
  filter: ProposalFilter,
): Promise<ProposalRecord[]> {
  const names = NAMES.filter((name) => filter[name] !== null);
  const is_waiting = filter.state === 'waiting';
  const conditions = names.map((name, index) =>
    name === 'state' && is_waiting
      ? `(state = 'waiting' and $${index + 2} = 'waiting')`
      : CONDITIONS[name].replaceAll('$', () => `$${index + 2}`),
  );
  return await readProposalRows(db, cipher, {
    name: ['list-proposals', ...names, ...(is_waiting ? ['open'] : [])].join('-'),
    rest: `where ${['true', ...conditions].join(' and ')} order by proposal_id desc limit $1`,
    values: [filter.limit, ...names.map((name) => filter[name])],
  });
}

export type WaitingCounts = { waiting_count: number; waiting_for_you_count: number };

/** Counts no further than `most`. */
export async function countWaiting(
  db: Queryable,
  identity: Identity,
  most: number,
): Promise<WaitingCounts> {
  const [counts] = await db.query<WaitingCounts>(
    'count-waiting-proposals',
    `select count(*)::int as waiting_count,
       (count(*) filter (where maker_key <> $1))::int as waiting_for_you_count
     from (
       select maker_key from proposals where state = 'waiting' order by proposal_id desc limit $2
     ) as waiting`,
    [identity, most],
  );
  return counts ?? { waiting_count: 0, waiting_for_you_count: 0 };
}
