// The acts on a trade's page: one table of direction, state and act. The page's content, the
// answers to its forms and the customer's rights all come from it.
import type { Command } from '../batch/command.ts';
import { mostMessages } from '../record/dispute-message.ts';
import type { Direction, State, Trade } from '../record/trade.ts';
import { LIMITS } from '../service/limits.ts';
import { type Refusal, refuse } from '../service/refusal.ts';

export const PAGE_ACTS = [
  'assign',
  'attach_utr',
  'say_paid',
  'add_receipt',
  'cancel',
  'open_dispute',
  'send_message',
] as const;
export type PageAct = (typeof PAGE_ACTS)[number];

/** Why not, as a sentence for the reader of the refusal. */
export const PAGE_REFUSALS = {
  receipt_page: 'The page of a pay-out is a receipt: nothing can be done on it.',
  no_such_state: 'No pay-in is ever in this state.',
  no_account_yet: 'There is no account to pay to yet.',
  has_account: 'The pay-in has its account.',
  being_checked: 'The payment is being checked: only a UTR or a receipt helps now.',
  under_review: 'The payment is under review: only a receipt helps now.',
  is_over: 'The pay-in is over.',
  not_over: 'Only a pay-in that is over can be contested.',
  not_contested: 'Nobody contests the pay-in.',
} as const;
export type PageRefusal = keyof typeof PAGE_REFUSALS;

/** `done`: it was done before; asking again changes nothing and is not an error. */
export type PageVerdict = 'allowed' | 'done' | PageRefusal;

type Row = Readonly<Record<PageAct, PageVerdict>>;

const row = (
  assign: PageVerdict,
  attach_utr: PageVerdict,
  say_paid: PageVerdict,
  add_receipt: PageVerdict,
  cancel: PageVerdict,
  open_dispute: PageVerdict,
  send_message: PageVerdict = 'not_contested',
): Row => ({
  ...{ assign, attach_utr, say_paid, add_receipt, cancel },
  ...{ open_dispute, send_message },
});

const every = (verdict: PageVerdict): Row =>
  row(verdict, verdict, verdict, verdict, verdict, verdict, verdict);

const RECEIPT_PAGE = every('receipt_page');

/** In the order of PAGE_ACTS. */
export const PAGE_TABLE: Readonly<Record<Direction, Readonly<Record<State, Row>>>> = {
  payin: {
    created: row(
      ...(['allowed', 'no_account_yet', 'no_account_yet', 'no_account_yet', 'allowed'] as const),
      'not_over',
    ),
    pending: row('done', 'allowed', 'allowed', 'allowed', 'allowed', 'not_over'),
    verifying: row(
      ...(['has_account', 'allowed', 'being_checked', 'allowed', 'being_checked'] as const),
      'being_checked',
    ),
    processing: every('no_such_state'),
    completed: every('is_over'),
    expired: row('is_over', 'allowed', 'allowed', 'allowed', 'is_over', 'allowed'),
    canceled: row('is_over', 'allowed', 'allowed', 'allowed', 'done', 'allowed'),
    failed: row('is_over', 'is_over', 'is_over', 'allowed', 'is_over', 'allowed'),
    disputed: row(
      ...(['under_review', 'under_review', 'under_review', 'allowed', 'under_review'] as const),
      'under_review',
      'allowed',
    ),
    reversed: every('is_over'),
  },
  payout: {
    created: RECEIPT_PAGE,
    pending: RECEIPT_PAGE,
    verifying: RECEIPT_PAGE,
    processing: RECEIPT_PAGE,
    completed: RECEIPT_PAGE,
    expired: RECEIPT_PAGE,
    canceled: RECEIPT_PAGE,
    failed: RECEIPT_PAGE,
    disputed: RECEIPT_PAGE,
    reversed: RECEIPT_PAGE,
  },
};

type Placed = Pick<Trade, 'direction' | 'state'>;

export function pageVerdict({ direction, state }: Placed, act: PageAct): PageVerdict {
  return PAGE_TABLE[direction][state][act];
}

/** The refusal from the table, or null. */
export function refusePageAct(trade: Placed, act: PageAct): Refusal | null {
  const verdict = pageVerdict(trade, act);
  if (verdict === 'allowed' || verdict === 'done') return null;
  return refuse('act_not_allowed', PAGE_REFUSALS[verdict], {
    extra: { act, state: trade.state, reason: verdict },
  });
}

