// Evidence that a person gives, bank lines or answers of banks, is their claim: above the band of a
// day somebody else approves the whole file or request, once. What a trusted feed delivers is
// nobody's claim.

import { bandFor } from '../../domain/approval/bands.ts';
import {
  type ApprovalRefusal,
  approvalNote,
  askIn,
  checkApproval,
} from '../../domain/approval/check-approval.ts';
import { sumBandFor, sumsOfAsk } from '../../domain/approval/sums.ts';
import type { Bands } from '../../domain/record/band.ts';
import { addToSums, type CountedAct } from '../../domain/record/counted-act.ts';
import type { Approval, ApprovalAsk, ProposedRequest } from '../../domain/record/proposal.ts';
import { epochDay } from '../../domain/record/receiving-account.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { type ActSums, lockActSums, withActSums } from '../../store/approval/act-sums.ts';
import { insertCountedActs } from '../../store/approval/counted-acts.ts';
import {
  isApproved,
  isTrustedFeed,
  noteApproved,
  personBehindFeed,
} from '../../store/approval/evidence.ts';
import { approveProposals } from '../../store/approval/proposals.ts';
import { now } from '../../store/batch/store.ts';
import type { Transaction } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import { idFrom, sha256Hex } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { identityOf } from '../request/identity.ts';
import { lockGiven } from '../setting/second-person.ts';
import {
  type EvidenceAccount,
  ShownEvidence,
  showEvidence,
  type TradeShown,
} from './evidence-shown.ts';
import { orPropose } from './propose.ts';

export type GivenEvidence = {
  /** The same for the same lines, whenever and by whomever they are given. */
  readonly lines_text: string;
  /** What it is, for whoever approves it. */
  readonly note: string;
  /** Adds up what is new in it; at most once, and only if there is a band. */
  measure(): Promise<readonly EvidenceAccount[]>;
  /** The whole of it per currency, whatever is stored already. */
  readonly totals: ReadonlyMap<string, bigint>;
  /** Trades that it changes for certain, for whoever approves it. */
  readonly trades?: readonly TradeShown[];
  /** Keeps what the approval needs, and returns the fields of the request that waits. */
  hold(): Promise<Readonly<Record<string, unknown>>>;
};

/** A refusal with the fields of the request that somebody else may approve. */
type EvidenceRefusal = ApprovalRefusal & { held: ProposedRequest['fields'] };

/** Whose claim it is: of a new feed, of the person who made its token. Null if nobody's. */
async function claimantOf(app: App, operator: OperatorCaller): Promise<OperatorCaller | null> {
  if (operator.role !== 'feed') return operator;
  const { db } = app.store;
  const feed_id = operator.operator_token_id ?? '';
  if (await isTrustedFeed(db, feed_id)) return null;
  // Feeds' tokens are issued in the control cell, whose audit trail says by whom.
  return { ...operator, person_id: await personBehindFeed(app.people.db, feed_id) };
}

const sizeOf = ({ in_cents, out_cents }: EvidenceAccount): bigint => in_cents + out_cents;

const contentOf = (lines_text: string): string => JSON.stringify({ lines: sha256Hex(lines_text) });

function askAbout(
  evidence: GivenEvidence,
  receiving_account_id: string | null,
  currency: string | null,
  amount_cents: bigint | null,
): ApprovalAsk {
  return {
    act: 'evidence',
    currency,
    amount_cents,
    merchant_id: null,
    payee_number: null,
    receiving_account_id,
    target:
      receiving_account_id === null ? 'payouts' : `receiving_accounts/${receiving_account_id}`,
    version: '',
    content: contentOf(evidence.lines_text),
  };
}

/** What is proposed: the whole of it, which stays the same if some lines are known meanwhile. */
function wholeOf(evidence: GivenEvidence, measured: readonly EvidenceAccount[]): ApprovalAsk {
  const [total, ...others] = [...evidence.totals];
  const id = measured[0]?.account?.receiving_account_id ?? null;
  const is_one = total !== undefined && others.length === 0;
  return is_one ? askAbout(evidence, id, ...total) : askAbout(evidence, id, null, null);
}

const hasBand = (bands: Bands, { totals }: GivenEvidence): boolean =>
  [...totals.keys()].some((currency) => {
    const key = { act: 'evidence', currency } as const;
    return bandFor(bands, key) !== null || sumBandFor(bands, key) !== null;
  });

type Claim = {
  app: App;
  operator: OperatorCaller;
  evidence: GivenEvidence;
  measured: readonly EvidenceAccount[];
  bands: Bands;
};

