// Checks of the proof that compare rows with what was recorded when they changed: a trade and a
// dispute with the last event that told of them, decisions, proofs and keys with the audit trail.

import type { AuditAction } from '../../domain/record/audit.ts';
import { PROPOSAL_STATES, type ProposalState } from '../../domain/record/proposal.ts';
import {
  readStanding,
  readToldJson,
  STANDING_COLUMNS,
  STANDING_KINDS,
  type ToldKind,
} from '../callback/event-standing.ts';
import { caseOf, oneOf } from '../connection/word-list.ts';
import { REMOVED_PROOF } from './proof-removals.ts';

const OF_SETTLEMENTS: readonly AuditAction[] = ['settlement_approved', 'settlement_discarded'];

const OF_PROPOSALS: readonly AuditAction[] = [
  'proposal_approved',
  'proposal_rejected',
  'proposal_withdrawn',
  'proposal_expired',
  'proposal_voided',
];

/** The act in the audit trail that each state comes from, in SQL. */
const DECIDED_BY: Readonly<Record<ProposalState, string>> = {
  waiting: 'null',
  approved: `'proposal_approved'`,
  rejected: `'proposal_rejected'`,
  withdrawn: `'proposal_withdrawn'`,
  expired: `'proposal_expired'`,
  void: `'proposal_voided'`,
};

/** What an event's row leaves out, as `storedValue` does. */
const USUAL: Readonly<Record<ToldKind, string | null>> = {
  text: null,
  uuid: null,
  bigint: '0',
  integer: '0',
  boolean: 'false',
  time: null,
};

/** The columns of a dispute that its last event has too. Notes and files change others alone. */
const DISPUTE_TOLD = {
  type: 'text',
  amount_cents: 'bigint',
  state: 'text',
  outcome: 'text',
  awarded_cents: 'bigint',
  recalled_when_decided_cents: 'bigint',
  basis: 'text',
  evidence_line_id: 'uuid',
  decided_at: 'time',
  executed_at: 'time',
  appeal_until: 'time',
  appealed_at: 'time',
  closed_at: 'time',
} as const satisfies Readonly<Record<string, ToldKind>>;

type Told = Readonly<Record<string, ToldKind>>;

const rowValue = (name: string, kind: ToldKind): string =>
  kind === 'time' ? `(extract(epoch from r.${name}) * 1000)::bigint` : `r.${name}`;

function toldOf(name: string, kind: ToldKind, usual: boolean): string {
  const least = usual ? USUAL[kind] : null;
  return least === null ? `told.${name}` : `coalesce(told.${name}, ${least})`;
}

/** The names of the columns of row `r` that differ from what was told. */
function differing(columns: Told, usual: boolean): { names: string; wrong: string } {
  const rules = Object.entries(columns).map(([name, kind]) => ({
    name,
    differs: `${rowValue(name, kind)} is distinct from ${toldOf(name, kind, usual)}`,
  }));
  const cases = rules.map(({ name, differs }) => `case when ${differs} then '${name}' end`);
  return {
    names: `concat_ws(', ', ${cases.join(', ')})`,
    wrong: rules.map(({ differs }) => differs).join(' or '),
  };
}

const OF_TRADE = differing(STANDING_KINDS, true);
const OF_DISPUTE = differing(DISPUTE_TOLD, false);

