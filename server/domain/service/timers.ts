// Every time that the service waits for: where it is stored, which clock decides it, how far ahead
// it can be, and what happens if that clock is changed.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import { NOTICE_DELAYS_MS } from '../alert/alert-notice.ts';
import { PROBE_FARTHEST_MS } from '../callback/endpoint-health.ts';
import { RETRY_AFTER_MAX_MS, RETRY_DELAYS_MS } from '../callback/retry.ts';
import { LIMITS } from './limits.ts';
import { REPORT_TIMERS } from './report-timers.ts';

export type Timer = {
  readonly name: string;
  /**
   * Whether it comes nearer when the sandbox's clock is advanced. Access and what processes lend
   * each other keep the true time.
   */
  readonly sandbox_clock: 'obeys' | 'keeps_true_time';
  /** `table.column`; null if a process keeps it in memory. */
  readonly kept_in: string | null;
  /** `steady`: a clock that nobody can set. */
  readonly clock: 'database' | 'steady';
  /** The farthest into the future that its schedule can set it; null if people choose it. */
  readonly farthest_ms: number | null;
  readonly set_ahead: string;
  readonly set_back: string;
};

/** The most that jitter adds to a delay. */
const JITTERED = 1.1;

/** A page says every 15 seconds that it is open; after this it is taken as closed. */
export const PRESENCE_LIFE_MS = 40_000;

/** How long a process may take for a callback that it has leased. */
export const CALLBACK_LEASE_MS = 30_000;

const OBEYS = { sandbox_clock: 'obeys', clock: 'database' } as const;
const KEEPS_TRUE_TIME = { sandbox_clock: 'keeps_true_time', clock: 'database' } as const;

const CHOSEN = {
  sandbox_clock: 'keeps_true_time',
  clock: 'database',
  farthest_ms: null,
  set_ahead: 'ends early while the clock is ahead, and holds again when it is back',
  set_back: 'holds until the time that was told',
} as const;

const UNAFFECTED = {
  sandbox_clock: 'keeps_true_time',
  clock: 'steady',
  set_ahead: 'nothing',
  set_back: 'nothing',
} as const;

