// What a dialog decides about: the object, the version on which it was opened, and how it is read
// again to learn whether somebody or something has decided it meanwhile.
import { call } from '../../api/client.ts';
import type {
  AccountDay,
  AuditEntry,
  BankLine,
  OperatorDispute,
  PayoutBatch,
  Proposal,
  Settlement,
  Trade,
  WaitingLine,
} from '../../api/schema.gen.ts';
import { APPROVAL_TEXTS } from '../../texts/approvals.ts';
import { BANK_TEXTS as bank } from '../../texts/bank/bank.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { MASS_TEXTS } from '../../texts/parts.ts';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';
import { ACTS_DONE as acts_done, STATE_NAMES as states } from '../../texts/trade-words.ts';
import { lineReason } from '../names/line-words.ts';

type NameOnly = { readonly name: string | null };

/** As the object is now, and what happened to it last. */
export type Now = {
  readonly version: string;
  /** Who did it; null: the object does not say. */
  readonly actor: AuditEntry['actor'] | NameOnly | null;
  readonly what: string;
  readonly at: string | null;
};

export type About = {
  readonly kind:
    | 'trade'
    | 'bank_line'
    | 'waiting_line'
    | 'account_day'
    | 'proposal'
    | 'dispute'
    | 'settlement'
    | 'payout_batch';
  readonly id: string;
  readonly version: string;
  /** What else the act takes, such as the line that is assigned. */
  readonly target?: string;
  readonly look: (signal: AbortSignal) => Promise<Now>;
};

export const aboutTrade = ({ merchant_id, id, sequence }: Trade): About => ({
  kind: 'trade',
  id,
  version: String(sequence),
  async look(signal) {
    const path = { merchant_id, id };
    const { trade, timeline } = await call('getTrade', { path, signal });
    const last = timeline.acts.at(-1);
    const done = last === undefined || last.from === last.state ? '' : `${acts_done[last.act]} → `;
    return {
      version: String(trade.sequence),
      actor: last?.actor ?? null,
      what: `${done}${states[trade.state]}`,
      at: last?.at ?? null,
    };
  },
});

export const aboutLine = ({ id, decided_at }: BankLine): About => ({
  kind: 'bank_line',
  id,
  version: decided_at,
  async look(signal) {
    const { line, acts } = await call('getBankLine', { path: { id }, signal });
    const last = acts.at(-1);
    const is_by_person = last !== undefined && last.at >= line.decided_at;
    const status = LIST_TEXTS.line_statuses[line.status];
    return {
      version: line.decided_at,
      actor: is_by_person ? last.actor : { name: null },
      what: is_by_person
        ? `${bank.acts[last.act].label} → ${status}`
        : `${status}: ${lineReason(line)}`,
      at: line.decided_at,
    };
  },
});

export const aboutWaiting = ({ id, decision }: WaitingLine): About => ({
  kind: 'waiting_line',
  id,
  version: decision ?? '',
  async look(signal) {
    const { data } = await call('listWaitingLines', { query: { id }, signal });
    const [now] = data;
    const said = now?.decision ?? null;
    return {
      version: said ?? '',
      actor: now?.decided_by ?? null,
      what: said === null ? bank.waiting.states.waiting : bank.waiting.decided_as[said],
      at: now?.decided_at ?? null,
    };
  },
});

export const aboutProposal = ({ id, state }: Proposal): About => ({
  kind: 'proposal',
  id,
  version: state,
  async look(signal) {
    const { proposal } = await call('getApproval', { path: { id }, signal });
    return {
      version: proposal.state,
      actor: { name: proposal.checker.name },
      what: APPROVAL_TEXTS.states[proposal.state],
      at: proposal.decided_at,
    };
  },
});

export const aboutDispute = ({ merchant_id, id, sequence }: OperatorDispute): About => ({
  kind: 'dispute',
  id,
  version: String(sequence),
  async look(signal) {
    const path = { merchant_id, id };
    const { dispute, timeline } = await call('getDispute', { path, signal });
    const last = timeline.at(-1);
    return {
      version: String(dispute.sequence),
      actor: last?.actor ?? null,
      what: LIST_TEXTS.dispute_states[dispute.state],
      at: last?.at ?? null,
    };
  },
});

export const aboutSettlement = ({ merchant_id, id, state }: Settlement): About => ({
  kind: 'settlement',
  id,
  version: state,
  async look(signal) {
    const now = await call('getSettlement', { path: { merchant_id, id }, signal });
    const what = LIST_TEXTS.settlement_states[now.state];
    return { version: now.state, actor: null, what, at: null };
  },
});

const batchVersion = ({ state, payout_count, open_count }: PayoutBatch): string =>
  `${state} ${payout_count} ${open_count}`;

export const aboutBatch = (batch: PayoutBatch): About => ({
  kind: 'payout_batch',
  id: batch.id,
  version: batchVersion(batch),
  async look(signal) {
    const now = await call('getPayoutBatch', { path: { id: batch.id }, signal });
    const what = `${PAYOUT_TEXTS.batch.states[now.state]}, ${MASS_TEXTS.count(now.payout_count)}`;
    return { version: batchVersion(now), actor: null, what, at: now.exported_at };
  },
});

const dayVersion = ({ revision, line_count, in_cents, out_cents, closing_cents }: AccountDay) =>
  [revision, line_count, in_cents, out_cents, closing_cents].join(' ');

export const aboutDay = (seen: AccountDay): About => ({
  kind: 'account_day',
  id: `${seen.receiving_account_id} ${seen.day}`,
  version: dayVersion(seen),
  async look(signal) {
    const { receiving_account_id: id, day } = seen;
    const now = await call('getAccountDay', { path: { id, day }, signal });
    const is_closed = now.revision !== seen.revision && now.revision !== null;
    return {
      version: dayVersion(now),
      actor: null,
      what: is_closed ? bank.days.revision(now.revision) : bank.days.changed,
      at: is_closed ? now.closed_at : null,
    };
  },
});