/** One person alone: counted if there is room, refused otherwise. */
async function claimAlone(
  tx: Transaction,
  act_sums: ActSums,
  claim: Claim,
): Promise<ApprovalRefusal | Refusal | null> {
  const { app, operator, evidence, measured, bands } = claim;
  const { cipher } = app.store;
  const at = await now(app.store, tx);
  const identity = identityOf(operator);
  const asks = measured
    .filter(({ lines }) => lines > 0)
    .map((one) => {
      const id = one.account?.receiving_account_id ?? null;
      return askAbout(evidence, id, one.currency, sizeOf(one));
    });
  const keys = asks.flatMap((ask) => sumsOfAsk(bands, ask, identity));
  const sums = await lockActSums(tx, { cipher, act_sums }, keys, at);
  const acts: CountedAct[] = [];
  for (const ask of asks) {
    const checked = checkApproval(bands, ask, { identity, sums }, at);
    if (isRefusal(checked)) {
      if (askIn(checked) === null) return checked;
      return { ...checked, ask: wholeOf(evidence, measured) };
    }
    if (checked === null || !('counted' in checked)) continue;
    // The same file again on the same day is the same claim.
    const parts = [identity, ask.receiving_account_id, epochDay(at), evidence.lines_text];
    const counted_act_id = idFrom(`evidence/${parts.join('/')}`);
    const act = { ...checked.counted, counted_act_id, at };
    if (sums !== null) addToSums(sums, act);
    acts.push(act);
  }
  if (acts.length === 0) return null;
  const place = act_sums.at(tx, cipher);
  await insertCountedActs(place.tx, place.cipher, acts);
  await act_sums.keep();
  return null;
}

/**
 * Somebody else approves it: the proposal is used up before any line counts. A request that only
 * shows what it would do gets that, and uses up nothing.
 */
async function claimApproved(
  tx: Transaction,
  claim: Claim,
  approval: Approval,
): Promise<Refusal | ShownEvidence | null> {
  const { app, operator, evidence, measured, bands } = claim;
  const at = await now(app.store, tx);
  const given = await lockGiven(tx, app.store, approval);
  const checked = checkApproval(bands, wholeOf(evidence, measured), given, at);
  const refusal = isRefusal(checked) ? checked : null;
  if (operator.is_preview === true) {
    return new ShownEvidence(await showEvidence(tx, measured), evidence.trades ?? [], refusal);
  }
  if (checked === null || !('proposal' in checked)) return refusal;
  const { proposal, checker } = checked;
  await approveProposals(tx, [{ kind: 'proposal_approved', proposal, checker, at }]);
  const { action, target, detail } = approvalNote(proposal);
  await auditIn(tx, checker.actor, action, target, detail);
  const feed_id = operator.role === 'feed' ? operator.operator_token_id : null;
  const { lines_text } = evidence;
  const { proposal_id } = proposal;
  await noteApproved(tx, app.store.cipher, { lines_text, proposal_id, feed_id, at });
  return null;
}

/** Null if the evidence may count now. Otherwise nothing of them counts yet. */
export async function claimEvidence(
  app: App,
  operator: OperatorCaller,
  evidence: GivenEvidence,
): Promise<Refusal | null> {
  const { bands } = await app.settings.current();
  const { db, cipher } = app.store;
  const { approval } = operator;
  if (approval !== undefined) {
    const measured = await evidence.measure();
    const claim = { app, operator, evidence, measured, bands };
    const done = await db.transaction((tx) => claimApproved(tx, claim, approval));
    // Past the use case, which would go on to import.
    if (done instanceof ShownEvidence) throw done;
    return done;
  }
  if (!hasBand(bands, evidence)) return null;
  const claimant = await claimantOf(app, operator);
  // An import that was cut off goes on without a second approval.
  if (claimant === null || (await isApproved(db, cipher, evidence.lines_text))) return null;
  const measured = await evidence.measure();
  const claim = { app, operator: claimant, evidence, measured, bands };
  const refused = await withActSums(app.store.control, (act_sums) =>
    db.transaction((tx) => claimAlone(tx, act_sums, claim)),
  );
  if (refused === null) return null;
  if (!('ask' in refused)) return refused;
  const held: ProposedRequest['fields'] = { ...(await evidence.hold()), note: evidence.note };
  const refusal: EvidenceRefusal = { ...refused, held };
  return refusal;
}

/** The answer as it is, or the proposal that waits, in the name of whoever claims it. */
export async function orProposeEvidence<Answer extends object>(
  app: App,
  operator: OperatorCaller,
  answer: Answer,
  operation: string,
  params: ProposedRequest['params'] = {},
) {
  if (askIn(answer) === null || !('held' in answer)) return answer;
  const claimant = (await claimantOf(app, operator)) ?? operator;
  const fields = answer.held as ProposedRequest['fields'];
  return await orPropose(app, claimant, answer, {
    operation,
    params,
    fields,
    idempotency_key: null,
  });
}