const ALL = [
  {
    name: 'attempt of a callback',
    kept_in: 'deliveries.due_at',
    ...OBEYS,
    farthest_ms: Math.max(RETRY_AFTER_MAX_MS, Math.round(JITTERED * Math.max(...RETRY_DELAYS_MS))),
    set_ahead: 'tried again early',
    set_back: 'made due at once, unless its wait was asked for by the right clock',
  },
  {
    name: 'lease of a callback',
    kept_in: 'deliveries.leased_until',
    ...KEEPS_TRUE_TIME,
    farthest_ms: CALLBACK_LEASE_MS,
    set_ahead: 'ends early: the callback may be sent twice, with the same id',
    set_back: 'one that lasts longer than any does is none',
  },
  {
    name: 'attempt of a notice of alerts',
    kept_in: 'alert_notices.due_at',
    ...OBEYS,
    farthest_ms: Math.max(...NOTICE_DELAYS_MS),
    set_ahead: 'tried again early',
    set_back: 'holds until the time that was told',
  },
  {
    name: 'lease of a notice of alerts',
    kept_in: 'alert_notices.leased_until',
    ...KEEPS_TRUE_TIME,
    farthest_ms: MINUTE_MS,
    set_ahead: 'ends early: the notice may be sent twice, with the same id',
    set_back: 'one that lasts longer than any does is none',
  },
  ...REPORT_TIMERS,
  {
    name: 'overlap of the secrets of a recipient of alerts',
    kept_in: 'alert_recipients.previous_secret_until',
    ...OBEYS,
    farthest_ms: DAY_MS,
    set_ahead: 'the old secret ends early',
    set_back: 'holds until the time that was told',
  },
  {
    name: 'life of a pay-in',
    kept_in: 'trades.expires_at',
    ...OBEYS,
    farthest_ms: LIMITS.payin_life_max_ms,
    set_ahead: 'expires early; money that comes late still completes it',
    set_back: 'ends when the payer was told, but not more than an hour after it was noticed',
  },
  {
    name: 'amount of an ended pay-in',
    kept_in: 'reservations.free_at',
    ...OBEYS,
    farthest_ms: LIMITS.reservation_hold_ms,
    set_ahead: 'lent to others early',
    set_back: 'lent to others late',
  },
  {
    name: 'way of late money to its pay-in',
    kept_in: 'reservations.until',
    ...OBEYS,
    farthest_ms: LIMITS.reservation_kept_ms,
    set_ahead: 'forgotten early: later money waits for a person',
    set_back: 'forgotten late',
  },
  {
    name: 'part of a credit that is kept back',
    kept_in: 'holds.release_at',
    ...OBEYS,
    farthest_ms: null,
    set_ahead: 'released early',
    set_back: 'released late; an operator releases it before',
  },
  {
    name: 'used signature',
    kept_in: 'used_signatures.expires_at',
    ...KEEPS_TRUE_TIME,
    farthest_ms: 2 * LIMITS.signature_tolerance_ms,
    set_ahead: 'kept until the new time has lasted as long as a signature is fresh',
    set_back: 'removed late',
  },
  {
    name: 'challenge for a passkey',
    kept_in: 'passkey_challenges.expires_at',
    ...KEEPS_TRUE_TIME,
    farthest_ms: 5 * MINUTE_MS,
    set_ahead: 'ends early: the browser asks for another one',
    set_back: 'ends late; it is answered once all the same',
  },
  {
    name: 'visit to the OpenID provider',
    kept_in: 'openid_requests.expires_at',
    ...KEEPS_TRUE_TIME,
    farthest_ms: 10 * MINUTE_MS,
    set_ahead: 'ends early: the person starts again',
    set_back: 'ends late; it is answered once all the same',
  },
  {
    name: 'link for new second factors',
    kept_in: 'enrolment_links.expires_at',
    ...KEEPS_TRUE_TIME,
    farthest_ms: DAY_MS,
    set_ahead: 'ends early: an owner makes another one',
    set_back: 'ends late; it is used once all the same',
  },
  {
    name: 'key that is about to seal data',
    kept_in: 'encryption_keys.use_from',
    ...KEEPS_TRUE_TIME,
    farthest_ms: HOUR_MS,
    set_ahead: 'used early',
    set_back: 'used late: the former key seals until then',
  },
  { name: 'API token', kept_in: 'api_tokens.expires_at', ...CHOSEN },
  { name: 'operator token', kept_in: 'operator_tokens.expires_at', ...CHOSEN },
  {
    name: 'session of a person',
    kept_in: 'sessions.expires_at',
    ...KEEPS_TRUE_TIME,
    farthest_ms: LIMITS.session_life_ms,
    set_ahead: 'ends early: the person signs in again',
    set_back: 'lasts longer, but not without use',
  },
  {
    name: 'operator who looks at something',
    kept_in: 'presences.until_at',
    ...KEEPS_TRUE_TIME,
    farthest_ms: PRESENCE_LIFE_MS,
    set_ahead: 'others are not told of each other until the next sign of life',
    set_back: 'shown for longer',
  },
  {
    name: 'proposal for a second person',
    kept_in: 'proposals.expires_at',
    ...OBEYS,
    farthest_ms: LIMITS.proposal_life_ms,
    set_ahead: 'ends early: the act is proposed again',
    set_back: 'waits longer; it is decided on the facts of then',
  },
  {
    name: 'link for a password',
    kept_in: 'person_links.expires_at',
    ...KEEPS_TRUE_TIME,
    farthest_ms: LIMITS.invitation_life_ms,
    set_ahead: 'ends early: an owner makes another one',
    set_back: 'lasts longer, but works once',
  },
  {
    name: 'lock of a sign-in',
    kept_in: 'sign_in_tries.locked_until',
    ...KEEPS_TRUE_TIME,
    farthest_ms: LIMITS.sign_in_lock_max_ms,
    set_ahead: 'ends early',
    set_back: 'lasts longer',
  },
  {
    name: 'memory of failed sign-ins',
    kept_in: 'sign_in_tries.kept_until',
    ...KEEPS_TRUE_TIME,
    farthest_ms: LIMITS.known_address_ms,
    set_ahead: 'forgotten early',
    set_back: 'forgotten late',
  },
  {
    name: 'answer about a dispute',
    kept_in: 'disputes.deadline_at',
    ...OBEYS,
    farthest_ms: null,
    set_ahead: 'told as overdue early, and stays so until the next step; nothing is decided',
    set_back: 'told as overdue late',
  },
  {
    name: 'former secret of a callback endpoint',
    kept_in: 'callback_endpoints.previous_secret_until',
    ...OBEYS,
    farthest_ms: DAY_MS,
    set_ahead: 'callbacks are signed with the new secret alone',
    set_back: 'callbacks are signed with both for longer',
  },
  {
    name: 'probe of a failing callback endpoint',
    kept_in: 'callback_endpoint_health.next_probe_at',
    ...OBEYS,
    farthest_ms: PROBE_FARTHEST_MS,
    set_ahead: 'probed early',
    set_back: 'probed late; sending one delivery again probes at once',
  },
  {
    name: 'appeal of a dispute',
    kept_in: 'disputes.appeal_until',
    ...OBEYS,
    farthest_ms: null,
    set_ahead: 'ends early; a person can still correct the balance',
    set_back: 'ends late: the money stays blocked for longer',
  },
  {
    name: 'file of a receipt',
    kept_in: 'receipts.given_at',
    ...OBEYS,
    farthest_ms: LIMITS.receipt_kept_ms,
    set_ahead: 'removed early',
    set_back: 'removed late',
  },
  {
    name: 'file of a dispute',
    kept_in: 'dispute_files.given_at',
    ...OBEYS,
    farthest_ms: LIMITS.dispute_file_kept_ms,
    set_ahead: 'removed early',
    set_back: 'removed late',
  },
  {
    name: 'answer of the simulated bank',
    kept_in: 'sandbox_answers.due_at',
    ...OBEYS,
    farthest_ms: HOUR_MS,
    set_ahead: 'answered early',
    set_back: 'answered late',
  },
  {
    name: 'pause of a cell that moves',
    kept_in: 'cell_moves.pause_ends_at',
    ...KEEPS_TRUE_TIME,
    farthest_ms: MINUTE_MS,
    set_ahead: 'ends early: the switch is refused',
    set_back: 'holds longer: the command ends it',
  },
  {
    name: 'daily proof',
    kept_in: null,
    farthest_ms: HOUR_MS,
    ...UNAFFECTED,
    sandbox_clock: 'obeys',
  },
  { name: 'requests per token', kept_in: null, farthest_ms: MINUTE_MS, ...UNAFFECTED },
  { name: 'requests per page and address', kept_in: null, farthest_ms: MINUTE_MS, ...UNAFFECTED },
  { name: 'age of settings', kept_in: null, farthest_ms: 1_000, ...UNAFFECTED },
  { name: 'limit of a statement', kept_in: null, farthest_ms: HOUR_MS, ...UNAFFECTED },
  { name: 'round of a job', kept_in: null, farthest_ms: MINUTE_MS, ...UNAFFECTED },
] as const satisfies readonly Timer[];

export const TIMERS: readonly Timer[] = ALL;

/** Those that come nearer when the sandbox's clock is advanced. */
export type ObeyingTimer = Extract<(typeof ALL)[number], { sandbox_clock: 'obeys' }>['name'];
