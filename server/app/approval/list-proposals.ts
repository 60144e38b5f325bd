// Lists proposals, shows one with what its approval would do, and counts those that wait.
import { APPROVAL_ACTS, PROPOSAL_STATES } from '../../domain/record/proposal.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { countWaiting, selectProposals } from '../../store/approval/list-proposals.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { readFields } from '../request/fields.ts';
import { decodeCursor, type Page, pageOf, readLimit, UUID_FORM } from '../request/paging.ts';
import { findProposal } from './decide-proposal.ts';
import { identityOf } from './identity.ts';
import type { Operations } from './operations.ts';
import { type ProposalBody, proposalBody } from './proposal-view.ts';
import { type ProposalOutcome, showOutcome } from './show-outcome.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** Counted up to this number, so that no list grows what it costs. */
const MOST_COUNTED = 1_000;

export type ProposalPage = Page<ProposalBody> & {
  /** Of all that wait, whatever the filters; at most MOST_COUNTED. */
  waiting_count: number;
  /** Of these, those that the caller did not make. */
  waiting_for_you_count: number;
};

const MINE = ['made', 'to_decide'] as const;

/** Newest first. */
export async function listProposals(
  app: App,
  operator: OperatorCaller,
  query: Query,
): Promise<ProposalPage | Refusal> {
  const limit = readLimit(query.limit);
  if (isRefusal(limit)) return limit;
  const cursor = decodeCursor(query.cursor, [UUID_FORM]);
  if (isRefusal(cursor)) return cursor;
  const names = ['state', 'act', 'merchant_id', 'mine'];
  const reader = readFields({ fields: query, errors: [] }, names);
  const state = reader.choice('state', PROPOSAL_STATES);
  const act = reader.choice('act', APPROVAL_ACTS);
  const merchant_id = query.merchant_id === undefined ? null : reader.uuid('merchant_id');
  const mine = reader.choice('mine', MINE);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const { db, cipher } = app.store;
  const identity = identityOf(operator);
  const found = await selectProposals(db, cipher, {
    state,
    act,
    merchant_id,
    maker: mine === 'made' ? identity : null,
    not_maker: mine === 'to_decide' ? identity : null,
    before: cursor?.[0] ?? null,
    limit: limit + 1,
  });
  const counts = await countWaiting(db, identity, MOST_COUNTED);
  const page = pageOf(found.map(proposalBody), limit, (proposal) => [proposal.id]);
  return { ...page, ...counts };
}

/** `outcome`: what would happen if it were approved now; null once it is decided. */
export type ProposalDetail = { proposal: ProposalBody; outcome: ProposalOutcome | null };

export async function getProposal(
  app: App,
  id: string,
  operations: Operations,
): Promise<ProposalDetail | Refusal> {
  const record = await findProposal(app, id);
  if (isRefusal(record)) return record;
  const waits = record.proposal.state === 'waiting';
  const outcome = waits ? await showOutcome(app, record, operations) : null;
  return { proposal: proposalBody(record), outcome };
}
