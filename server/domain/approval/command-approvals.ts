// For every kind of command: which act a second person may have to approve, and what its proposal
// is bound to.
import type { ActOnTrade, Command, Review, ReviewLine } from '../batch/command.ts';
import { openAttempt, type World } from '../batch/world.ts';
import { linesNamed } from '../dispute/dispute-evidence.ts';
import type { LineRecord } from '../record/bank-line.ts';
import type { SumKey } from '../record/counted-act.ts';
import type { ApprovalAct, ApprovalAsk, Identity, Requester } from '../record/proposal.ts';
import type { Payee, Trade } from '../record/trade.ts';
import { refundable } from '../trade/refund-count.ts';
import { speaksFor } from './line-speaks.ts';
import { REVIEW_APPROVAL_ACTS, REVIEW_APPROVALS } from './review-approvals.ts';
import { sumsOfAsk } from './sums.ts';
import { TRADE_ACT_APPROVALS, TRADE_APPROVAL_ACTS } from './trade-act-approvals.ts';

type Kind = Command['kind'];
type Of<K extends Kind> = Extract<Command, { kind: K }>;

/** Null if, with these facts, nothing is asked of a second person. */
type Ask<C> = (world: World, command: C) => ApprovalAsk | null;

type Row<C> =
  | { none: string }
  | {
      ask: Ask<C>;
      /** The acts that it may ask for. */
      acts: readonly ApprovalAct[];
    };

const MOVES_NOTHING = 'no money moves';
const EVIDENCE = 'the bank’s own evidence, by the rules of the matching';

/** Only what people do: jobs act on the bank’s evidence, merchants and customers for themselves. */
const byPeople =
  <C extends Command>(ask: Ask<C>): Ask<C> =>
  (world, command) =>
    command.actor.role === 'operator' ? ask(world, command) : null;

/** The canonical form of the facts that no other part of the ask contains. */
const contentOf = (facts: Readonly<Record<string, unknown>>): string => JSON.stringify(facts);

const payeeFacts = (payee: Payee | null) =>
  payee === null ? null : [payee.number, payee.name, payee.bank_name, payee.phone];

function askAbout(
  act: ApprovalAct,
  trade: Trade,
  amount_cents: bigint,
  facts: Readonly<Record<string, unknown>>,
): ApprovalAsk {
  const { merchant_id, trade_id, currency, sequence, type, payee, receiving_account_id } = trade;
  return {
    act,
    currency,
    amount_cents,
    merchant_id,
    payee_number: payee?.number ?? null,
    receiving_account_id,
    target: `trades/${merchant_id}/${trade_id}`,
    version: String(sequence),
    content: contentOf({ type, payee: payeeFacts(payee), ...facts }),
  };
}

type OnTrade = { merchant_id: string; trade_id: string };

function tradeOf(world: World, { merchant_id, trade_id }: OnTrade): Trade | null {
  const trade = world.trades.get(trade_id);
  return trade?.merchant_id === merchant_id ? trade : null;
}

function askForAct(world: World, command: ActOnTrade): ApprovalAsk | null {
  const row = TRADE_ACT_APPROVALS[command.act];
  if ('none' in row || (row.by === 'people' && command.actor.role !== 'operator')) return null;
  const trade = tradeOf(world, command);
  const asked = trade === null ? null : row.act(trade, openAttempt(world, trade.trade_id));
  if (trade === null || asked === null) return null;
  const { act, reason, utr, outcome } = command;
  const facts = { act, reason, utr, outcome };
  return askAbout(asked, trade, row.amount(command, trade), facts);
}

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** If the line itself names its trade, only the difference rests on somebody's word. */
function amountOf({ line }: LineRecord, review: Review, act: ApprovalAct): bigint {
  const is_apart = act === 'line_difference' && review.act === 'assign';
  return sizeOf(is_apart ? (review.difference?.amount_cents ?? 0n) : line.amount_cents);
}

