// What would happen if a proposal were approved now: decided on the facts of now, without writing.
import type { Command } from '../../domain/batch/command.ts';
import type { Change } from '../../domain/batch/decision.ts';
import { foreseenChanges } from '../../domain/foresee.ts';
import { isBalanceAccount } from '../../domain/ledger/ledger.ts';
import type { Approval } from '../../domain/record/proposal.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import type { ProposalRecord } from '../../store/approval/proposals.ts';
import type { App } from '../process/app.ts';
import { foreseeCommands } from '../request/foresee-commands.ts';
import { ShownChange } from '../setting/second-person.ts';
import { type EvidenceAccountBody, ShownEvidence, type TradeShown } from './evidence-shown.ts';
import { makerOf } from './maker.ts';
import type { Operations } from './operations.ts';

export type BalanceShown = {
  merchant_id: string;
  account: string;
  currency: string;
  before_cents: number;
  after_cents: number;
};

/** `code` and `detail`: why nothing would be done; null if it would be done. */
export type ProposalOutcome = {
  code: string | null;
  detail: string | null;
  balances: BalanceShown[];
  trades: TradeShown[];
  /** A change of settings as JSON; null if it is none. */
  settings_before: string | null;
  settings_after: string | null;
  /** What evidence that waits says, per account. */
  evidence: EvidenceAccountBody[];
};

const NOTHING: ProposalOutcome = {
  code: null,
  detail: null,
  balances: [],
  trades: [],
  settings_before: null,
  settings_after: null,
  evidence: [],
};

const refusedWith = ({ code, detail }: Refusal): ProposalOutcome => ({ ...NOTHING, code, detail });

/** Thrown by the writer that writes nothing, so that nothing after it happens either. */
class ShownOutcome extends Error {
  readonly outcome: ProposalOutcome;

  constructor(outcome: ProposalOutcome) {
    super('A command was shown');
    this.outcome = outcome;
  }
}

type Balances = ReadonlyMap<string, bigint>;

function balancesOf(before: Balances, changes: readonly Change[]): BalanceShown[] {
  const after = new Map<string, Omit<BalanceShown, 'before_cents' | 'after_cents'>>();
  const sums = new Map<string, bigint>();
  for (const change of changes) {
    if (change.kind !== 'entry') continue;
    const { book, postings } = change.entry;
    for (const { account, currency, amount_cents } of postings) {
      if (!isBalanceAccount(account)) continue;
      const key = `${book}/${account}/${currency}`;
      after.set(key, { merchant_id: book, account, currency });
      sums.set(key, (sums.get(key) ?? 0n) + amount_cents);
    }
  }
  return [...after].map(([key, place]) => {
    const was = before.get(key) ?? 0n;
    const before_cents = toWireInteger(was);
    return { ...place, before_cents, after_cents: toWireInteger(was + (sums.get(key) ?? 0n)) };
  });
}

function tradesOf(states: ReadonlyMap<string, string>, changes: readonly Change[]): TradeShown[] {
  return changes.flatMap((change) => {
    if (change.kind !== 'trade_created' && change.kind !== 'trade_changed') return [];
    const { merchant_id, trade_id, state } = change.trade;
    return {
      merchant_id,
      trade_id,
      state_before: states.get(trade_id) ?? null,
      state_after: state,
    };
  });
}

const showCommand = (app: App, command: Command): Promise<ProposalOutcome> =>
  foreseeCommands(app, [command], (world) => {
    const balances = new Map(world.balances);
    const states = new Map([...world.trades].map(([id, { state }]) => [id, state]));
    const changes = foreseenChanges(world, command);
    if (isRefusal(changes)) return refusedWith(changes);
    return {
      ...NOTHING,
      balances: balancesOf(balances, changes),
      trades: tradesOf(states, changes),
    };
  });

/** The same use cases over a store and a writer that write and lock nothing. */
function showing(app: App): App {
  const { db } = app.store;
  const transaction: typeof db.transaction = (work, options) =>
    db.transaction(work, { ...options, is_read_only: true });
  return {
    ...app,
    store: { ...app.store, db: { ...db, transaction } },
    writer: {
      submit: async (command) => {
        throw new ShownOutcome(await showCommand(app, command));
      },
      drain: () => Promise.resolve(),
    },
  };
}

const ANOTHER: Approval['checker'] = {
  identity: 'person:another',
  actor: { role: 'operator', id: null },
};

const GONE: ProposalOutcome = {
  ...NOTHING,
  code: 'forbidden',
  detail: 'Whoever made the proposal may not do this any more.',
};

/** What a request that writes nothing has shown; null if it failed. */
function outcomeIn(error: unknown): ProposalOutcome | null {
  if (error instanceof ShownOutcome) return error.outcome;
  if (error instanceof ShownEvidence) {
    const { accounts: evidence, refusal } = error;
    if (refusal !== null) return { ...refusedWith(refusal), evidence };
    return { ...NOTHING, evidence, trades: [...error.trades] };
  }
  if (!(error instanceof ShownChange)) return null;
  const { shown, refusal } = error;
  const outcome = refusal === null ? NOTHING : refusedWith(refusal);
  if (shown === null) return outcome;
  const settings_before = JSON.stringify(shown.before);
  const settings_after = JSON.stringify(shown.after);
  return { ...outcome, settings_before, settings_after };
}

/** As if another person approved it now. */
export async function showOutcome(
  app: App,
  record: ProposalRecord,
  operations: Operations,
): Promise<ProposalOutcome> {
  const { proposal, request } = record;
  const approval = { proposal_id: proposal.proposal_id, checker: ANOTHER };
  const maker = await makerOf(app, record, approval);
  if (maker === null || request === null) return GONE;
  const refused = operations.refuseCaller(request, maker);
  if (refused !== null) return GONE;
  try {
    const carried = await operations.run(showing(app), request, { ...maker, is_preview: true });
    const is_refused = carried.kind === 'refused' && carried.answer === null;
    return is_refused ? refusedWith(carried.refusal) : NOTHING;
  } catch (error) {
    const shown = outcomeIn(error);
    if (shown === null) throw error;
    return shown;
  }
}