/** Each query returns no rows if the books are correct; each row describes one problem. */
export const TOLD_GAPS = {
  // The last event of a trade told what its row says now.
  trade_told: `
    select format('trade %s: its last event says something else about %s', r.trade_id,
      ${OF_TRADE.names}) as problem
    from trades r join events e on e.merchant_id = r.merchant_id and e.trade_id = r.trade_id
      and e.sequence = r.sequence
    ${readStanding('e', 'told', STANDING_COLUMNS)}
    where ${OF_TRADE.wrong} or r.changed_at <> e.happened_at`,
  // The last event about a dispute told what its row says now.
  dispute_told: `
    select format('dispute %s: its last event says something else about %s', r.dispute_id,
      ${OF_DISPUTE.names}) as problem
    from disputes r join (
      select distinct on (merchant_id, dispute_id) merchant_id, dispute_id, dispute
      from dispute_events order by merchant_id, dispute_id, sequence desc
    ) e using (merchant_id, dispute_id)
    cross join lateral ${readToldJson('e.dispute', 'told', DISPUTE_TOLD)}
    where ${OF_DISPUTE.wrong}`,
  // The trail has when each statement was approved or discarded, and each has what it had to have.
  approved: `
    select format('settlement %s is %s, approved at %s, the audit trail says %s', s.settlement_id,
      s.state, coalesce(s.approved_at::text, 'no time'), coalesce(w.said, 'nothing')) as problem
    from settlements s left join (
      select target, string_agg(action, ', ' order by number) as said,
        max(at) filter (where action = 'settlement_approved') as approved_at,
        bool_or(action = 'settlement_discarded') as is_discarded
      from audit_entries where action in ${oneOf(OF_SETTLEMENTS)} group by 1
    ) w on w.target = format('settlements/%s/%s', s.merchant_id, s.settlement_id)
    where s.approved_at is distinct from w.approved_at
      or (s.state = 'discarded') <> coalesce(w.is_discarded, false)
      or (s.state = 'draft') <> (w.target is null)`,
  // An attempt of a batch is paid by the account of the batch, and was sent when that was exported.
  batched: `
    select format('attempt %s was sent at %s from account %s, its batch %s says %s and %s',
      a.payout_attempt_id, coalesce(a.sent_at::text, 'no time'), a.receiving_account_id,
      a.payout_batch_id, coalesce(b.exported_at::text, 'no time'), b.receiving_account_id)
      as problem
    from payout_attempts a left join payout_batches b using (payout_batch_id)
    where a.payout_batch_id is not null and (b.payout_batch_id is null
        or a.receiving_account_id is distinct from b.receiving_account_id
        or a.sent_at is not null and a.sent_at is distinct from b.exported_at)
      or a.payout_batch_id is null and a.sent_at is not null`,
  // The trail has when each batch was exported, and its sums are those of its attempts.
  exported: `
    select format('batch %s was exported at %s with %s over %s, its attempts are %s over %s',
      b.payout_batch_id, coalesce(b.exported_at::text, 'no time'), b.payout_count, b.total_cents,
      coalesce(a.attempts, 0), coalesce(a.amount, 0)) as problem
    from payout_batches b left join (
      select payout_batch_id, count(*) as attempts, sum(amount_cents) as amount
      from payout_attempts where payout_batch_id is not null and sent_at is not null group by 1
    ) a using (payout_batch_id)
    left join audit_entries w on w.action = 'payout_batch_exported'
      and w.target = format('payout_batches/%s', b.payout_batch_id)
    where b.exported_at is distinct from w.at or (b.exported_at is not null
      and (b.payout_count, b.total_cents)
        is distinct from (coalesce(a.attempts, 0)::integer, coalesce(a.amount, 0)::bigint)
      -- Attempts of a removed month are gone.
      and (coalesce(a.attempts, 0) > b.payout_count or b.exported_at > coalesce((
        select made_at from proofs where proof_number = ${REMOVED_PROOF}), '-infinity')))`,
  // A hold that has a time of release has nothing left, and has one as soon as nothing is left.
  released: `
    select format('the %s of trade %s has %s left, and was released at %s', kind, trade_id,
      remaining_cents, coalesce(released_at::text, 'no time')) as problem
    from holds where (remaining_cents = 0) <> (released_at is not null)`,
  // The trail has how each proposal was decided.
  decided: `
    select format('proposal %s is %s, the audit trail says %s', p.proposal_id, p.state,
      coalesce(w.action, 'nothing')) as problem
    from proposals p left join audit_entries w
      on w.target = format('approvals/%s', p.proposal_id) and w.action in ${oneOf(OF_PROPOSALS)}
    where p.state not in ${oneOf(PROPOSAL_STATES)}
      or w.action is distinct from ${caseOf('p.state', DECIDED_BY)}`,
  // The audit trail names the signed proofs.
  published: `
    select format('proof %s was signed on record, and is gone', a.detail->>'number') as problem
    from audit_entries a left join proofs p
      on p.proof_number = (a.detail->>'number')::bigint
        and encode(p.proof_hash, 'hex') = a.detail->>'hash'
    where a.action = 'proof_signed' and p.proof_number is null`,
  // The audit trail names the proof keys: when each was made and which one it replaced.
  keys: `
    select format('proof key %s was made on record, and is %s', a.detail->>'key_id',
      case when k.key_id is null then 'gone' else 'another' end) as problem
    from audit_entries a left join proof_keys k
      on k.key_id = (a.detail->>'key_id')::integer
    where a.action = 'proof_key_rotated'
      and translate(encode(k.public_key, 'base64'), '+/=', '-_')
        is distinct from a.detail->>'public_key'`,
} as const satisfies Readonly<Record<string, string>>;