/** Without the ids that are new for every request. */
function reviewFacts(review: Review): Readonly<Record<string, unknown>> {
  if (review.act === 'split') {
    return { act: review.act, parts: review.parts.map(({ amount_cents }) => String(amount_cents)) };
  }
  if (review.act !== 'assign') return { ...review, payout: undefined };
  const { part_ids: _, ...difference } = review.difference ?? {};
  return {
    ...review,
    difference: Object.entries(difference).map(([name, value]) => [name, String(value)]),
  };
}

function askForReview<A extends Review['act']>(
  world: World,
  { bank_line_id }: ReviewLine,
  review: Extract<Review, { act: A }>,
): ApprovalAsk | null {
  const row: (typeof REVIEW_APPROVALS)[A] = REVIEW_APPROVALS[review.act];
  const record = world.lines.get(bank_line_id);
  if ('none' in row || record === undefined) return null;
  const { status, merchant_id, trade_id, decided_at } = record.outcome;
  const given: Review = review;
  const of_line = trade_id === null ? null : (world.trades.get(trade_id) ?? null);
  const trade = given.act === 'assign' ? tradeOf(world, given) : of_line;
  const act = row.act(review, { world, record, trade });
  if (act === null) return null;
  return {
    act,
    currency: record.line.currency,
    amount_cents: amountOf(record, review, act),
    merchant_id: 'merchant_id' in given ? given.merchant_id : merchant_id,
    payee_number: null,
    receiving_account_id: record.line.receiving_account_id,
    target: `bank_lines/${bank_line_id}`,
    version: [status, decided_at, trade?.sequence ?? ''].join('/'),
    content: contentOf(reviewFacts(review)),
  };
}

function askAboutDispute(
  world: World,
  command: Of<'decide_dispute' | 'change_dispute'>,
  asked: bigint | null,
  facts: Readonly<Record<string, unknown>>,
): ApprovalAsk | null {
  const [trade, dispute] = [tradeOf(world, command), world.disputes.get(command.dispute_id)];
  if (trade === null || dispute === undefined) return null;
  const { dispute_id, state, sequence } = dispute;
  const amount_cents = asked ?? dispute.amount_cents;
  const of_dispute = { dispute_id, state, sequence, ...facts };
  return askAbout('dispute_outcome', trade, amount_cents, of_dispute);
}

/** The bank's evidence needs no second person: a line of the trade, or one that names it. */
function isShownByLine(world: World, command: Of<'decide_dispute'>): boolean {
  const trade = tradeOf(world, command);
  const named = linesNamed(world, command);
  return (
    trade !== null &&
    named.length > 0 &&
    named.every(
      (record) =>
        (record.outcome.status === 'matched' && record.outcome.trade_id === trade.trade_id) ||
        speaksFor(world, record, trade),
    )
  );
}

