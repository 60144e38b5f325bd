// The meaning of check constraints and partial indexes in terms of the rules: for each that is more
// than a whole list, the words that it accepts.

import { isMerchantRole, OPERATOR_ROLES } from '../../../server/domain/access/roles.ts';
import { isBalanceAccount } from '../../../server/domain/ledger/ledger.ts';
import { LINE_STATUSES } from '../../../server/domain/record/bank-line.ts';
import {
  ENDED_ATTEMPT_STATES,
  FAILED_ATTEMPT_STATES,
  OPEN_ATTEMPT_STATES,
} from '../../../server/domain/record/payout-attempt.ts';
import {
  SETTLEMENT_STATES,
  TOLD_STATES,
  WAITING_SETTLEMENT_STATES,
} from '../../../server/domain/record/settlement-record.ts';
import {
  ENDED_PAYOUT_STATES,
  ENDED_STATES,
  NEEDS_DECISION,
  PAID_PAYIN_STATES,
  QUEUED_PAYOUT_STATES,
  RARE_STATES,
  statesOf,
  TIMED_PAYIN_STATES,
  UNTOUCHED_STATES,
} from '../../../server/domain/record/state-sets.ts';
import type { Direction, State } from '../../../server/domain/record/trade.ts';

export type StoredRow = Readonly<Record<string, string>>;

export type ConditionRule = {
  holds(row: StoredRow): boolean;
  /** The values of the other columns in the condition, as SQL. */
  beside?: Readonly<Record<string, string>>;
  /** Selects the combinations that can occur; without it, all can. */
  among?(row: StoredRow): boolean;
};

const has = (words: readonly string[], word: string | undefined): boolean =>
  word !== undefined && words.includes(word);

const canBe = ({ direction, state }: StoredRow): boolean =>
  direction === 'payout' || direction === 'payin' ? has(statesOf(direction), state) : false;

/** A partial index over trades of one direction in some states. */
const tradesIn = (
  direction: Direction,
  states: readonly State[],
  beside: ConditionRule['beside'] = {},
): ConditionRule => ({
  holds: (row) => row.direction === direction && has(states, row.state),
  beside,
  among: canBe,
});

const NOT_APPROVED = SETTLEMENT_STATES.filter((state) => !TOLD_STATES.includes(state));
const isNotDiscarded = ({ state }: StoredRow): boolean => state !== 'discarded';

const isWaiting = ({ state }: StoredRow): boolean => state === 'waiting';

const NO_TRADE = { merchant_id: 'null::uuid', trade_id: 'null::uuid' };
const A_TRADE = { merchant_id: 'gen_random_uuid()', trade_id: 'gen_random_uuid()' };

const NO_PASSWORD = { password_hash: 'null::text', password_set_at: 'null::timestamptz' };
const A_PASSWORD = { password_hash: `'hash'`, password_set_at: 'now()' };
const NO_ACCOUNT = {
  openid_account: 'null::bytea',
  openid_hash: 'null::bytea',
  openid_connected_at: 'null::timestamptz',
};
const AN_ACCOUNT = {
  openid_account: `'x'::bytea`,
  openid_hash: `sha256('a')`,
  openid_connected_at: 'now()',
};
const isMerchantsRole = (role: string | undefined) =>
  OPERATOR_ROLES.some((one) => one === role && isMerchantRole(one));