/** The page act of a command; null if no page has this act, whoever the actor is. */
function pageActOf(command: Command): PageAct | null {
  if (command.kind === 'assign_account') return 'assign';
  if (command.kind === 'attach_utr') return 'attach_utr';
  if (command.kind === 'open_dispute') return 'open_dispute';
  if (command.kind === 'change_dispute') {
    return command.step.act === 'message' ? 'send_message' : null;
  }
  return command.kind === 'act' && command.act === 'cancel' ? 'cancel' : null;
}

/**
 * The table's verdict on a command from a page: a refusal, `done`, or null if it is allowed. The
 * page has checked before, but the trade may have changed since.
 */
export function customerVerdict(trade: Placed, command: Command): Refusal | 'done' | null {
  if (command.actor.role !== 'customer') return null;
  const act = pageActOf(command);
  if (act === null) return refuse('act_not_allowed', 'No page of a customer can do this.');
  const refused = refusePageAct(trade, act);
  if (refused !== null) return refused;
  return pageVerdict(trade, act) === 'done' ? 'done' : null;
}

type Timed = Placed & Pick<Trade, 'closed_at' | 'final_at' | 'utr_claims'>;

/** Its late transitions have ended. */
const isFinal = ({ final_at }: Pick<Trade, 'final_at'>, now: number): boolean =>
  final_at !== null && now > final_at;

/** What the table allows is refused once the trade is final. */
export function refuseEvidence(
  trade: Placed & Pick<Trade, 'final_at'>,
  act: 'say_paid' | 'add_receipt',
  now: number,
): Refusal | null {
  const refused = refusePageAct(trade, act);
  if (refused !== null || !isFinal(trade, now)) return refused;
  return refuse('act_not_allowed', `A trade in state ${trade.state} accepts nothing more.`);
}

/** Bounds guessing: `tries` has also those that were refused, and this one. */
export function refuseUtrTry(tries: number): Refusal | null {
  if (tries <= LIMITS.page_utr_tries_max) return null;
  return refuse('utr_locked', 'Too many UTRs were tried on this page. Ask the merchant.');
}

/** How often something was tried on the page, and what is stored already. */
export type PageUse = {
  utr_tries: number;
  receipt_tries: number;
  receipts: number;
  /** The customer has contested the pay-in before. */
  has_contested: boolean;
  /** Messages of the dispute that is open. */
  messages: number;
};

export type PageActsNow = {
  can: Readonly<Record<PageAct, boolean>>;
  utr_changes_left: number;
  /** A UTR would be accepted, but it was tried or changed too often. */
  utr_locked: boolean;
};

/** The acts that the table, the time and the counts allow. */
export function pageActsNow(
  trade: Timed,
  { utr_tries, receipt_tries, receipts, has_contested, messages }: PageUse,
  now: number,
): PageActsNow {
  const isAllowed = (act: PageAct) => pageVerdict(trade, act) === 'allowed';
  const is_final = isFinal(trade, now);
  const is_late = trade.closed_at !== null && now - trade.closed_at > LIMITS.late_evidence_max_ms;
  const takes_utr = isAllowed('attach_utr') && !is_late;
  const changes_left = Math.min(
    LIMITS.utr_replacements_max + 1 - trade.utr_claims,
    LIMITS.page_utr_tries_max - utr_tries,
  );
  return {
    can: {
      assign: isAllowed('assign'),
      attach_utr: takes_utr && changes_left > 0,
      say_paid: isAllowed('say_paid') && !is_final,
      add_receipt:
        isAllowed('add_receipt') &&
        !is_final &&
        receipts < LIMITS.receipts_per_payin_max &&
        receipt_tries < LIMITS.page_receipt_tries_max,
      cancel: isAllowed('cancel'),
      open_dispute: isAllowed('open_dispute') && !is_final && !has_contested,
      send_message: isAllowed('send_message') && messages < mostMessages('customer'),
    },
    utr_changes_left: Math.max(0, changes_left),
    utr_locked: takes_utr && changes_left <= 0,
  };
}