/** A new kind of command does not compile without a row. */
export const COMMAND_APPROVALS: { readonly [K in Kind]: Row<Of<K>> } = {
  create_payin: { none: MOVES_NOTHING },
  create_payout: { none: 'the merchant’s order: two people agree when it is taken' },
  create_refund: {
    // A merchant's own refund needs the approval when its pay-out is taken.
    ask: byPeople((world, { merchant: { merchant_id }, payin_id, asked_cents, payee }) => {
      const payin = tradeOf(world, { merchant_id, trade_id: payin_id });
      if (payin === null) return null;
      const facts = { payee: payeeFacts(payee) };
      const ask = askAbout('refund', payin, asked_cents ?? refundable(payin), facts);
      return { ...ask, payee_number: payee?.number ?? null };
    }),
    acts: ['refund'],
  },
  assign_account: { none: MOVES_NOTHING },
  attach_utr: { none: 'a claim of the payer, which the bank’s line has to prove' },
  act: {
    ask: askForAct,
    acts: TRADE_APPROVAL_ACTS,
  },
  open_dispute: { none: 'it only blocks money' },
  decide_dispute: {
    ask: byPeople((world, command) => {
      const { outcome, amount_cents, utr } = command;
      return isShownByLine(world, command)
        ? null
        : askAboutDispute(world, command, amount_cents, { outcome, utr });
    }),
    acts: ['dispute_outcome'],
  },
  change_dispute: {
    // `close` carries out what was decided before.
    ask: byPeople((world, command) => {
      const { act } = command.step;
      const decides = act === 'accept' || act === 'withdraw';
      return decides ? askAboutDispute(world, command, null, { act }) : null;
    }),
    acts: ['dispute_outcome'],
  },
  take_line: { none: EVIDENCE },
  rematch_line: { none: EVIDENCE },
  review_line: {
    ask: byPeople((world, command) => askForReview(world, command, command.review)),
    acts: REVIEW_APPROVAL_ACTS,
  },
  take_payout: {
    ask: (world, command) => {
      const trade = tradeOf(world, command);
      if (trade === null) return null;
      const { payout_batch_id, receiving_account_id } = command;
      const facts = { payout_batch_id, receiving_account_id };
      const ask = askAbout('pay_out', trade, trade.amount_cents, facts);
      return { ...ask, receiving_account_id };
    },
    acts: ['pay_out'],
  },
  export_payouts: { none: 'each pay-out of the batch was approved when it was taken into it' },
  answer_payout: { none: 'the bank’s own answer' },
  approve_settlement: {
    ask: byPeople((world, { merchant, settlement_id, account, amount_cents }) => {
      const settlement = world.settlements.get(settlement_id);
      if (settlement === undefined) return null;
      const payable = settlement.payable_cents > 0n ? settlement.payable_cents : 0n;
      const { merchant_id } = merchant;
      const payee = account === null ? null : [account.type, payeeFacts(account.payee)];
      return {
        act: 'settlement',
        currency: settlement.currency,
        amount_cents: amount_cents ?? payable,
        merchant_id,
        payee_number: account?.payee.number ?? null,
        receiving_account_id: null,
        target: `settlements/${merchant_id}/${settlement_id}`,
        version: `${settlement.state}/${settlement.changed_at}`,
        content: contentOf({ payee }),
      };
    }),
    acts: ['settlement'],
  },
  release_holds: { none: 'the credit is the merchant’s already, and leaves only by a pay-out' },
  adjust: {
    ask: byPeople((_, { merchant: { merchant_id, balance_currency }, amount_cents, reason }) => ({
      act: 'adjustment',
      currency: balance_currency,
      amount_cents,
      merchant_id,
      payee_number: null,
      receiving_account_id: null,
      target: `merchants/${merchant_id}`,
      version: '',
      content: contentOf({ reason }),
    })),
    acts: ['adjustment'],
  },
};

/** What a second person may be asked about this command; null if nothing. */
export function askOf<K extends Kind>(world: World, command: Of<K>): ApprovalAsk | null {
  const row: Row<Of<K>> = COMMAND_APPROVALS[command.kind];
  return 'none' in row ? null : row.ask(world, command);
}

/**
 * False if nothing will be asked, whatever the facts are: then no sums are read. True for an act
 * that may need two people by its amount.
 */
export function mayAsk(command: Command): boolean {
  if ('none' in COMMAND_APPROVALS[command.kind]) return false;
  if (command.kind === 'take_payout') return true;
  if (command.kind === 'act') {
    const row = TRADE_ACT_APPROVALS[command.act];
    if ('none' in row) return false;
    if (row.by === 'anybody') return true;
  }
  if (command.kind === 'review_line' && 'none' in REVIEW_APPROVALS[command.review.act])
    return false;
  return command.actor.role === 'operator';
}

/** Who a command is from, for the rule of two. */
export function identityOfActor({ role, id, origin }: Requester): Identity {
  const is_token = id === null || origin?.operator_token_id === id;
  return is_token ? `token:${id ?? role}` : `person:${id}`;
}

/** The sums in which the commands may count, from the facts that were read so far. */
export function sumsOfCommands(world: World, commands: readonly Command[]): SumKey[] {
  return commands.flatMap((command) => {
    if (command.actor.approval !== undefined || !mayAsk(command)) return [];
    const ask = askOf(world, command);
    return ask === null ? [] : sumsOfAsk(world.bands, ask, identityOfActor(command.actor));
  });
}