/** By the name of the constraint or index. */
export const CONDITION_RULES: Readonly<Record<string, readonly ConditionRule[]>> = {
  passkey_challenges_session: [
    { holds: ({ purpose }) => purpose === 'sign_in', beside: { session_id: 'null::uuid' } },
    { holds: ({ purpose }) => purpose !== 'sign_in', beside: { session_id: 'gen_random_uuid()' } },
  ],
  openid_requests_link: [
    { holds: ({ purpose }) => purpose === 'accept_link', beside: { link_hash: `sha256('a')` } },
    { holds: ({ purpose }) => purpose !== 'accept_link', beside: { link_hash: 'null::bytea' } },
  ],
  openid_requests_session: [
    { holds: ({ purpose }) => purpose === 'connect', beside: { session_id: 'gen_random_uuid()' } },
    { holds: ({ purpose }) => purpose !== 'connect', beside: { session_id: 'null::uuid' } },
  ],
  operator_tokens_feed: [
    { holds: ({ role }) => role !== 'feed', beside: { person_id: 'gen_random_uuid()' } },
    { holds: () => true, beside: { person_id: 'null::uuid' } },
  ],
  operator_tokens_merchant: [
    { holds: ({ role }) => !isMerchantsRole(role), beside: { merchant_id: 'null::uuid' } },
    { holds: ({ role }) => isMerchantsRole(role), beside: { merchant_id: 'gen_random_uuid()' } },
  ],
  people_merchant: [
    { holds: ({ role }) => !isMerchantsRole(role), beside: { merchant_id: 'null::uuid' } },
    { holds: ({ role }) => isMerchantsRole(role), beside: { merchant_id: 'gen_random_uuid()' } },
  ],
  people_password: [
    { holds: ({ state }) => state !== 'active', beside: { ...NO_PASSWORD, ...NO_ACCOUNT } },
    { holds: ({ state }) => state !== 'invited', beside: { ...A_PASSWORD, ...NO_ACCOUNT } },
    { holds: ({ state }) => state !== 'invited', beside: { ...NO_PASSWORD, ...AN_ACCOUNT } },
    { holds: ({ state }) => state !== 'invited', beside: { ...A_PASSWORD, ...AN_ACCOUNT } },
  ],
  sessions_confirmed: [
    { holds: ({ stage }) => stage !== 'open', beside: { confirmed_at: 'null::timestamptz' } },
    { holds: ({ stage }) => stage === 'open', beside: { confirmed_at: 'now()' } },
  ],
  alert_notices_finished: [
    { holds: ({ status }) => status === 'waiting', beside: { finished_at: 'null::timestamptz' } },
    { holds: ({ status }) => status !== 'waiting', beside: { finished_at: 'now()' } },
  ],
  alert_notices_old: [{ holds: ({ status }) => status !== 'waiting' }],
  alert_notices_waiting: [{ holds: ({ status }) => status === 'waiting' }],
  report_sendings_finished: [
    { holds: ({ status }) => status === 'waiting', beside: { finished_at: 'null::timestamptz' } },
    { holds: ({ status }) => status !== 'waiting', beside: { finished_at: 'now()' } },
  ],
  report_sendings_old: [{ holds: ({ status }) => status !== 'waiting' }],
  report_sendings_waiting: [{ holds: ({ status }) => status === 'waiting' }],
  alert_recipients_secret: [
    { holds: ({ channel }) => channel === 'callback', beside: { secret: `'x'::bytea` } },
    { holds: ({ channel }) => channel !== 'callback', beside: { secret: 'null::bytea' } },
  ],
  alerts_times: [
    {
      holds: ({ state }) => !has(['rising', 'recovered'], state),
      beside: { raised_at: 'now()', recovered_at: 'null::timestamptz' },
    },
    {
      holds: ({ state }) => state === 'recovered',
      beside: { raised_at: 'now()', recovered_at: 'now()' },
    },
    {
      holds: ({ state }) => state === 'rising',
      beside: { raised_at: 'null::timestamptz', recovered_at: 'null::timestamptz' },
    },
  ],
  bank_line_acts_returns: [{ holds: ({ act }) => act === 'return' }],
  bank_line_outcomes_status: [
    {
      holds: ({ status }) =>
        !has(['matched', 'difference', 'credited'], status) && has(LINE_STATUSES, status),
      beside: NO_TRADE,
    },
    {
      holds: ({ status }) => status === 'credited',
      beside: { merchant_id: 'gen_random_uuid()', trade_id: 'null::uuid' },
    },
    { holds: ({ status }) => has(['matched', 'difference', 'returned'], status), beside: A_TRADE },
  ],
  bank_line_outcomes_suspense: [{ holds: ({ status }) => status === 'suspense' }],
  bank_line_outcomes_unmatched: [{ holds: ({ status }) => status !== 'matched' }],
  deliveries_exhausted: [{ holds: ({ status }) => status === 'exhausted' }],
  deliveries_failing: [
    {
      holds: ({ status }) => status === 'waiting',
      beside: { is_next: 'true', attempts: '2', attempts_before: '1' },
    },
  ],
  deliveries_due: [{ holds: ({ status }) => status === 'waiting', beside: { is_next: 'true' } }],
  ledger_accounts_bound: [
    {
      holds: ({ account = '' }) => !isBalanceAccount(account),
      beside: { balance_cents: '9000000000000001::bigint' },
    },
  ],
  ledger_accounts_guarded: [
    {
      holds: ({ account = '' }) => !isBalanceAccount(account),
      beside: { overdraft_cents: 'null::bigint' },
    },
  ],
  ledger_entries_lines: [{ holds: ({ act }) => act === 'bank_line' }],
  payout_attempts_charged: [
    { holds: ({ state }) => state === 'paid', beside: { charged_cents: '1::bigint' } },
  ],
  payout_attempts_open: [{ holds: ({ state }) => has(OPEN_ATTEMPT_STATES, state) }],
  payout_attempts_ended: [{ holds: ({ state }) => has(ENDED_ATTEMPT_STATES, state) }],
  payout_attempts_under_way: [{ holds: ({ state }) => has(OPEN_ATTEMPT_STATES, state) }],
  payout_attempts_sent: [
    { holds: ({ state }) => state !== 'sent', beside: { sent_at: 'null::timestamptz' } },
  ],
  payout_attempts_unbacked: [
    { holds: ({ state }) => state === 'paid', beside: { debit_line_id: 'null::uuid' } },
  ],
  payout_attempts_unseen: [
    {
      holds: ({ state }) => !has(FAILED_ATTEMPT_STATES, state),
      beside: { debit_line_id: 'null::uuid' },
    },
  ],
  proposals_approved: [
    {
      holds: ({ state }) => state !== 'approved',
      beside: { checker_person_id: 'null::uuid', maker_person_id: 'null::uuid' },
    },
  ],
  proposals_decided: [{ holds: isWaiting, beside: { decided_at: 'null::timestamptz' } }],
  proposals_expiry: [{ holds: isWaiting }],
  proposals_request: [{ holds: isWaiting }],
  proposals_waiting: [{ holds: isWaiting }],
  settlements_approval: [
    {
      holds: ({ state }) => has(NOT_APPROVED, state),
      beside: {
        approved_cents: 'null::bigint',
        approved_at: 'null::timestamptz',
        payable_cents: '0::bigint',
        trade_id: 'null::uuid',
      },
    },
  ],
  past_trades_state: [{ holds: ({ state }) => has(ENDED_STATES, state) }],
  settlements_first_entry: [
    {
      holds: isNotDiscarded,
      beside: { first_entry_number: '1::bigint', last_entry_number: '1::bigint' },
    },
  ],
  settlements_start: [{ holds: isNotDiscarded }],
  settlements_waiting: [{ holds: ({ state }) => has(WAITING_SETTLEMENT_STATES, state) }],
  trades_account: [
    { holds: ({ state }) => state !== 'pending', beside: { receiving_account_id: 'null::uuid' } },
  ],
  trades_customer: [{ holds: ({ state }) => has(ENDED_STATES, state) }],
  trades_kinds: [{ holds: ({ state }) => has(ENDED_STATES, state) }],
  trades_payouts: [tradesIn('payout', ENDED_PAYOUT_STATES)],
  trades_rare: [{ holds: ({ state }) => has(RARE_STATES, state) }],
  trades_receiving: [{ holds: ({ state }) => has(ENDED_STATES, state) }],
  trades_amount: [{ holds: ({ state }) => !has(UNTOUCHED_STATES, state) }],
  trades_decisions: [
    {
      holds: ({ direction, state }) =>
        has(NEEDS_DECISION[direction === 'payin' ? 'payin' : 'payout'], state),
      among: canBe,
    },
  ],
  trades_expiry: [tradesIn('payin', TIMED_PAYIN_STATES)],
  trades_payee: [
    { holds: ({ direction }) => direction !== 'payout', beside: { payee: 'null::bytea' } },
  ],
  trades_payout_queue: [tradesIn('payout', QUEUED_PAYOUT_STATES)],
  trades_payout_utr: [
    {
      holds: ({ direction, state }) => direction !== 'payout' || state !== 'completed',
      beside: { utr: 'null::text', receiving_account_id: 'null::uuid' },
    },
  ],
  trades_state: [
    {
      holds: ({ direction, state }) =>
        has(statesOf(direction === 'payin' ? 'payin' : 'payout'), state),
    },
  ],
  trades_without_line: [
    tradesIn('payin', PAID_PAYIN_STATES, {
      received_amount_cents: '0::bigint',
      amount_cents: '1::bigint',
      recalled_amount_cents: '0::bigint',
    }),
  ],
  trades_verifying: [{ holds: ({ state }) => state === 'verifying' }],
};
