// Lists proposals, shows one with what its approval would do, and counts those that wait.

import { missingRight } from '../../domain/access/rights.ts';
import { FIND_PROPOSALS } from '../../domain/approval/approval-requests.ts';
import { bandFor } from '../../domain/approval/bands.ts';
import type { ApprovalAsk } from '../../domain/record/proposal.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import { shortEmail } from '../../lib/email.ts';
import { countWaiting, selectProposals } from '../../store/approval/list-proposals.ts';
import { now } from '../../store/batch/store.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { identityOf } from '../request/identity.ts';
import { type Page, type PageQuery, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { findProposal } from './find-proposal.ts';
import type { Operations } from './operations.ts';
import { type ProposalBody, proposalBodies, proposalShown } from './proposal-view.ts';
import { type ProposalOutcome, showOutcome } from './show-outcome.ts';
import { refuseApproval, refuseClosing } from './who-decides.ts';

type Query = QueryTexts<typeof FIND_PROPOSALS> & PageQuery;

/** Counted up to this number, so that no list grows what it costs. */
export const PROPOSALS_COUNTED_MOST = 1_000;

export type ProposalPage = Page<ProposalBody> & {
  /** Of all that wait, whatever the filters; at most PROPOSALS_COUNTED_MOST. */
  waiting_count: number;
  /** Of these, those that the caller did not make. */
  waiting_for_you_count: number;
};

/** Newest first. */
export async function listProposals(
  app: App,
  operator: OperatorCaller,
  query: Query,
): Promise<ProposalPage | Refusal> {
  const asked = readPage(query, [UUID_FORM], readFilters(FIND_PROPOSALS, query));
  if (isRefusal(asked)) return asked;
  const { limit, cursor } = asked;
  const { mine, ...filters } = asked.filters;
  const { db, cipher } = app.store;
  const identity = identityOf(operator);
  const found = await selectProposals(db, cipher, {
    ...filters,
    maker: mine === 'made' ? identity : null,
    not_maker: mine === 'to_decide' ? identity : null,
    before: cursor?.[0] ?? null,
    limit: limit + 1,
  });
  const counts = await countWaiting(db, identity, PROPOSALS_COUNTED_MOST);
  const bodies = await proposalBodies(app, operator, found);
  const page = pageOf(bodies, limit, (proposal) => [proposal.id]);
  return { ...page, ...counts };
}

/** What the caller may do with it; each is null if they may, otherwise the reason why not. */
export type ProposalActs = {
  approve: string | null;
  reject: string | null;
  withdraw: string | null;
};

export type ProposalDetail = {
  proposal: ProposalBody;
  /** The band that asks for two people now; null if none does. */
  band: { currency: string | null; from_cents: number } | null;
  acts: ProposalActs;
  /** What would happen if it were approved now; null once it is decided. */
  outcome: ProposalOutcome | null;
};

async function bandNow(app: App, { act, currency }: ApprovalAsk): Promise<ProposalDetail['band']> {
  const { bands } = await app.settings.current();
  const from = bandFor(bands, { act, currency });
  return from === null ? null : { currency, from_cents: toWireInteger(from) };
}

/** E-mail addresses of people only for those who see people anyway. */
function outcomeFor(operator: OperatorCaller, outcome: ProposalOutcome): ProposalOutcome {
  const { settings_after } = outcome;
  if (settings_after === null || missingRight(operator, 'people.read') === null) return outcome;
  const hide = (name: string, value: unknown) =>
    name === 'email' && typeof value === 'string' ? shortEmail(value) : value;
  return { ...outcome, settings_after: JSON.stringify(JSON.parse(settings_after, hide)) };
}

export async function getProposal(
  app: App,
  operator: OperatorCaller,
  id: string,
  operations: Operations,
): Promise<ProposalDetail | Refusal> {
  const record = await findProposal(app, id);
  if (isRefusal(record)) return record;
  const waits = record.proposal.state === 'waiting';
  const at = await now(app.store);
  const no = {
    approve: await refuseApproval(app, operator, record, operations),
    reject: refuseClosing(operator, record, 'rejected', at),
    withdraw: refuseClosing(operator, record, 'withdrawn', at),
  };
  return {
    proposal: await proposalShown(app, operator, record),
    band: await bandNow(app, record.proposal.ask),
    acts: {
      approve: no.approve?.detail ?? null,
      reject: no.reject?.detail ?? null,
      withdraw: no.withdraw?.detail ?? null,
    },
    outcome: waits ? outcomeFor(operator, await showOutcome(app, record, operations)) : null,
  };
}
