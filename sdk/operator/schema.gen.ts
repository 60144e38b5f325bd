// Made by tools/generate.ts from openapi/operator.json: the schemas and operations of the API.

export type Accent = {
  /** `#rrggbb`: links and buttons */
  readonly accent: string;
  /** `#rrggbb`: the words on a button */
  readonly on_accent: string;
};

export type Accents = {
  readonly light: Accent;
  readonly dark: Accent;
} | null;

export type AcceptDispute = {
  /** Why, in your words */
  readonly note?: string | null;
  /** The dispute’s `sequence` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_sequence?: number | null;
};

export type AccountDay = {
  /** The receiving account */
  readonly receiving_account_id: string;
  /** The day */
  readonly day: string;
  /** ISO 4217 code */
  readonly currency: string;
  /** The balance before the first line, in minor units */
  readonly opening_cents: number | null;
  /** From a statement, or carried from the closing before */
  readonly opening_source: "statement" | "carried" | null;
  /** Lines booked on the day */
  readonly line_count: number;
  /** What came in by the lines, in minor units */
  readonly in_cents: number;
  /** What went out by the lines, in minor units */
  readonly out_cents: number;
  /** Opening and lines, in minor units */
  readonly expected_closing_cents: number | null;
  /** According to the statement; null if it does not say, in minor units */
  readonly closing_cents: number | null;
  /** What the ledger’s bank account moved by these lines, in minor units */
  readonly ledger_cents: number;
  /** At most 200 of each kind of line and trade */
  readonly differences: readonly DayDifference[];
  /** How often it was closed; null: never */
  readonly revision: number | null;
  /** The last time */
  readonly closed_at: string | null;
  /** Who closed it: a person or token */
  readonly closed_by: string | null;
  /** Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known */
  readonly closed_by_name: string | null;
  /** Why differences were accepted */
  readonly note: string | null;
  /** The day’s figures have changed since it was closed */
  readonly changed_since: boolean;
};

export type AccountDayPage = {
  /** The rows of this page */
  readonly data: readonly KnownDay[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
};

export type AccountMonth = {
  /** In this book */
  readonly account: string;
  /** ISO 4217 code */
  readonly currency: string;
  /** The side on which its balance is positive */
  readonly side: "debit" | "credit";
  /** Of the merchant in the account’s name; null: it has none */
  readonly merchant_name: string | null;
  /** Of the receiving account in the account’s name, as in `HDFC ··0001`; null: it has none */
  readonly receiving_account_name: string | null;
  /** Before the month, positive on the side given in `side`, in minor units */
  readonly opening_cents: number;
  /** What the month’s entries moved on this account, by kind of entry */
  readonly movements: readonly MonthMovement[];
  /** After it: the opening and all movements, in minor units */
  readonly closing_cents: number;
};

export type AccountTally = {
  /** The receiving account */
  readonly receiving_account_id: string;
  /** Its holder */
  readonly name: string;
  /** Masked */
  readonly number: string;
  /** ISO 4217 code */
  readonly currency: string;
  /** Lines that are new */
  readonly imported: number;
  /** How many of them were matched */
  readonly matched: number;
  /** How many of them wait for a person */
  readonly suspense: number;
  /** Lines that were sent before */
  readonly duplicate: number;
  /** Money that came in, over all lines, in minor units */
  readonly in_cents: number;
  /** Money that went out, over all lines, in minor units */
  readonly out_cents: number;
  /** Sum of the matched lines, with their signs, in minor units */
  readonly matched_cents: number;
  /** Sum of the waiting lines, with their signs, in minor units */
  readonly suspense_cents: number;
  /** Sum of the lines that were sent before, with their signs, in minor units */
  readonly duplicate_cents: number;
};

export type AcknowledgeAlert = {
  /** What is being done about it */
  readonly note?: string | null;
};

export type AcknowledgedBy = {
  /** `operator`: a person or token of the operator; `merchant`: one of the merchant; `service`: the service by itself */
  readonly role: "merchant" | "customer" | "operator" | "feed" | "service";
  /** The person or token; null for a customer and for the service itself */
  readonly id: string | null;
  /** Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known */
  readonly name: string | null;
} | null;

export type ActivateFirstTotp = {
  /** Six digits */
  readonly code: string;
};

export type ActivateTotp = {
  /** Six digits */
  readonly code: string;
};

export type Actor = {
  /** `operator`: a person or token of the operator; `merchant`: one of the merchant; `service`: the service by itself */
  readonly role: "merchant" | "customer" | "operator" | "feed" | "service";
  /** The person or token; null for a customer and for the service itself */
  readonly id: string | null;
  /** Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known */
  readonly name: string | null;
};

export type AddAdjustment = {
  /** In the balance currency; negative takes from the balance, in minor units */
  readonly amount_cents: number;
  /** Why; recorded in the audit trail */
  readonly reason: string;
};

export type AddFirstPasskey = {
  /** To tell it from others */
  readonly name: string;
  /** `toJSON()` of what `navigator.credentials.create()` gave */
  readonly credential: Readonly<Record<string, unknown>>;
};

export type AddPasskey = {
  /** To tell it from others */
  readonly name: string;
  /** `toJSON()` of what `navigator.credentials.create()` gave */
  readonly credential: Readonly<Record<string, unknown>>;
};

export type AddedFactor = {
  readonly factors: SecondFactors;
  /** Made with the first factor and shown only now; else null */
  readonly recovery_codes: readonly string[] | null;
  /** Of the session that opened with it; null if it was open before */
  readonly csrf_token: string | null;
};

export type Adjustment = {
  /** The adjustment */
  readonly id: string;
  /** Whose balance */
  readonly merchant_id: string;
  /** Negative: taken from the balance, in minor units */
  readonly amount_cents: number;
  /** The balance currency */
  readonly currency: string;
  /** Why */
  readonly reason: string;
  /** When */
  readonly created_at: string;
};

export type AdoptCopy = {
  /** Why */
  readonly reason: string;
};

export type AdoptedCopy = {
  /** `own`: it is no copy, or was adopted already */
  readonly outcome: "adopted" | "own";
  /** What it was a copy of */
  readonly copy: string | null;
};

export type AdvanceSandboxClock = {
  /** By how much the sandbox’s clock goes forward from where it is */
  readonly seconds: number;
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type AdvancedSandboxClock = {
  /** The sandbox’s time */
  readonly now: string;
  /** How far it is ahead of the true time */
  readonly ahead_seconds: number;
  readonly came_due: SandboxWork;
};

export type Alert = {
  /** The alert; one cause has at most one that has not recovered */
  readonly id: string;
  /** What waits or is wrong */
  readonly kind: "payins_to_verify" | "payouts_to_send" | "payouts_unconfirmed" | "disputes_overdue" | "approvals_waiting" | "two_people_off" | "settlements_waiting" | "lines_in_suspense" | "lines_waiting" | "payins_without_line" | "payouts_without_line" | "suspense_unequal" | "books_unsound" | "proofs_missing" | "balances_negative" | "accounts_near_limit" | "payins_over_share" | "callbacks_failing" | "callbacks_exhausted" | "reports_undelivered" | "imports_unfinished" | "recipients_failing" | "disk_filling";
  /** Of its alerts: `critical` ones are sent in quiet hours, too, the others after them */
  readonly severity: "warning" | "critical";
  /** `raised`: it is on; `recovered`: it is over */
  readonly state: "rising" | "raised" | "recovered";
  /** What it is about; null: all of them together */
  readonly subject_type: "receiving_account" | "callback_endpoint" | "alert_recipient" | "merchant" | null;
  /** Its id; `MERCHANT/NUMBER` of a callback endpoint, `MERCHANT/orders` of addresses that orders gave */
  readonly subject_id: string | null;
  /** How many waited when it was last looked at */
  readonly count: number;
  /** More than `count` waited */
  readonly has_more: boolean;
  /** Since when the longest-waiting one waits */
  readonly oldest_at: string | null;
  /** What was compared with the threshold */
  readonly value: number;
  /** Of the threshold and what is compared with it. `minutes`: the age of the oldest; `percent`: of a limit; `count`: how many */
  readonly unit: "minutes" | "percent" | "count";
  /** From this value on it was over */
  readonly threshold: number;
  /** What is wrong and what to do */
  readonly text: string;
  /** The command that shows what is behind it */
  readonly command: string;
  /** The same in this API */
  readonly route: string;
  /** When it was raised */
  readonly raised_at: string;
  /** When a notice of it was last made */
  readonly last_noticed_at: string | null;
  /** When it recovered */
  readonly recovered_at: string | null;
  /** When somebody acknowledged it: no reminders are sent since */
  readonly acknowledged_at: string | null;
  readonly acknowledged_by: AcknowledgedBy;
  /** What they wrote */
  readonly acknowledged_note: string | null;
};

export type AlertKindSetting = {
  /** What waits or is wrong */
  readonly kind: "payins_to_verify" | "payouts_to_send" | "payouts_unconfirmed" | "disputes_overdue" | "approvals_waiting" | "two_people_off" | "settlements_waiting" | "lines_in_suspense" | "lines_waiting" | "payins_without_line" | "payouts_without_line" | "suspense_unequal" | "books_unsound" | "proofs_missing" | "balances_negative" | "accounts_near_limit" | "payins_over_share" | "callbacks_failing" | "callbacks_exhausted" | "reports_undelivered" | "imports_unfinished" | "recipients_failing" | "disk_filling";
  /** Of its alerts: `critical` ones are sent in quiet hours, too, the others after them */
  readonly severity: "warning" | "critical";
  /** Of the threshold and what is compared with it. `minutes`: the age of the oldest; `percent`: of a limit; `count`: how many */
  readonly unit: "minutes" | "percent" | "count";
  /** Unless it is changed */
  readonly default_threshold: number;
  /** From this value on it is over */
  readonly threshold: number;
  /** False: no alerts of this kind */
  readonly enabled: boolean;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type AlertPage = {
  /** The rows of this page */
  readonly data: readonly (Alert & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type AlertRecipient = {
  /** The recipient */
  readonly id: string;
  /** How notices are sent: `callback`: as signed HTTP requests; `email`: by e-mail */
  readonly channel: "callback" | "email";
  /** What people call it */
  readonly name: string;
  /** Whose person it is: told of this merchant only; null: the house’s */
  readonly merchant_id: string | null;
  /** Where notices go, shortened; null: it cannot be decrypted */
  readonly address: string | null;
  /** `critical`: nothing else */
  readonly min_severity: "warning" | "critical";
  /** Empty: all */
  readonly kinds: readonly ("payins_to_verify" | "payouts_to_send" | "payouts_unconfirmed" | "disputes_overdue" | "approvals_waiting" | "two_people_off" | "settlements_waiting" | "lines_in_suspense" | "lines_waiting" | "payins_without_line" | "payouts_without_line" | "suspense_unequal" | "books_unsound" | "proofs_missing" | "balances_negative" | "accounts_near_limit" | "payins_over_share" | "callbacks_failing" | "callbacks_exhausted" | "reports_undelivered" | "imports_unfinished" | "recipients_failing" | "disk_filling")[];
  /** False: nothing is sent */
  readonly enabled: boolean;
  /** When it was made */
  readonly created_at: string;
  /** When a notice last arrived */
  readonly last_delivered_at: string | null;
  /** Since when none has arrived; null: the last one did */
  readonly failing_since: string | null;
  /** Why the last attempt failed */
  readonly last_problem: string | null;
  /** Notices on their way */
  readonly waiting_notices: number;
  /** Until when the secret before signs as well */
  readonly previous_secret_until: string | null;
  /** Of a callback, when it is made or rotated; shown only now */
  readonly secret: string | null;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type AlertRecipients = {
  /** The oldest first */
  readonly data: readonly ListedRecipient[];
};

export type AlertSettings = {
  /** As `22:00`: from then on only critical alerts are sent */
  readonly quiet_from: string | null;
  /** As `07:00`: then the rest is sent, as one notice */
  readonly quiet_to: string | null;
  /** Of the quiet hours, as `Asia/Kolkata` */
  readonly time_zone: string;
  /** For how many minutes something must be over before its alert is raised */
  readonly raise_after_minutes: number;
  /** For how many minutes it must be clear before it has recovered */
  readonly recover_after_minutes: number;
  /** After how many minutes an alert that nobody acknowledged is sent again */
  readonly remind_after_minutes: number;
  /** One row for each kind of alert */
  readonly kinds: readonly AlertKindSetting[];
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type AlertTest = {
  /** `waiting`: not sent in time */
  readonly outcome: "delivered" | "failed" | "waiting";
  /** Of the receiver’s or mail server’s answer */
  readonly status: number | null;
  /** Why it failed */
  readonly problem: string | null;
};

export type AllowRemoval = {
  /** The SHA-256 of the file, as the plan shows it, in hex */
  readonly file_sha256: string;
  /** How many trades the plan removes */
  readonly trades: number;
  /** Why, in your words */
  readonly reason: string;
};

export type AppealDispute = {
  /** Why, in your words */
  readonly note?: string | null;
  /** The dispute’s `sequence` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_sequence?: number | null;
};

export type ApprovalBand = {
  /** The act that may need two people: it moves money (`pay_out` to `line_write_off`), gives bank lines or a bank’s answers (`evidence`), or changes settings or ends data (the others) */
  readonly act: "pay_out" | "payout_undone" | "refund" | "settlement" | "adjustment" | "manual_confirm" | "payin_undone" | "dispute_outcome" | "line_credit" | "line_keep" | "line_difference" | "line_write_off" | "evidence" | "tariff" | "rate" | "receiving_account_number" | "callback_address" | "settlement_account" | "person_role" | "merchant_token" | "operator_token" | "limits" | "line_rule" | "bands" | "retention" | "erasure";
  /** Null: every currency without a band of its own */
  readonly currency: string | null;
  /** Such an act may have a band of its own per currency */
  readonly has_amount: boolean;
  /** From which amount two people are needed; 0: always; null: never, in minor units */
  readonly from_cents: number | null;
  /** Nobody has set it: the default counts */
  readonly is_default: boolean;
  /** From which sum over 24 hours two people are needed; 0: always; null: never, or by the band of each currency, in minor units */
  readonly sum_from_cents: number | null;
  /** Nobody has set it: ten times the band counts */
  readonly sum_is_default: boolean;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type ApprovalBands = {
  /** Each act for all currencies, followed by its currencies with a band of their own */
  readonly bands: readonly ApprovalBand[];
  /** What counts if nobody has set a band, by the decimals of the currency */
  readonly defaults: readonly ApprovalDefault[];
};

export type ApprovalDefault = {
  /** Of the currency */
  readonly decimals: number;
  /** The default of every act with an amount; null: never, in minor units */
  readonly from_cents: number | null;
  /** The default of its sum over 24 hours; null: never, in minor units */
  readonly sum_from_cents: number | null;
};

export type ApprovalResult = {
  /** The proposal, as the request names it */
  readonly id: string;
  /** `waiting`: another person has to approve it, too */
  readonly outcome: "approved" | "waiting" | "refused";
  /** Why it was refused */
  readonly code: string | null;
  /** The same in words */
  readonly detail: string | null;
};

export type ApprovalResults = {
  /** One result for each proposal, in the order of the request */
  readonly results: readonly ApprovalResult[];
};

export type ApproveProposal = {
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type ApproveProposals = {
  /** The proposals to approve, each once; they are decided in this order */
  readonly proposals: readonly string[];
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type ApproveSettlement = {
  /** What to pay out, 0 for nothing; default: everything payable. The rest is carried, in minor units */
  readonly amount_cents?: number | null;
  /** Why, in your words */
  readonly note?: string | null;
};

export type ApprovedProposal = {
  readonly proposal: Proposal;
  /** What the act answered; null if another person still has to approve it */
  readonly result: Readonly<Record<string, unknown>> | null;
};

export type AskAboutDispute = {
  /** Whose answer it waits for */
  readonly party: "merchant" | "customer" | "operator";
  /** A new deadline, at most 60 days ahead */
  readonly deadline_at?: string | null;
  /** Why, in your words */
  readonly note?: string | null;
  /** The dispute’s `sequence` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_sequence?: number | null;
};

export type AskForPasskey = Readonly<Record<string, never>>;

export type AskForSignInPasskey = Readonly<Record<string, never>>;

export type AssignDispute = {
  /** A person or operator token; null: nobody */
  readonly to?: string | null;
  /** Why, in your words */
  readonly note?: string | null;
  /** The dispute’s `sequence` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_sequence?: number | null;
};

export type Attempt = {
  /** 1, 2, 3 … */
  readonly attempt: number;
  /** When it began */
  readonly at: string;
  /** HTTP status; null if there was no answer */
  readonly status: number | null;
  /** Why it failed */
  readonly error: string | null;
  /** How long it took */
  readonly duration_ms: number;
  /** Where it was sent, without the query; empty of old attempts */
  readonly sent_to: string;
  /** Of the request; empty if nothing was sent, and of old attempts */
  readonly headers: readonly SentHeader[];
  /** The first kilobyte of the answer */
  readonly reply_head: string;
  /** Set once the attempts are old (`callback_attempts` of `/retention`): this row then stands for all up to it, the first of which was made at this time; answers are not kept */
  readonly folded_from: string | null;
};

export type AttemptCounts = {
  /** Attempts that are pending */
  readonly pending: number;
  /** Attempts that are sent */
  readonly sent: number;
  /** Attempts that are accepted */
  readonly accepted: number;
  /** Attempts that are unknown */
  readonly unknown: number;
  /** Attempts that are paid */
  readonly paid: number;
  /** Attempts that are rejected */
  readonly rejected: number;
  /** Attempts that are returned */
  readonly returned: number;
  /** Attempts that are released */
  readonly released: number;
};

export type AttentionItem = {
  /** What waits or is wrong */
  readonly kind: "payins_to_verify" | "payouts_to_send" | "payouts_unconfirmed" | "disputes_overdue" | "approvals_waiting" | "two_people_off" | "settlements_waiting" | "lines_in_suspense" | "lines_waiting" | "payins_without_line" | "payouts_without_line" | "suspense_unequal" | "books_unsound" | "proofs_missing" | "balances_negative" | "accounts_near_limit" | "payins_over_share" | "callbacks_failing" | "callbacks_exhausted" | "reports_undelivered" | "imports_unfinished" | "recipients_failing" | "disk_filling";
  /** Of its alerts: `critical` ones are sent in quiet hours, too, the others after them */
  readonly severity: "warning" | "critical";
  /** What it is about; null: all of them together */
  readonly subject_type: "receiving_account" | "callback_endpoint" | "alert_recipient" | "merchant" | null;
  /** Its id; `MERCHANT/NUMBER` of a callback endpoint, `MERCHANT/orders` of addresses that orders gave */
  readonly subject_id: string | null;
  /** Of the merchant or receiving account that it is about */
  readonly subject_name: string | null;
  /** How many wait; at most 1000 are counted */
  readonly count: number;
  /** More than `count` wait */
  readonly has_more: boolean;
  /** Since when the longest-waiting one waits, if that is known */
  readonly oldest_at: string | null;
  /** The parts of its name; null if it has no name or is gone */
  readonly worst: NamedTarget | null;
  /** What is compared with the threshold */
  readonly value: number;
  /** Of the threshold and what is compared with it. `minutes`: the age of the oldest; `percent`: of a limit; `count`: how many */
  readonly unit: "minutes" | "percent" | "count";
  /** From this value on it is over */
  readonly threshold: number;
  /** It needs somebody now; while it is over, an alert is raised */
  readonly is_over: boolean;
  /** What is wrong and what to do */
  readonly text: string;
  /** The command that shows what is behind it, after `payment-orders` */
  readonly command: string;
  /** The same in this API */
  readonly route: string;
};

export type AttentionList = {
  /** The most urgent first */
  readonly data: readonly (AttentionItem & OfCell)[];
  /** How many of them are over their threshold */
  readonly over: number;
  /** When this was read */
  readonly measured_at: string;
  readonly cells_away?: CellsAway;
};

export type AuditActor = {
  /** `operator`: a person or token of the operator; `merchant`: one of the merchant; `service`: the service by itself */
  readonly role: "merchant" | "customer" | "operator" | "feed" | "service";
  /** The person or token; null for a customer and for the service itself */
  readonly id: string | null;
  /** Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known */
  readonly name: string | null;
  /** The token with which the person did it; null in a session */
  readonly token_name: string | null;
};

export type AuditEntry = {
  /** 1, 2, 3 … without gaps */
  readonly number: number;
  /** When */
  readonly at: string;
  readonly actor: AuditActor;
  /** What was done, as in `bank_line_assign` */
  readonly action: string;
  /** What it was done to: a path, as in `trades/MERCHANT/TRADE` */
  readonly target: string;
  /** The parts of its name; null if it has no name or is gone */
  readonly named_target: NamedTarget | null;
  /** What was requested and why (`note`), what changed (`before`, `after`), without secrets and account numbers */
  readonly detail: Readonly<Record<string, unknown>>;
  /** From where; null for what the service does by itself */
  readonly origin: AuditOrigin | null;
  /** Over this entry and the hash before it */
  readonly hash: string;
};

export type AuditOrigin = {
  /** The IP address */
  readonly address: string;
  /** As in the header `X-Request-Id` of the answer */
  readonly request_id: string;
  /** The person’s session; null with a token */
  readonly session_id: string | null;
  /** The token; null in a session */
  readonly operator_token_id: string | null;
};

export type AuditPage = {
  /** The rows of this page */
  readonly data: readonly (AuditEntry & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type Balance = {
  /** actual_amount_cents + blocked_amount_cents, in minor units */
  readonly amount_cents: number;
  /** ISO 4217 code */
  readonly amount_currency: string;
  /** On hold: open pay-outs with fees, disputed credits, reserve, in minor units */
  readonly blocked_amount_cents: number;
  /** What you can spend, in minor units */
  readonly actual_amount_cents: number;
  /** The moment that was asked for; absent: now */
  readonly at?: string;
};

export type BalanceShown = {
  /** Whose balance it is */
  readonly merchant_id: string;
  /** `available` or `blocked` */
  readonly account: string;
  /** ISO 4217 */
  readonly currency: string;
  /** Now, in minor units */
  readonly before_cents: number;
  /** After the act, in minor units */
  readonly after_cents: number;
};

export type BankLine = {
  /** The bank line */
  readonly id: string;
  /** The account on which the money moved */
  readonly receiving_account_id: string;
  /** ISO 4217 code */
  readonly currency: string;
  /** Negative: money went out, in minor units */
  readonly amount_cents: number;
  /** A time, or a day if the bank gave only that */
  readonly booked_at: string;
  /** In canonical form: upper case, no separators */
  readonly utr: string | null;
  /** The bank’s narration */
  readonly text: string | null;
  /** Its personal data cannot be decrypted, and is null */
  readonly damaged: boolean;
  /** Its personal data was erased with that of the payer, and is null */
  readonly erased: boolean;
  /** The bank’s own id of the line */
  readonly bank_id: string | null;
  /** Another line has had this id of the bank before */
  readonly bank_id_shared: boolean;
  /** The statement that contained it */
  readonly statement_id: string | null;
  /** Who sent or received the money */
  readonly counterparty_name: string | null;
  /** Masked */
  readonly counterparty_number: string | null;
  /** The bank’s code for the kind of transaction */
  readonly purpose: string | null;
  /** The sender’s own id of the payment */
  readonly end_to_end_id: string | null;
  /** Why a bank sent the money back */
  readonly return_reason: string | null;
  /** `hand`: a person or their token gave it; `file`: a statement; `feed`: a feed */
  readonly source: "hand" | "file" | "feed" | null;
  /** For a part: the line that was split */
  readonly parent_line_id: string | null;
  /** When it came */
  readonly received_at: string;
  /** What became of its money */
  readonly status: "matched" | "suspense" | "split" | "fee" | "own_transfer" | "returned" | "credited" | "difference" | "withdrawn";
  /** The merchant of the trade that it paid */
  readonly merchant_id: string | null;
  /** The trade that it paid */
  readonly trade_id: string | null;
  /** The merchant’s own id of its order */
  readonly order_id: string | null;
  /** Of the merchant; null: of none, or of one that is some moments old */
  readonly merchant_name: string | null;
  /** Why the line has this status */
  readonly reason: "utr_account_amount" | "reference" | "account_amount_time" | "utr_amount_mismatch" | "reference_amount_mismatch" | "several_candidates" | "trade_already_paid" | "trade_not_payable" | "too_early" | "too_late" | "other_utr" | "partly_paid" | "other_time" | "no_candidate" | "outgoing" | "balance_limit" | "feed_daily_sum" | "feed_rate" | "unusual_amount" | "unusual_date" | "unusual_hour" | "repeated_id" | "evidence_rejected" | "overpaid" | "credit_reversed" | "beyond_credit" | "divided" | "kept" | "credited_to_merchant" | "recall" | "recalled" | "recall_for_review" | "partial_recall" | "assigned" | "assigned_with_difference" | "difference_to_house" | "difference_to_merchant" | "split_in_parts" | "part_of_split" | "split_undone" | "marked_fee" | "marked_own_transfer" | "returned_to_sender" | "return_failed" | "undone" | "payout_reference" | "payout_utr" | "payout_amount_time" | "payout_returned" | "payout_returned_early" | "payout_amount_mismatch" | "payout_not_paid" | "payout_given_up" | "payout_paid_already" | "payout_returned_already" | "payout_never_left" | "payout_final" | "charged";
  /** The reason in words */
  readonly explanation: string;
  /** Trades that it may be for, as they were found when its status was decided */
  readonly candidates: readonly LineCandidate[];
  /** When its status was decided */
  readonly decided_at: string;
};

export type BankLineAssign = {
  /** Whose trade */
  readonly merchant_id: string;
  /** The trade */
  readonly trade_id: string;
  /** Charge the merchant: the money of a pay-out that failed, was canceled or reversed has left all the same */
  readonly charge?: boolean | null;
  /** If the amounts differ: the line’s amount less the amount that the trade waits for, exactly */
  readonly difference_cents?: number;
  /** Who bears the difference: the house (costs of the account), the trade’s merchant (its balance), or the payer (the pay-in is credited with what came) */
  readonly difference_to?: "house" | "merchant" | "payer";
  /** Why, in your words; stays with the line */
  readonly note: string;
  /** The line’s `decided_at` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_decided_at?: string | null;
};

export type BankLineCredit = {
  /** Whose balance */
  readonly merchant_id: string;
  /** Why, in your words; stays with the line */
  readonly note: string;
  /** The line’s `decided_at` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_decided_at?: string | null;
};

export type BankLineDecision = {
  /** The bank line */
  readonly bank_line_id: string;
  /** What is decided; the other fields are those of this act */
  readonly act: "assign" | "split" | "fee" | "own_transfer" | "return" | "undo" | "credit" | "keep";
  /** Whose balance */
  readonly merchant_id?: string;
  /** The trade */
  readonly trade_id?: string;
  /** Charge the merchant again for a returned pay-out */
  readonly charge?: boolean | null;
  /** If the amounts differ: the line’s amount less the amount that the trade waits for, exactly */
  readonly difference_cents?: number;
  /** Who bears the difference: the house (costs of the account), the trade’s merchant (its balance), or the payer (the pay-in is credited with what came) */
  readonly difference_to?: "house" | "merchant" | "payer";
  /** Why; default: the note of the request */
  readonly note?: string;
  /** The line’s `decided_at` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_decided_at?: string | null;
  /** Amounts in minor units that add up to the line’s amount */
  readonly parts?: readonly number[];
  /** One of card, account, iban, upi, phone; default: recognised from the number */
  readonly type?: "card" | "account" | "iban" | "upi" | "phone" | null;
  /** The payee’s number; default: the payer’s, if the bank reported it */
  readonly number?: string | null;
  /** The payee’s name */
  readonly name?: string | null;
  /** The payee’s bank */
  readonly payment_data_bank_name?: string | null;
  /** E.164 */
  readonly customer_phone_number?: string | null;
  /** Also take back the credit, or reverse the pay-out */
  readonly reverse?: boolean | null;
  /** Leave the credit that depends on the line: the pay-in lacks the money until another line brings it */
  readonly keep?: boolean | null;
};

export type BankLineDecisionResult = {
  /** As the request has it */
  readonly bank_line_id: string;
  /** `waiting`: a second person has to approve it */
  readonly outcome: "decided" | "waiting" | "refused";
  /** What became of the line; null if refused */
  readonly status: "matched" | "suspense" | "split" | "fee" | "own_transfer" | "returned" | "credited" | "difference" | "withdrawn" | null;
  /** Why it was refused; null: it was not */
  readonly error: DecisionError | null;
  /** The proposal that waits for a second person */
  readonly proposal_id: string | null;
};

export type BankLineDecisions = {
  /** How many were made */
  readonly decided_count: number;
  /** How many wait for a second person */
  readonly waiting_count: number;
  /** How many were refused */
  readonly refused_count: number;
  /** In the order of the decisions */
  readonly results: readonly BankLineDecisionResult[];
};

export type BankLineDetail = {
  readonly line: BankLine;
  /** Every decision, and why it is not possible now */
  readonly acts_now: readonly LineActNow[];
  /** In suspense: the pay-ins of this account that it may be for, likeliest first */
  readonly possible_payins: readonly PossiblePayin[];
  /** The parts of a line that was split */
  readonly parts: readonly BankLine[];
  /** What people decided about it, oldest first */
  readonly acts: readonly LineAct[];
};

export type BankLineFee = {
  /** Why, in your words; stays with the line */
  readonly note: string;
  /** The line’s `decided_at` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_decided_at?: string | null;
};

export type BankLineKeep = {
  /** Why, in your words; stays with the line */
  readonly note: string;
  /** The line’s `decided_at` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_decided_at?: string | null;
};

export type BankLinePage = {
  /** The rows of this page */
  readonly data: readonly (BankLine & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type BankLineReturn = {
  /** One of card, account, iban, upi, phone; default: recognised from the number */
  readonly type?: "card" | "account" | "iban" | "upi" | "phone" | null;
  /** The payee’s number; default: the payer’s, if the bank reported it */
  readonly number?: string | null;
  /** The payee’s name */
  readonly name?: string | null;
  /** The payee’s bank */
  readonly payment_data_bank_name?: string | null;
  /** E.164 */
  readonly customer_phone_number?: string | null;
  /** Why, in your words; stays with the line */
  readonly note: string;
  /** The line’s `decided_at` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_decided_at?: string | null;
};

export type BankLineSplit = {
  /** Amounts in minor units that add up to the line’s amount */
  readonly parts: readonly number[];
  /** Why, in your words; stays with the line */
  readonly note: string;
  /** The line’s `decided_at` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_decided_at?: string | null;
};

export type BankLineUndo = {
  /** Charge the merchant again for a returned pay-out */
  readonly charge?: boolean | null;
  /** Also take back the credit, or reverse the pay-out */
  readonly reverse?: boolean | null;
  /** Leave the credit that depends on the line: the pay-in lacks the money until another line brings it */
  readonly keep?: boolean | null;
  /** Why, in your words; stays with the line */
  readonly note: string;
  /** The line’s `decided_at` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_decided_at?: string | null;
};

export type BatchPayout = {
  /** The attempt */
  readonly id: string;
  /** Whose pay-out */
  readonly merchant_id: string;
  /** The pay-out */
  readonly trade_id: string;
  /** Null if a person pays it by hand */
  readonly payout_batch_id: string | null;
  /** The batch as its bank knows it: `message_id` of the batch */
  readonly batch_message_id: string | null;
  /** The paying account; null if it is not known */
  readonly receiving_account_id: string | null;
  /** Its id at the bank, from the file to the line of the statement */
  readonly end_to_end_id: string;
  /** Its progress */
  readonly state: "pending" | "sent" | "accepted" | "unknown" | "paid" | "rejected" | "returned" | "released";
  /** What is paid, in minor units */
  readonly amount_cents: number;
  /** ISO 4217 code */
  readonly currency: string;
  /** The bank’s number of the transfer */
  readonly utr: string | null;
  /** The bank line that shows the money leave */
  readonly debit_line_id: string | null;
  /** The bank line that shows it come back */
  readonly return_line_id: string | null;
  /** What the merchant is charged, in the balance currency, because the money left although the pay-out was not completed, in minor units */
  readonly charged_cents: number | null;
  /** The last status that the bank gave */
  readonly bank_status: string | null;
  /** The bank’s code for the reason */
  readonly bank_reason: string | null;
  /** Its words */
  readonly bank_text: string | null;
  /** When it was taken */
  readonly created_at: string;
  /** When its batch was exported */
  readonly sent_at: string | null;
  /** When it last changed */
  readonly updated_at: string;
  /** The merchant’s id of the pay-out */
  readonly order_id: string;
  /** Of the pay-out; `state` is that of this attempt */
  readonly trade_state: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed";
  /** Payment type of the payee’s number */
  readonly type: string;
  /** As the merchant gave it; null also if it cannot be decrypted */
  readonly payee_name: string | null;
  /** Masked; null if it cannot be decrypted */
  readonly payee_number: string | null;
  /** The payee’s bank, or its IFSC, as the merchant gave it */
  readonly payee_bank: string | null;
};

export type BatchPayoutPage = {
  /** The rows of this page */
  readonly data: readonly BatchPayout[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
};

export type BooksProof = {
  /** Nothing is wrong */
  readonly ok: boolean;
  /** Day of the proof from which it went on; null: from the first entry */
  readonly since: string | null;
  /** When the interrupted check began that this one went on with */
  readonly resumed_from: string | null;
  /** How many were read */
  readonly books: number;
  /** How many were read */
  readonly entries: number;
  /** How many of the audit trail were read */
  readonly audit_entries: number;
  /** How many signed proofs were checked */
  readonly proofs: number;
  /** What this check did not read; empty: it read everything */
  readonly not_checked: readonly string[];
  /** The first hundred */
  readonly problems: readonly string[];
  readonly cells_away?: CellsAway;
};

export type Branding = {
  /** The name that payers see; null: the merchant’s name */
  readonly display_name: string | null;
  /** Plain text at the end of every page, such as whom to ask; null: none */
  readonly footer: string | null;
  /** `#rrggbb`; pages use the nearest readable colour, see `accents` */
  readonly color: string | null;
  readonly accents: Accents;
  /** Origins that may show the pages in a frame, such as https://shop.example: at most 10; none: nobody */
  readonly frame_ancestors: readonly string[];
  readonly logo: Logo;
  /** Where payers write for help; pages show it wherever they say "contact" */
  readonly contact_email: string | null;
  /** Where payers call for help, as +14155550123 */
  readonly contact_phone: string | null;
  /** A page of help for payers */
  readonly contact_url: string | null;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type Cell = {
  /** As CELLS names it, and the header X-Cell */
  readonly name: string;
  /** The cell with people, tokens, bands, currencies and rates for all */
  readonly is_control: boolean;
  /** Its database does not answer, or not in time */
  readonly is_away: boolean;
  /** When it last answered this process, or when this process began to look for it */
  readonly away_since: string | null;
  /** How many its schema has; null: the cell is away */
  readonly migrations_applied: number | null;
  /** How many this release has; null: the cell is away */
  readonly migrations_known: number | null;
  /** Without the house’s own; null: the cell is away */
  readonly merchants: number | null;
  /** Of 7 days: a new merchant goes where they are fewest; null: the cell is away */
  readonly recent_orders: number | null;
};

export type Cells = {
  /** In the order of CELLS, the control cell first */
  readonly data: readonly Cell[];
};

export type CellsAway = readonly string[];

export type ChangeAlertKind = {
  /** The kind of alerts to change; the list names it once */
  readonly kind: "payins_to_verify" | "payouts_to_send" | "payouts_unconfirmed" | "disputes_overdue" | "approvals_waiting" | "two_people_off" | "settlements_waiting" | "lines_in_suspense" | "lines_waiting" | "payins_without_line" | "payouts_without_line" | "suspense_unequal" | "books_unsound" | "proofs_missing" | "balances_negative" | "accounts_near_limit" | "payins_over_share" | "callbacks_failing" | "callbacks_exhausted" | "reports_undelivered" | "imports_unfinished" | "recipients_failing" | "disk_filling";
  /** Null: the default */
  readonly threshold?: number | null;
  /** False: no alerts of this kind */
  readonly enabled?: boolean;
};

export type ChangeAlertRecipient = {
  /** What people call it */
  readonly name?: string;
  /** A URL for callbacks, or an e-mail address */
  readonly address?: string;
  /** Default: warning; a merchant’s recipient has no other */
  readonly min_severity?: "warning" | "critical";
  /** Only of these kinds; empty: all. Not of a merchant’s recipient */
  readonly kinds?: readonly ("payins_to_verify" | "payouts_to_send" | "payouts_unconfirmed" | "disputes_overdue" | "approvals_waiting" | "two_people_off" | "settlements_waiting" | "lines_in_suspense" | "lines_waiting" | "payins_without_line" | "payouts_without_line" | "suspense_unequal" | "books_unsound" | "proofs_missing" | "balances_negative" | "accounts_near_limit" | "payins_over_share" | "callbacks_failing" | "callbacks_exhausted" | "reports_undelivered" | "imports_unfinished" | "recipients_failing" | "disk_filling")[];
  /** Default: true */
  readonly enabled?: boolean;
  /** Only of a callback */
  readonly rotate_secret?: boolean | null;
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type ChangeAlertSettings = {
  /** As `22:00`, in the time zone; null with `quiet_to`: no quiet hours */
  readonly quiet_from?: string | null;
  /** As `07:00`; it may be on the next day */
  readonly quiet_to?: string | null;
  /** As `Asia/Kolkata` */
  readonly time_zone?: string;
  /** For how many minutes something must be over before its alert is raised */
  readonly raise_after_minutes?: number;
  /** For how many minutes it must be clear before it has recovered */
  readonly recover_after_minutes?: number;
  /** After how many minutes an alert that nobody acknowledged is sent again */
  readonly remind_after_minutes?: number;
  /** The kinds of alerts to change; the others stay */
  readonly kinds?: readonly ChangeAlertKind[];
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type ChangeFeedToken = {
  /** The only accounts whose lines it may send; absent or null: as before */
  readonly receiving_account_ids?: readonly string[] | null;
  /** From where it may be used; empty: from anywhere. If absent or null, a new token may be used from anywhere, and a changed one as before */
  readonly allowed_ips?: readonly string[] | null;
  /** A year from now if absent; null: never */
  readonly expires_at?: string | null;
  /** Default 10,000 */
  readonly lines_per_hour?: number | null;
  /** Per account; default 1,000,000,000, in minor units */
  readonly daily_cents?: number | null;
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type ChangeLineRule = {
  /** As the history of a line will name it */
  readonly name: string;
  /** How the lines are booked */
  readonly act: "fee" | "own_transfer";
  /** Of the money */
  readonly direction: "in" | "out";
  /** Words of the narration */
  readonly text?: string | null;
  /** Words of the counterparty’s name */
  readonly counterparty?: string | null;
  /** The smallest amount, without a sign */
  readonly min_amount_cents?: number | null;
  /** The largest amount, without a sign */
  readonly max_amount_cents?: number | null;
  /** Why, in your words */
  readonly note: string;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type ChangeOperatorToken = {
  /** What it is for; not `OPERATOR_TOKEN` */
  readonly name?: string;
  /** Default: all that the role has */
  readonly scopes?: readonly ("own" | "read" | "audit" | "files" | "export" | "trades" | "bank" | "payouts" | "finance" | "approvals" | "merchants" | "accounts" | "alerts" | "access")[] | null;
  /** From where it may be used; empty: from anywhere. If absent or null, a new token may be used from anywhere, and a changed one as before */
  readonly allowed_ips?: readonly string[] | null;
  /** A year from now if absent; null: never */
  readonly expires_at?: string | null;
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type ChangeOwnPassword = {
  /** The present one */
  readonly old_password: string;
  /** 12 to 256 characters */
  readonly password: string;
};

export type ChangePersonRole = {
  /** `owner`: may do everything; `operator`: the daily work; `finance`: money in the books; `viewer`: reads; `merchant_admin` and `merchant_viewer`: see one merchant only */
  readonly role: "owner" | "operator" | "finance" | "viewer" | "merchant_admin" | "merchant_viewer";
  /** Required for people of a merchant */
  readonly merchant_id?: string | null;
  /** Why */
  readonly reason: string;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type ChangeScheduledReport = {
  /** What people call it */
  readonly name?: string;
  /** The saved view of trades that it is made of: its filters as they are now, without its days */
  readonly saved_view_id?: string;
  /** It has the whole day, week or month before */
  readonly every?: "day" | "week" | "month";
  /** Of the day after its days, on the clocks of the time zone */
  readonly hour?: number;
  /** Whose days they are, as `Asia/Kolkata` */
  readonly time_zone?: string;
  /** `xlsx`: an Excel workbook; `csv`: a text file */
  readonly format?: "xlsx" | "csv";
  /** People who get it by e-mail: each must be allowed to export these trades */
  readonly recipients?: readonly string[];
  /** An address of yours that gets the file as a signed callback */
  readonly callback_url?: string | null;
  /** A new secret for the address that it has */
  readonly rotate_secret?: boolean | null;
  /** False: none is sent */
  readonly enabled?: boolean;
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type ChangedName = {
  /** Of the payment in the file */
  readonly end_to_end_id: string;
  /** The payee’s name as the merchant sent it */
  readonly given: string;
  /** The name in the file; null if nothing of it can be written */
  readonly written: string | null;
  /** What was changed */
  readonly changes: readonly ("other_script" | "other_characters" | "shortened" | "left_out")[];
};

export type ChangedNames = {
  /** The payees whose names the file has in another form than the merchants */
  readonly data: readonly ChangedName[];
};

export type ChangedPassword = {
  /** Always `password_changed` */
  readonly outcome: "password_changed";
  /** Other sessions that ended with it */
  readonly sessions_ended: number;
  /** Your tokens that ended with it */
  readonly tokens_ended: number;
};

export type CheckedCell = {
  /** As CELLS names it */
  readonly name: string;
  /** Nothing is wrong with it */
  readonly ok: boolean;
  /** Each as a sentence that says what to do */
  readonly problems: readonly string[];
};

export type CheckedCells = {
  /** Nothing is wrong with any cell; also if the service has one database */
  readonly ok: boolean;
  /** In the order of CELLS */
  readonly data: readonly CheckedCell[];
};

export type CheckedProvider = {
  /** As `OIDC_ISSUER` names it; null: none is set */
  readonly issuer: string | null;
  /** Where it leads back: the provider has to know this address */
  readonly redirect_uri: string;
  /** Why nobody can sign in there now; null: it answers as it should */
  readonly problem: string | null;
};

export type CloseAccountDay = {
  /** Minutes by which the account’s time zone is ahead of UTC: it decides the day of lines with a time */
  readonly zone_offset_minutes?: number | null;
  /** Needs a note */
  readonly accept_differences?: boolean | null;
  /** Why, in your words */
  readonly note?: string | null;
};

export type CloseDispute = {
  /** Why, in your words */
  readonly note?: string | null;
  /** The dispute’s `sequence` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_sequence?: number | null;
};

export type ClosedAccountDay = {
  /** `refused`: see `differences` */
  readonly outcome: "closed" | "found" | "refused";
  /** The receiving account */
  readonly receiving_account_id: string;
  /** The day */
  readonly day: string;
  /** ISO 4217 code */
  readonly currency: string;
  /** The balance before the first line, in minor units */
  readonly opening_cents: number | null;
  /** From a statement, or carried from the closing before */
  readonly opening_source: "statement" | "carried" | null;
  /** Lines booked on the day */
  readonly line_count: number;
  /** What came in by the lines, in minor units */
  readonly in_cents: number;
  /** What went out by the lines, in minor units */
  readonly out_cents: number;
  /** Opening and lines, in minor units */
  readonly expected_closing_cents: number | null;
  /** According to the statement; null if it does not say, in minor units */
  readonly closing_cents: number | null;
  /** What the ledger’s bank account moved by these lines, in minor units */
  readonly ledger_cents: number;
  /** At most 200 of each kind of line and trade */
  readonly differences: readonly DayDifference[];
  /** How often it was closed; null: never */
  readonly revision: number | null;
  /** The last time */
  readonly closed_at: string | null;
  /** Who closed it: a person or token */
  readonly closed_by: string | null;
  /** Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known */
  readonly closed_by_name: string | null;
  /** Why differences were accepted */
  readonly note: string | null;
  /** The day’s figures have changed since it was closed */
  readonly changed_since: boolean;
};

export type ClosedAct = {
  /** The act that is not possible */
  readonly act: "create" | "assign" | "attach_utr" | "match" | "unmatch" | "recall" | "charge" | "refund" | "confirm" | "complete" | "take" | "release" | "fail" | "cancel" | "expire" | "dispute" | "resolve" | "reverse" | "update_dispute";
  /** Why it is not possible now */
  readonly why: string;
};

export type CollectSecrets = {
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type CollectedSecrets = {
  /** The fields that are null in the answer of the approval, such as `link`; shown only now */
  readonly secrets: Readonly<Record<string, unknown>>;
};

export type CompletePayouts = {
  /** 1 to 400 */
  readonly payouts: readonly PaidPayout[];
  /** Why, in your words */
  readonly note?: string | null;
};

export type ConfirmSession = {
  /** Without a second factor */
  readonly password?: string | null;
  /** Six digits */
  readonly code?: string | null;
  /** `toJSON()` of what `navigator.credentials.get()` gave */
  readonly passkey?: Readonly<Record<string, unknown>> | null;
};

export type ConfirmedSession = {
  /** Now */
  readonly confirmed_at: string;
  /** Until when dangerous acts are open */
  readonly counts_until: string;
};

export type ConnectedAccount = {
  /** Of the provider */
  readonly issuer: string;
  /** Who the person is there */
  readonly subject: string;
  /** Since when it signs the person in */
  readonly connected_at: string;
};

export type CreateAlertRecipient = {
  /** How notices are sent: `callback`: as signed HTTP requests; `email`: by e-mail */
  readonly channel: "callback" | "email";
  /** What people call it */
  readonly name: string;
  /** Tells only when callback endpoints of this merchant fail, in words for it */
  readonly merchant_id?: string | null;
  /** A URL for callbacks, or an e-mail address */
  readonly address: string;
  /** Default: warning; a merchant’s recipient has no other */
  readonly min_severity?: "warning" | "critical";
  /** Only of these kinds; empty: all. Not of a merchant’s recipient */
  readonly kinds?: readonly ("payins_to_verify" | "payouts_to_send" | "payouts_unconfirmed" | "disputes_overdue" | "approvals_waiting" | "two_people_off" | "settlements_waiting" | "lines_in_suspense" | "lines_waiting" | "payins_without_line" | "payouts_without_line" | "suspense_unequal" | "books_unsound" | "proofs_missing" | "balances_negative" | "accounts_near_limit" | "payins_over_share" | "callbacks_failing" | "callbacks_exhausted" | "reports_undelivered" | "imports_unfinished" | "recipients_failing" | "disk_filling")[];
  /** Default: true */
  readonly enabled?: boolean;
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type CreateCallbackEndpoint = {
  /** Where events are sent */
  readonly url: string;
  /** What people call it; null removes it */
  readonly description?: string | null;
  /** One type, or all of a topic; empty: all */
  readonly event_types?: readonly ("deposit.*" | "withdrawal.*" | "dispute.*" | "deposit.created" | "deposit.pending" | "deposit.verifying" | "deposit.completed" | "deposit.expired" | "deposit.canceled" | "deposit.failed" | "deposit.disputed" | "deposit.reversed" | "withdrawal.created" | "withdrawal.processing" | "withdrawal.completed" | "withdrawal.canceled" | "withdrawal.failed" | "withdrawal.disputed" | "withdrawal.reversed" | "dispute.opened" | "dispute.updated" | "dispute.decided" | "dispute.appealed" | "dispute.closed")[];
  /** Attempts at once, at most; null: no limit of its own */
  readonly max_concurrent?: number | null;
  /** Attempts in a second, at most; null: no limit of its own */
  readonly max_per_second?: number | null;
  /** False: nothing is sent, and what waits is kept */
  readonly enabled?: boolean;
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
};

export type CreateLineRule = {
  /** The account whose lines it decides */
  readonly receiving_account_id: string;
  /** As the history of a line will name it */
  readonly name: string;
  /** How the lines are booked */
  readonly act: "fee" | "own_transfer";
  /** Of the money */
  readonly direction: "in" | "out";
  /** Words of the narration */
  readonly text?: string | null;
  /** Words of the counterparty’s name */
  readonly counterparty?: string | null;
  /** The smallest amount, without a sign */
  readonly min_amount_cents?: number | null;
  /** The largest amount, without a sign */
  readonly max_amount_cents?: number | null;
  /** Why, in your words */
  readonly note: string;
};

export type CreateMerchant = {
  /** What payers see */
  readonly name: string;
  /** ISO 4217 code in upper case; never changes */
  readonly balance_currency: string;
  readonly settings?: MerchantSettingsChange;
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
};

export type CreatePayoutBatch = {
  /** The paying account, which determines the batch’s currency */
  readonly receiving_account_id: string;
  /** Default: `files` */
  readonly rail?: "files" | "simulated_bank" | null;
  /** Without `payouts`: of this merchant only */
  readonly merchant_id?: string | null;
  /** Without `payouts`: how many to take from the queue; default 100 */
  readonly count?: number | null;
  /** Without `payouts`: only up to this amount, in minor units */
  readonly max_amount_cents?: number | null;
  /** 1 to 400 */
  readonly payouts?: readonly PayoutKey[] | null;
  /** Why, in your words */
  readonly note?: string | null;
};

export type CreateReceivingAccount = {
  /** How money moves, which decides the format of `number` */
  readonly type: "card" | "account" | "iban" | "upi" | "phone";
  /** ISO 4217 code in upper case */
  readonly currency: string;
  /** Its holder */
  readonly name: string;
  /** Checked by its type; separators are removed */
  readonly number: string;
  /** What payers see */
  readonly bank_name?: string | null;
  /** Smallest amount of an order; null: no limit, in minor units */
  readonly min_amount_cents?: number | null;
  /** Largest amount of an order; null: the limit of the rail (UPI: 100,000.00 INR), or none, in minor units */
  readonly max_amount_cents?: number | null;
  /** Most orders per UTC day; null: no limit */
  readonly daily_count_limit?: number | null;
  /** Largest sum per UTC day; null: no limit, in minor units */
  readonly daily_amount_limit_cents?: number | null;
  /** First active minute of the UTC day; null: always active */
  readonly active_from_minute?: number | null;
  /** First inactive minute of the UTC day after that; null: always active */
  readonly active_to_minute?: number | null;
  /** Its share among equally suitable accounts: 1 to 1000 */
  readonly weight?: number | null;
  /** Never two open pay-ins with the same amount */
  readonly exclusive_only?: boolean | null;
  /** Whether pay-ins may use it */
  readonly enabled?: boolean | null;
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
};

export type CreateSavedView = {
  /** What you call it */
  readonly name: string;
  /** Of a list with its filters, as `/trades?state=failed` */
  readonly address: string;
  /** The columns of the list in their order: `-` hides one, `^` pins one, and its width in pixels stands behind a colon. Empty: as the list has them; left out: as each reader has them */
  readonly columns?: readonly string[] | null;
};

export type CreateScheduledReport = {
  /** What people call it */
  readonly name: string;
  /** The saved view of trades that it is made of: its filters as they are now, without its days */
  readonly saved_view_id: string;
  /** It has the whole day, week or month before */
  readonly every: "day" | "week" | "month";
  /** Of the day after its days, on the clocks of the time zone */
  readonly hour?: number | null;
  /** Whose days they are, as `Asia/Kolkata`; by default UTC */
  readonly time_zone?: string | null;
  /** `xlsx`: an Excel workbook; `csv`: a text file; default: `xlsx` */
  readonly format?: "xlsx" | "csv" | null;
  /** People who get it by e-mail: each must be allowed to export these trades */
  readonly recipients?: readonly string[] | null;
  /** An address of yours that gets the file as a signed callback */
  readonly callback_url?: string | null;
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type Currencies = {
  /** The currencies that new orders may have, sorted by code */
  readonly currencies: readonly string[];
  /** The default: nobody has set them */
  readonly is_default: boolean;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type Customer = {
  /** Whose customer */
  readonly merchant_id: string;
  /** Of the merchant */
  readonly merchant_name: string;
  /** The merchant’s own name for the customer */
  readonly client_id: string;
  readonly orders: CustomerOrders;
  /** Each limit that the merchant has set; sums by the currencies of the day */
  readonly limits: readonly CustomerLimit[];
};

export type CustomerErasure = {
  /** The merchant */
  readonly merchant_id: string;
  /** The customer’s first order, which names the customer in the audit trail */
  readonly trade_id: string;
  /** `looking`: orders are looked at; `erasing`: those that may be erased wait for it; of the last erasure of this customer */
  readonly state: "none" | "looking" | "erasing" | "done";
  /** Waits for a second person */
  readonly proposal_id: string | null;
  /** When it was last asked for: later orders are not erased by it */
  readonly asked_at: string | null;
  /** When all that may be erased was erased */
  readonly ended_at: string | null;
  /** Orders wait for more than ten minutes: something has begun about them, or no process has the address of the database’s owner, or its log says why it cannot */
  readonly is_late: boolean;
  readonly orders: OrderCount;
  /** Orders that were looked at; before anybody asked, at most the first 50 */
  readonly looked_at: number;
  /** Orders that will be erased */
  readonly to_erase: number;
  /** Orders that were erased */
  readonly erased: number;
  /** Orders that had nothing to erase */
  readonly nothing_left: number;
  /** Orders that may not be erased yet. Nothing erases them later by itself */
  readonly put_aside: number;
  /** The first 100 of these, oldest first */
  readonly put_aside_orders: readonly OrderPutAside[];
  readonly newer_orders: OrderCount;
};

export type CustomerLimit = {
  /** The merchant’s setting */
  readonly limit: "client_max_open_payins" | "client_max_count_per_hour" | "client_max_count_per_day" | "client_max_sum_cents_per_hour" | "client_max_sum_cents_per_day";
  /** Of a sum: ISO 4217 code; null: a number of pay-ins */
  readonly currency: string | null;
  /** So many pay-ins, or of a sum so many minor units */
  readonly used: number;
  /** What the merchant allows */
  readonly most: number;
};

export type CustomerOrders = {
  readonly payins: OrderCount;
  readonly completed_payins: OrderCount;
  readonly failed_payins: OrderCount;
  readonly disputed: OrderCount;
  readonly payouts: OrderCount;
};

export type DayDifference = {
  /** `wrong_total`: balances or the ledger contradict; `doubled_line`, `missing_line`: the balances count a line once that is there twice, or one that is not there; `unconfirmed_line`: the statement does not show it; `unmatched_line`: it waits in suspense; `unmatched_trade`: said to be paid, or sent, without a line; `unbacked_completion`: credited or completed without a line */
  readonly kind: "wrong_total" | "doubled_line" | "missing_line" | "unconfirmed_line" | "unmatched_line" | "unmatched_trade" | "unbacked_completion";
  /** Signed as lines are, in minor units */
  readonly amount_cents: number;
  /** The line, if the difference is about one */
  readonly bank_line_id: string | null;
  /** Of the trade */
  readonly merchant_id: string | null;
  /** The trade, if the difference is about one */
  readonly trade_id: string | null;
  /** In words */
  readonly explanation: string;
};

export type Debt = {
  /** The merchant that owes it */
  readonly merchant_id: string;
  /** Its name */
  readonly merchant_name: string;
  /** ISO 4217 code of its balance */
  readonly currency: string;
  /** How far its balance is below zero, in minor units */
  readonly owed_cents: number;
  /** Since when; of a very long book: at least since then */
  readonly since_at: string;
  /** How long ago that was */
  readonly age: "under_1_day" | "1_to_3_days" | "3_to_7_days" | "7_to_30_days" | "over_30_days";
  /** The same in seconds */
  readonly age_seconds: number;
  /** Refunds that were sent although the credit was taken back, at most 20 */
  readonly refunds: readonly SentRefund[];
  /** New credits fill the balance, a person books what the merchant pays in, a refund comes back */
  readonly ways_out: readonly ("new_credits" | "adjustment" | "refund_returned")[];
};

export type DebtTotal = {
  /** ISO 4217 code */
  readonly currency: string;
  /** How many merchants owe */
  readonly merchants: number;
  /** Their sum: the ledger’s balances below zero, in minor units */
  readonly owed_cents: number;
};

export type DecideBankLines = {
  /** 1 to 200 */
  readonly decisions: readonly BankLineDecision[];
  /** Why, for all decisions without a note of their own */
  readonly note?: string | null;
};

export type DecideDispute = {
  /** Whether the claim was right */
  readonly outcome: "upheld" | "partly_upheld" | "rejected";
  /** For `partly_upheld`: the part that was right, in minor units */
  readonly amount_cents?: number | null;
  /** A bank line that shows it */
  readonly evidence_line_id?: string | null;
  /** Or the UTR of such a bank line */
  readonly evidence_utr?: string | null;
  /** For a pay-out that was paid, if no bank line shows it: its UTR */
  readonly utr?: string | null;
  /** Why, in your words */
  readonly note: string;
  /** The dispute’s `sequence` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_sequence?: number | null;
};

export type DecideOtherLine = {
  /** Why, in your words */
  readonly note: string;
};

export type DecideSameLine = {
  /** The stored lines; several must add up to this line. Default: the one that is shown beside it, if it is one */
  readonly bank_line_ids?: readonly string[];
  /** Why, in your words */
  readonly note: string;
};

export type DecisionError = {
  /** What programs decide by; codes may be added */
  readonly code: "unreadable_request" | "invalid_json" | "unauthorized" | "sign_in_failed" | "insufficient_scope" | "forbidden" | "confirmation_required" | "second_factor_needed" | "enrolment_link_needed" | "not_found" | "no_proof_yet" | "method_not_allowed" | "request_timeout" | "body_too_large" | "unsupported_media_type" | "invalid_request" | "order_id_taken" | "reference_taken" | "insufficient_funds" | "balance_limit" | "no_receiving_account_available" | "no_exchange_rate" | "amount_out_of_range" | "client_limit" | "merchant_limit" | "refund_too_large" | "payin_archived" | "act_not_allowed" | "changed_meanwhile" | "line_beside" | "utr_already_used" | "utr_too_late" | "utr_change_limit" | "utr_locked" | "token_limit" | "person_state" | "last_owner" | "second_factor_wrong" | "factor_needed" | "factor_limit" | "approval_required" | "second_person_required" | "proposal_closed" | "proposal_changed" | "statement_invalid" | "rate_limited" | "takes_too_long" | "header_too_large" | "internal" | "unavailable";
  /** One sentence about this decision */
  readonly detail: string;
  /** All wrong fields at once; otherwise empty */
  readonly errors: readonly DecisionFieldError[];
};

export type DecisionFieldError = {
  /** Of this decision */
  readonly field: string;
  /** What is wrong with it */
  readonly code: "required" | "type" | "length" | "format" | "range" | "unknown_value" | "not_allowed";
  /** A text to read after the field’s name */
  readonly message: string;
};

export type DeleteCallbackEndpoint = {
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type Delivery = {
  /** As in the header webhook-id */
  readonly event_id: string;
  /** As in the event feed */
  readonly event_number: number;
  /** Type of the event, as `deposit.completed` */
  readonly type: string;
  /** The merchant who is called */
  readonly merchant_id: string;
  /** The trade */
  readonly trade_id: string;
  /** The merchant’s own id of its order */
  readonly order_id: string | null;
  /** Of the merchant; null: of none, or of one that is some moments old */
  readonly merchant_name: string | null;
  /** Which change of the trade */
  readonly sequence: number;
  /** Number of the endpoint; null: the address that the trade gave */
  readonly endpoint: number | null;
  /** The receiver: scheme, host and port only, because path and query may contain secrets */
  readonly url: string;
  /** `waiting`: an attempt is to come; `delivered`: it was received; `exhausted`: it was given up */
  readonly status: "waiting" | "delivered" | "exhausted";
  /** How many attempts so far */
  readonly attempts: number;
  /** When the next attempt is due, while it waits */
  readonly next_attempt_at: string | null;
  /** When it was delivered or given up */
  readonly finished_at: string | null;
  /** HTTP status of the last attempt */
  readonly last_status: number | null;
  /** Why the last attempt failed */
  readonly last_error: string | null;
};

export type DeliveryPage = {
  /** The rows of this page */
  readonly data: readonly (Delivery & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  /** Callbacks that ended before this time, of orders that had ended too, were removed by their age (`deliveries` of `/retention`); null: none was */
  readonly removed_before: string | null;
  readonly cells_away?: CellsAway;
};

export type DeliveryWithAttempts = {
  /** As in the header webhook-id */
  readonly event_id: string;
  /** As in the event feed */
  readonly event_number: number;
  /** Type of the event, as `deposit.completed` */
  readonly type: string;
  /** The merchant who is called */
  readonly merchant_id: string;
  /** The trade */
  readonly trade_id: string;
  /** The merchant’s own id of its order */
  readonly order_id: string | null;
  /** Of the merchant; null: of none, or of one that is some moments old */
  readonly merchant_name: string | null;
  /** Which change of the trade */
  readonly sequence: number;
  /** Number of the endpoint; null: the address that the trade gave */
  readonly endpoint: number | null;
  /** The receiver: scheme, host and port only, because path and query may contain secrets */
  readonly url: string;
  /** `waiting`: an attempt is to come; `delivered`: it was received; `exhausted`: it was given up */
  readonly status: "waiting" | "delivered" | "exhausted";
  /** How many attempts so far */
  readonly attempts: number;
  /** When the next attempt is due, while it waits */
  readonly next_attempt_at: string | null;
  /** When it was delivered or given up */
  readonly finished_at: string | null;
  /** HTTP status of the last attempt */
  readonly last_status: number | null;
  /** Why the last attempt failed */
  readonly last_error: string | null;
  /** The body of the request, the same for every attempt; account numbers are masked */
  readonly body: string;
  /** The last attempts, at most 100, in their order */
  readonly history: readonly Attempt[];
  /** There were attempts before those listed */
  readonly has_earlier: boolean;
};

export type DisablePerson = {
  /** Why */
  readonly reason: string;
};

export type DiscardSettlement = {
  /** Why, in your words */
  readonly note?: string | null;
};

export type DisconnectedOpenid = {
  /** Always `disconnected` */
  readonly outcome: "disconnected";
  /** Other sessions that ended with it */
  readonly sessions_ended: number;
  /** Your tokens that ended with it */
  readonly tokens_ended: number;
};

export type DiskUse = {
  /** Of the disk that holds DATA_DIR, without what it keeps for root */
  readonly total_bytes: number;
  /** What the service may still write */
  readonly free_bytes: number;
};

export type Dispute = {
  /** The dispute */
  readonly id: string;
  /** Whose trade */
  readonly merchant_id: string;
  /** The contested trade */
  readonly trade_id: string;
  /** The merchant’s own id of the order */
  readonly order_id: string;
  /** Of the trade */
  readonly direction: "payin" | "payout";
  /** What is contested */
  readonly type: "not_received" | "paid_not_credited" | "wrong_amount" | "duplicate" | "paid_after_cancel" | "recalled_by_bank" | "fraud" | "other";
  /** Whom it waits for, or how it ended */
  readonly state: "open" | "waiting_for_merchant" | "waiting_for_customer" | "waiting_for_operator" | "decided" | "appealed" | "closed";
  /** The contested part of the trade’s amount, in minor units */
  readonly amount_cents: number;
  /** The currency of the trade */
  readonly amount_currency: string;
  /** What is blocked of the balance because of it, in minor units */
  readonly blocked_amount_cents: number;
  /** The currency of the balance */
  readonly blocked_currency: string;
  /** Who contested the trade */
  readonly opened_by: "merchant" | "customer" | "operator" | "feed" | "service";
  /** The state of the trade when it was contested */
  readonly contested_from: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed";
  /** When it should be decided, or the party it waits for should answer */
  readonly deadline_at: string;
  /** The deadline has passed. It moves no money by itself */
  readonly is_overdue: boolean;
  /** Null until it is decided */
  readonly outcome: "upheld" | "partly_upheld" | "rejected" | "accepted" | "withdrawn" | null;
  /** The part for which the claim was right, in minor units */
  readonly awarded_amount_cents: number | null;
  /** What the outcome rests on */
  readonly basis: "bank_line" | "utr" | "consent" | "two_people" | "one_person" | null;
  /** The outcome took effect on the trade */
  readonly is_carried_out: boolean;
  /** The decision can be appealed until then */
  readonly appeal_until: string | null;
  /** When it was appealed; a dispute has one appeal */
  readonly appealed_at: string | null;
  /** When it was last decided */
  readonly decided_at: string | null;
  /** When it was opened */
  readonly opened_at: string;
  /** When it last changed */
  readonly updated_at: string;
  /** When it was closed; null: it is open */
  readonly closed_at: string | null;
  /** How many messages and notes there are */
  readonly message_count: number;
  /** How many of them came with a file */
  readonly file_count: number;
  /** 1, 2, 3 …: one for each change */
  readonly sequence: number;
};

export type DisputeActor = {
  /** `operator`: a person or token of the operator; `merchant`: one of the merchant; `service`: the service by itself */
  readonly role: "merchant" | "customer" | "operator" | "feed" | "service";
  /** The person or token; null for a customer and for the service itself */
  readonly id: string | null;
  /** Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known */
  readonly name: string | null;
};

export type DisputeCount = {
  /** At most 1,000 */
  readonly count: number;
  /** There are more than `count` */
  readonly has_more: boolean;
};

export type DisputeCounts = {
  readonly open: DisputeCount;
  readonly overdue: DisputeCount;
  readonly mine: DisputeCount;
  readonly waiting_for_merchant: DisputeCount;
  readonly decided: DisputeCount;
  readonly cells_away?: CellsAway;
};

export type DisputeEffect = {
  /** By which act it would happen */
  readonly act: "decide" | "close";
  /** With this outcome */
  readonly outcome: "upheld" | "partly_upheld" | "rejected" | "accepted" | "withdrawn";
  /** `takes` from the merchant, `gives` to it, `reverses` a pay-out, `unblocks` what was contested, or `returns` the trade as it was */
  readonly effect: "takes" | "gives" | "reverses" | "unblocks" | "returns";
  /** The part of the trade’s amount that is taken or given; after an appeal, the difference to the first decision; 0: the bank has taken it already, in minor units */
  readonly amount_cents: number | null;
};

export type DisputeEvent = {
  /** As merchants are told: `dispute.opened` and the like */
  readonly event: string;
  /** The trade’s sequence after it */
  readonly sequence: number;
  /** The state of the dispute after it */
  readonly state: "open" | "waiting_for_merchant" | "waiting_for_customer" | "waiting_for_operator" | "decided" | "appealed" | "closed";
  /** The outcome as it was then; null: not decided */
  readonly outcome: "upheld" | "partly_upheld" | "rejected" | "accepted" | "withdrawn" | null;
  readonly actor: DisputeActor;
  /** In the actor’s words; merchants do not see it */
  readonly note: string | null;
  /** When */
  readonly at: string;
};

export type DisputeFile = {
  /** The file */
  readonly id: string;
  /** By what the file contains */
  readonly file_type: "jpeg" | "png" | "webp";
  /** As it is kept */
  readonly size_bytes: number;
  /** When its content was removed; null while it is there */
  readonly removed_at: string | null;
} | null;

export type DisputeNote = {
  /** 1, 2, 3 … in the order in which they were sent */
  readonly number: number;
  /** Who sent it */
  readonly author: "merchant" | "customer" | "operator" | "feed" | "service";
  /** `shared`: everybody sees it; `merchant`: not the customer; `internal`: operators alone */
  readonly visibility: "shared" | "merchant" | "internal";
  /** Null if it cannot be decrypted any more; may be empty beside a file */
  readonly text: string | null;
  /** Only if true: the text was erased with the data of the payer */
  readonly erased?: boolean;
  readonly file: DisputeFile;
  /** When it was sent */
  readonly sent_at: string;
  /** The person or token; null for a customer */
  readonly author_id: string | null;
  /** Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known */
  readonly author_name: string | null;
};

export type DisputePage = {
  /** The rows of this page */
  readonly data: readonly (OperatorDispute & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type DisputeWithTimeline = {
  readonly dispute: OperatorDispute;
  /** Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known: who opened it */
  readonly opener_name: string | null;
  /** Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known: who looks after it */
  readonly assigned_name: string | null;
  /** What each outcome would do to the trade now, or what closing will do. `partly_upheld` is not among them: it does what its amount says. Empty: no money waits for a decision */
  readonly effects: readonly DisputeEffect[];
  /** In the order in which they were sent */
  readonly messages: readonly DisputeNote[];
  /** Files that the payer sent */
  readonly receipts: readonly Receipt[];
  /** What happened to the dispute, the oldest first */
  readonly timeline: readonly DisputeEvent[];
};

export type DraftSettlement = {
  /** The end of the period (exclusive): a time, or a day in UTC; default: now */
  readonly period_to?: string | null;
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type EnablePerson = {
  /** Why */
  readonly reason: string;
};

export type EncryptedColumn = {
  /** Table and column */
  readonly column: string;
  /** `waits_for_owner`: no process can connect as the owner of the tables */
  readonly state: "waiting" | "under_way" | "done" | "waits_for_owner";
  /** Rows in the table, as PostgreSQL estimates */
  readonly rows_about: number;
  /** Gone through */
  readonly rows_seen: number;
  /** Moved to the current key */
  readonly rows_resealed: number;
  /** Rows that cannot be decrypted: they keep their key, so the key is not removed */
  readonly rows_unreadable: number;
};

export type EncryptionKey = {
  /** 1, 2, 3 … */
  readonly key_id: number;
  /** What the key is for: encrypting rows, searching by keyed hash, or page addresses */
  readonly purpose: "data" | "lookup" | "page";
  /** `coming`: every process loads the key before any process uses it */
  readonly state: "coming" | "current" | "old";
  /** When */
  readonly created_at: string;
  /** From when it is used */
  readonly starts_at: string;
  /** An estimate of the rows that must still be re-encrypted; null if none must */
  readonly rows_left: number | null;
};

export type EncryptionKeys = {
  /** All of them, the oldest first */
  readonly keys: readonly EncryptionKey[];
  /** Empty if no row has to be re-encrypted */
  readonly columns: readonly EncryptedColumn[];
};

export type Endpoint = {
  /** Names the endpoint; 0 is the default one */
  readonly number: number;
  /** In whose stead an order may name a `callback_url` */
  readonly is_default: boolean;
  /** Where events are sent; null: nowhere */
  readonly url: string | null;
  /** What people call it */
  readonly description: string;
  /** As `deposit.completed` or `deposit.*`; empty: all */
  readonly event_types: readonly string[];
  /** Attempts at once, at most; null: no limit of its own */
  readonly max_concurrent: number | null;
  /** Attempts in a second, at most; null: no limit of its own */
  readonly max_per_second: number | null;
  /** `failing`: its events wait, and one of them is sent as a probe from time to time */
  readonly status: "healthy" | "failing" | "disabled" | "no_address";
  /** Since when it is disabled or failing */
  readonly status_since: string | null;
  /** `gone`: it answered 410 */
  readonly disabled_by: "person" | "gone" | null;
  /** Failed attempts since the last that succeeded */
  readonly consecutive_failures: number;
  /** When it last accepted an event; exact to a second */
  readonly last_success_at: string | null;
  /** When an attempt last failed */
  readonly last_failure_at: string | null;
  /** HTTP status of the last failed attempt */
  readonly last_status: number | null;
  /** Why it failed */
  readonly last_error: string | null;
  /** When a failing endpoint is tried next */
  readonly next_probe_at: string | null;
  /** Until then the previous secret also signs */
  readonly previous_secret_until: string | null;
  /** When it was added */
  readonly created_at: string;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type EndpointTest = {
  /** `delivered`: the receiver accepted it; `failed`: see `error` */
  readonly outcome: "delivered" | "failed";
  /** As in the header webhook-id */
  readonly event_id: string;
  /** The address, without its query */
  readonly sent_to: string;
  /** Of the request; empty if nothing was sent, and of old attempts */
  readonly headers: readonly SentHeader[];
  /** The body of the request */
  readonly body: string;
  /** HTTP status of the answer; null if there was none */
  readonly status: number | null;
  /** Why it failed */
  readonly error: string | null;
  /** How long it took */
  readonly duration_ms: number;
  /** The first kilobyte of the answer */
  readonly reply_head: string;
};

export type EndpointWithSecret = {
  /** Names the endpoint; 0 is the default one */
  readonly number: number;
  /** In whose stead an order may name a `callback_url` */
  readonly is_default: boolean;
  /** Where events are sent; null: nowhere */
  readonly url: string | null;
  /** What people call it */
  readonly description: string;
  /** As `deposit.completed` or `deposit.*`; empty: all */
  readonly event_types: readonly string[];
  /** Attempts at once, at most; null: no limit of its own */
  readonly max_concurrent: number | null;
  /** Attempts in a second, at most; null: no limit of its own */
  readonly max_per_second: number | null;
  /** `failing`: its events wait, and one of them is sent as a probe from time to time */
  readonly status: "healthy" | "failing" | "disabled" | "no_address";
  /** Since when it is disabled or failing */
  readonly status_since: string | null;
  /** `gone`: it answered 410 */
  readonly disabled_by: "person" | "gone" | null;
  /** Failed attempts since the last that succeeded */
  readonly consecutive_failures: number;
  /** When it last accepted an event; exact to a second */
  readonly last_success_at: string | null;
  /** When an attempt last failed */
  readonly last_failure_at: string | null;
  /** HTTP status of the last failed attempt */
  readonly last_status: number | null;
  /** Why it failed */
  readonly last_error: string | null;
  /** When a failing endpoint is tried next */
  readonly next_probe_at: string | null;
  /** Until then the previous secret also signs */
  readonly previous_secret_until: string | null;
  /** When it was added */
  readonly created_at: string;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
  /** `whsec_…`: with it the merchant verifies signatures; shown only now */
  readonly secret: string;
};

export type Endpoints = {
  /** By number, the default endpoint first */
  readonly data: readonly Endpoint[];
};

export type Entry = {
  /** A merchant’s id, or `house` */
  readonly book: string;
  /** Of its merchant; null for the house’s own */
  readonly book_name: string | null;
  /** 1, 2, 3 … in its book */
  readonly number: number;
  /** What was posted */
  readonly act: "payin_completed" | "payin_raised" | "payin_disputed" | "payin_dispute_won" | "payin_recalled" | "payin_recall_undone" | "payin_charged_back" | "payin_reversed" | "payout_held" | "payout_released" | "payout_completed" | "payout_account_known" | "payout_account_unknown" | "payout_reversed" | "payout_charged" | "payout_charge_undone" | "difference_charged" | "difference_credited" | "difference_undone" | "hold_placed" | "hold_released" | "adjustment" | "line_received" | "line_given_up" | "bank_line" | "match" | "unmatch" | "fee" | "fee_undone" | "own_transfer" | "own_transfer_undone";
  /** The trade, if it is about one */
  readonly trade_id: string | null;
  /** The merchant’s own id of its order; null in the house’s own book */
  readonly order_id: string | null;
  /** The bank line, if it is about one */
  readonly bank_line_id: string | null;
  /** The adjustment, if it is about one */
  readonly adjustment_id: string | null;
  /** The amounts that it moves between accounts */
  readonly postings: readonly Posting[];
  /** When */
  readonly entered_at: string;
  /** Over this entry and the hash before it */
  readonly hash: string;
};

export type EntryPage = {
  /** The rows of this page */
  readonly data: readonly (Entry & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type EraseCustomer = {
  /** Why, in your words; they stay in the audit trail, so name nobody */
  readonly reason: string;
  /** Why before the period of the law has passed; without it the act is refused until then */
  readonly early_reason?: string | null;
};

export type ErasePayer = {
  /** Why, in your words; they stay in the audit trail, so name nobody */
  readonly reason: string;
  /** Why before the period of the law has passed; without it the act is refused until then */
  readonly early_reason?: string | null;
};

export type ErasedCounts = {
  /** Customer, payee, description and addresses of the trade */
  readonly trade_fields: number;
  /** Notes on what was done */
  readonly notes: number;
  /** Lines of bank statements: text, name and number of the other side */
  readonly bank_lines: number;
  /** Messages about disputes */
  readonly dispute_messages: number;
  /** Receipts of the payer */
  readonly receipts: number;
  /** Files about disputes */
  readonly dispute_files: number;
  /** Files for banks; whole, with the other payees of their batch */
  readonly payout_files: number;
  /** What the bank said of its attempts */
  readonly bank_answers: number;
  /** Answers and addresses of the receivers of callbacks */
  readonly callback_attempts: number;
  /** Requests about the trade that a second person decided */
  readonly proposals: number;
};

export type Erasure = {
  /** The merchant */
  readonly merchant_id: string;
  /** The trade */
  readonly trade_id: string;
  /** `waiting`: asked for, and carried out within a minute */
  readonly state: "none" | "waiting" | "erased";
  /** When it was last asked for */
  readonly asked_at: string | null;
  /** When it was carried out */
  readonly erased_at: string | null;
  /** What stands against it; null: nothing, or no data are left to erase */
  readonly obstacle: ErasureObstacle | null;
  readonly erases: ErasedCounts;
};

export type ErasureObstacle = {
  /** Only `kept_by_law` gives way to an `early_reason` */
  readonly reason: "not_final" | "dispute_open" | "hold_open" | "refund_open" | "batch_open" | "proposal_open" | "kept_by_law";
  /** The same in words */
  readonly words: string;
  /** Null: nobody knows */
  readonly until: string | null;
};

export type Error = {
  /** The page that explains this error */
  readonly type: string;
  /** What happened, the same for every error of this code */
  readonly title: string;
  /** The status of the answer */
  readonly status: number;
  /** One sentence about this request */
  readonly detail: string;
  /** What programs decide by; codes may be added */
  readonly code: "unreadable_request" | "invalid_json" | "unauthorized" | "sign_in_failed" | "insufficient_scope" | "forbidden" | "confirmation_required" | "second_factor_needed" | "enrolment_link_needed" | "not_found" | "no_proof_yet" | "method_not_allowed" | "request_timeout" | "body_too_large" | "unsupported_media_type" | "invalid_request" | "order_id_taken" | "reference_taken" | "insufficient_funds" | "balance_limit" | "no_receiving_account_available" | "no_exchange_rate" | "amount_out_of_range" | "client_limit" | "merchant_limit" | "refund_too_large" | "payin_archived" | "act_not_allowed" | "changed_meanwhile" | "line_beside" | "utr_already_used" | "utr_too_late" | "utr_change_limit" | "utr_locked" | "token_limit" | "person_state" | "last_owner" | "second_factor_wrong" | "factor_needed" | "factor_limit" | "approval_required" | "second_person_required" | "proposal_closed" | "proposal_changed" | "statement_invalid" | "rate_limited" | "takes_too_long" | "header_too_large" | "internal" | "unavailable";
  /** The same request may succeed later */
  readonly retryable: boolean;
  /** Also in the header X-Request-Id */
  readonly request_id: string;
  /** All wrong fields at once, in the order of the fields; otherwise empty */
  readonly errors: readonly FieldError[];
  /** After how many seconds it may succeed, as in the header */
  readonly retry_after?: number;
  /** Why no receiving account fits, or why the payment page refuses */
  readonly reason?: string;
  /** What exists already: the order with this order_id, or the record that is in the way */
  readonly id?: string;
  /** The act that is not allowed */
  readonly act?: string;
  /** The present state, which does not allow the act */
  readonly state?: string;
  /** The present version, if the request named another one */
  readonly sequence?: number;
  /** The limit that is reached */
  readonly limit?: number;
  /** What is left to refund, in minor units */
  readonly refundable_cents?: number;
  /** The month, YYYY-MM, whose archive has the pay-in */
  readonly archived_month?: string;
  /** The last change, if it may be the cause */
  readonly changed_act?: string;
  /** Who made the last change */
  readonly changed_by?: string;
  /** When the last change was made */
  readonly changed_at?: string;
  /** The right that the caller has not */
  readonly missing_right?: string;
  /** The fields that have changed since the proposal was made */
  readonly changed?: string;
  /** The reference of the attempt that is under way */
  readonly end_to_end_id?: string;
  /** The state of the attempt that is under way */
  readonly attempt_state?: string;
  /** Whose sum of 24 hours is reached: `person`, `payee`, `merchant` or `account` */
  readonly sum_of?: string;
  /** What that sum would be with the act, in minor units */
  readonly sum_cents?: number;
  /** From which sum on two people are needed */
  readonly sum_from_cents?: number;
};

export type Event = {
  /** 1, 2, 3 … without gaps, per merchant */
  readonly number: number;
  /** The same as webhook-id in the callback */
  readonly id: string;
  /** deposit.<state>, withdrawal.<state> or dispute.<topic> */
  readonly type: string;
  /** When the change happened */
  readonly timestamp: string;
  /** The trade's own sequence */
  readonly sequence: number;
  /** As it was then */
  readonly data: Trade | Dispute;
};

export type EventPage = {
  /** The events of this page, in order */
  readonly data: readonly Event[];
  /** Send as `after` to continue */
  readonly next_after: number;
  /** There are more events already */
  readonly has_more: boolean;
  /** Events after `after` up to this number are not in the feed any more: their months were archived and removed. 0: none of these events was removed */
  readonly removed_to: number;
};

export type Evidence = {
  /** When the payer said, without a UTR, that they have paid */
  readonly said_paid_at: string | null;
  /** Files that the payer sent */
  readonly receipts: readonly Receipt[];
};

export type EvidenceAccount = {
  /** Bank lines, or a bank’s answers that reject pay-outs */
  readonly kind: "lines" | "answers";
  /** Whose lines they are; null if no paying account is known */
  readonly receiving_account_id: string | null;
  /** Its holder */
  readonly name: string;
  /** Masked */
  readonly number: string;
  /** ISO 4217 */
  readonly currency: string;
  /** How many are new; of a bank’s answers: the rejected pay-outs */
  readonly lines: number;
  /** What comes in by them, or goes back to merchants, in minor units */
  readonly in_cents: number;
  /** What goes out, in minor units */
  readonly out_cents: number;
  /** The last day whose closing balance is known, as `2026-03-05` */
  readonly last_day: string | null;
  /** That balance, in minor units */
  readonly last_closing_cents: number | null;
  /** Before the first line, as the file says, in minor units */
  readonly opening_cents: number | null;
  /** After the last line, as the file says, in minor units */
  readonly closing_cents: number | null;
  /** At most five */
  readonly largest: readonly EvidenceLine[];
  /** At most five */
  readonly oldest: readonly EvidenceLine[];
};

export type EvidenceLine = {
  /** Negative: money goes out, in minor units */
  readonly amount_cents: number;
  /** When it was booked */
  readonly day: string;
  /** In canonical form */
  readonly utr: string | null;
  /** The bank’s narration */
  readonly text: string | null;
};

export type ExportPayoutBatch = {
  /** When the bank should pay; default: today */
  readonly execution_on?: string | null;
  /** The pain.001 that the bank gets; default `001.001.09` */
  readonly version?: "001.001.03" | "001.001.09" | null;
  /** The layout of a bank: `hdfc-enet`, `icici-cib`, `union-bank` */
  readonly layout?: string | null;
  /** Instead of `layout`: your bank’s own layout, as JSON */
  readonly mapping?: string | null;
  /** Why, in your words */
  readonly note?: string | null;
};

export type FeedAccountTally = {
  /** The receiving account */
  readonly receiving_account_id: string;
  /** ISO 4217 code */
  readonly currency: string;
  /** Lines that are new */
  readonly imported: number;
  /** Lines that were sent before */
  readonly duplicate: number;
  /** Money that came in, over all lines, in minor units */
  readonly in_cents: number;
  /** Money that went out, over all lines, in minor units */
  readonly out_cents: number;
  /** Sum of the lines that were sent before, with their signs, in minor units */
  readonly duplicate_cents: number;
};

export type FeedLines = {
  /** Lines that are new */
  readonly imported: number;
  /** Lines that were sent before */
  readonly duplicate: number;
  /** Each line of the request, in its order */
  readonly lines: readonly IntakeLine[];
};

export type FeedStatementResult = {
  /** Nothing was written */
  readonly dry_run: boolean;
  /** The format of the file */
  readonly format: "csv" | "camt.053" | "camt.054" | "camt.052" | "mt940" | "mt942" | "ofx" | "xlsx";
  /** Lines that are new */
  readonly imported: number;
  /** Lines that were sent before */
  readonly duplicate: number;
  /** Entries that move no money */
  readonly left_out: number;
  readonly left_out_reasons: LeftOutReasons;
  /** The statements that the file has, in its order */
  readonly statements: readonly StatementPart[];
  /** How many lines of each receiving account were new */
  readonly accounts: readonly FeedAccountTally[];
  /** Lines that were skipped */
  readonly errors: readonly StatementError[];
  /** Problems that did not prevent the import */
  readonly warnings: readonly StatementError[];
  /** In the order of the file; empty if it has more than 1,000 lines */
  readonly lines: readonly IntakeLine[];
  /** For a file with more than 1,000 lines: all of them, because none is listed */
  readonly lines_left_out: number;
};

export type FeedToken = {
  /** The token’s id; not the token itself */
  readonly id: string;
  /** What it is for */
  readonly name: string;
  /** The only accounts whose lines it may send */
  readonly receiving_account_ids: readonly string[];
  /** From where it may be used; empty: from anywhere */
  readonly allowed_ips: readonly string[];
  /** When it expires */
  readonly expires_at: string | null;
  /** If an account gets more lines in an hour, the rest wait for a person */
  readonly lines_per_hour: number;
  /** What the lines of one account may add up to in a day; the rest wait for a person, in minor units */
  readonly daily_cents: number;
  /** When it was issued */
  readonly created_at: string;
  /** When it was revoked */
  readonly revoked_at: string | null;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type FeedTokenPage = {
  /** The rows of this page */
  readonly data: readonly FeedToken[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
};

export type FieldError = {
  /** Dotted and indexed, as in lines[0].amount_cents */
  readonly field: string;
  /** What is wrong with it */
  readonly code: "required" | "type" | "length" | "format" | "range" | "unknown_value" | "not_allowed";
  /** A text to read after the field’s name */
  readonly message: string;
};

export type FileProblems = {
  /** What prevents the file; empty: it can be made */
  readonly data: readonly LayoutProblem[];
};

export type FinishOpenid = {
  /** What follows the `?` in the address to which it led back */
  readonly answer: string;
};

export type FinishedOpenid = {
  /** `connected`: the account signs you in from now on; the others as after a password */
  readonly outcome: "signed_in" | "second_factor_required" | "enrolment_required" | "enrolment_link_required" | "connected";
  /** What the person may give now; empty if they are signed in or have none */
  readonly second_factors: readonly ("totp" | "passkey" | "recovery_code")[];
  /** As after a password; null if the session was open before */
  readonly csrf_token: string | null;
};

export type ForeseenEntry = {
  /** What would be posted */
  readonly act: "payin_completed" | "payin_raised" | "payin_disputed" | "payin_dispute_won" | "payin_recalled" | "payin_recall_undone" | "payin_charged_back" | "payin_reversed" | "payout_held" | "payout_released" | "payout_completed" | "payout_account_known" | "payout_account_unknown" | "payout_reversed" | "payout_charged" | "payout_charge_undone" | "difference_charged" | "difference_credited" | "difference_undone" | "hold_placed" | "hold_released" | "adjustment" | "line_received" | "line_given_up" | "bank_line" | "match" | "unmatch" | "fee" | "fee_undone" | "own_transfer" | "own_transfer_undone";
  /** The amounts that it moves between accounts */
  readonly postings: readonly Posting[];
};

export type FoundAccount = {
  /** As what the text was found */
  readonly matched: readonly ("id" | "reference" | "utr" | "order_id" | "client_id" | "end_to_end_id" | "settlement_number" | "account_number" | "number_ending" | "utr_ending" | "contact" | "amount" | "merchant_name" | "payee_name" | "counterparty_name" | "words")[];
  readonly item: NamedThing;
};

export type FoundLine = {
  /** As what the text was found */
  readonly matched: readonly ("id" | "reference" | "utr" | "order_id" | "client_id" | "end_to_end_id" | "settlement_number" | "account_number" | "number_ending" | "utr_ending" | "contact" | "amount" | "merchant_name" | "payee_name" | "counterparty_name" | "words")[];
  readonly item: BankLine;
};

export type FoundMerchant = {
  /** As what the text was found */
  readonly matched: readonly ("id" | "reference" | "utr" | "order_id" | "client_id" | "end_to_end_id" | "settlement_number" | "account_number" | "number_ending" | "utr_ending" | "contact" | "amount" | "merchant_name" | "payee_name" | "counterparty_name" | "words")[];
  readonly item: NamedThing;
};

export type FoundSettlement = {
  /** As what the text was found */
  readonly matched: readonly ("id" | "reference" | "utr" | "order_id" | "client_id" | "end_to_end_id" | "settlement_number" | "account_number" | "number_ending" | "utr_ending" | "contact" | "amount" | "merchant_name" | "payee_name" | "counterparty_name" | "words")[];
  readonly item: Settlement;
};

export type FoundTrade = {
  /** As what the text was found */
  readonly matched: readonly ("id" | "reference" | "utr" | "order_id" | "client_id" | "end_to_end_id" | "settlement_number" | "account_number" | "number_ending" | "utr_ending" | "contact" | "amount" | "merchant_name" | "payee_name" | "counterparty_name" | "words")[];
  readonly item: Trade;
};

export type GiveSecondFactor = {
  /** Six digits */
  readonly code?: string | null;
  /** One that was not used yet */
  readonly recovery_code?: string | null;
  /** `toJSON()` of what `navigator.credentials.get()` gave */
  readonly passkey?: Readonly<Record<string, unknown>> | null;
};

export type GuessChoice = {
  /** What choosing it says about the file */
  readonly meaning: string;
  /** What to send as `mapping` then */
  readonly mapping: Readonly<Record<string, unknown>>;
  /** The first lines of the file, read in this way */
  readonly sample: readonly GuessedLine[];
};

export type GuessedLine = {
  /** With two decimals, in minor units */
  readonly amount_cents: number;
  /** A time, or a day */
  readonly booked_at: string;
  /** Canonical */
  readonly utr: string | null;
  /** The narration */
  readonly text: string | null;
  /** If the layout names it */
  readonly currency: string | null;
};

export type Hold = {
  /** Whose balance */
  readonly merchant_id: string;
  /** The pay-in */
  readonly trade_id: string;
  /** `delay`: blocked until the settlement delay is over; `reserve`: the reserve, which is kept longer */
  readonly kind: "delay" | "reserve";
  /** ISO 4217 code of the balance */
  readonly currency: string;
  /** What was blocked at first, in minor units */
  readonly amount_cents: number;
  /** What is still blocked, in minor units */
  readonly remaining_cents: number;
  /** A dispute blocks at least as much for now */
  readonly suspended: boolean;
  /** When it is released */
  readonly release_at: string;
  /** When it was blocked */
  readonly placed_at: string;
  /** When the last part was released */
  readonly released_at: string | null;
};

export type HoldPage = {
  /** The rows of this page */
  readonly data: readonly (Hold & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type IntakeLine = {
  /** Its position in the request, from 1 */
  readonly line: number;
  /** `duplicate`: it was sent before */
  readonly status: "new" | "duplicate";
};

export type InvitePerson = {
  /** As others see it */
  readonly name: string;
  /** By which the person signs in */
  readonly email: string;
  /** `owner`: may do everything; `operator`: the daily work; `finance`: money in the books; `viewer`: reads; `merchant_admin` and `merchant_viewer`: see one merchant only */
  readonly role: "owner" | "operator" | "finance" | "viewer" | "merchant_admin" | "merchant_viewer";
  /** Required for people of a merchant */
  readonly merchant_id?: string | null;
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
};

export type InvitedPerson = {
  /** The person */
  readonly id: string;
  /** As others see it */
  readonly name: string;
  /** By which the person signs in; in small letters */
  readonly email: string;
  /** `owner`: may do everything; `operator`: the daily work; `finance`: money in the books; `viewer`: reads; `merchant_admin` and `merchant_viewer`: see one merchant only */
  readonly role: "owner" | "operator" | "finance" | "viewer" | "merchant_admin" | "merchant_viewer";
  /** For people of a merchant: the only merchant that they see */
  readonly merchant_id: string | null;
  /** `invited`: has no password yet */
  readonly state: "invited" | "active" | "disabled";
  /** What a sign-in asks for beside the password; empty: none is set up */
  readonly second_factors: readonly ("totp" | "passkey")[];
  /** Whether a password signs the person in */
  readonly has_password: boolean;
  /** Their account at the OpenID provider; null: none is connected */
  readonly openid: ConnectedAccount | null;
  /** When the open link expires; null if there is none */
  readonly link_expires_at: string | null;
  /** When the person was invited */
  readonly created_at: string;
  /** When something last changed */
  readonly changed_at: string;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
  readonly link: PersonLink;
};

export type IssueFeedToken = {
  /** What it is for */
  readonly name: string;
  /** The only accounts whose lines it may send */
  readonly receiving_account_ids: readonly string[];
  /** From where it may be used; empty: from anywhere. If absent or null, a new token may be used from anywhere, and a changed one as before */
  readonly allowed_ips?: readonly string[] | null;
  /** A year from now if absent; null: never */
  readonly expires_at?: string | null;
  /** Default 10,000 */
  readonly lines_per_hour?: number | null;
  /** Per account; default 1,000,000,000, in minor units */
  readonly daily_cents?: number | null;
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
};

export type IssueOperatorToken = {
  /** What it is for; not `OPERATOR_TOKEN` */
  readonly name: string;
  /** The most that it may do. `owner`: may do everything; `operator`: the daily work; `finance`: money in the books; `viewer`: reads; `merchant_admin` and `merchant_viewer`: see one merchant only */
  readonly role: "owner" | "operator" | "finance" | "viewer" | "merchant_admin" | "merchant_viewer";
  /** Default: all that the role has */
  readonly scopes?: readonly ("own" | "read" | "audit" | "files" | "export" | "trades" | "bank" | "payouts" | "finance" | "approvals" | "merchants" | "accounts" | "alerts" | "access")[] | null;
  /** From where it may be used; empty: from anywhere. If absent or null, a new token may be used from anywhere, and a changed one as before */
  readonly allowed_ips?: readonly string[] | null;
  /** A year from now if absent; null: never */
  readonly expires_at?: string | null;
  /** Required for the roles of merchants’ people */
  readonly merchant_id?: string | null;
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
};

export type IssueOwnToken = {
  /** To tell it from others */
  readonly name: string;
  /** When it ends: after 1 to 90 days; default 30 */
  readonly days?: number | null;
  /** Only these groups of your rights; `own` always; default: all that you have */
  readonly scopes?: readonly ("own" | "read" | "audit" | "files" | "export" | "trades" | "bank" | "payouts" | "finance" | "approvals" | "merchants" | "accounts" | "alerts" | "access")[] | null;
};

export type IssueToken = {
  /** Default: `token` */
  readonly mode?: "token" | "signature" | null;
  /** Default: all */
  readonly scopes?: readonly ("payin" | "payout" | "read")[] | null;
  /** From where it may be used; absent, null or empty: from anywhere */
  readonly allowed_ips?: readonly string[] | null;
  /** With a zone, in the future */
  readonly expires_at?: string | null;
  /** Every request must carry X-Signature */
  readonly require_signature?: boolean | null;
  /** Requests per second; 0: no limit; null: the limit of the service */
  readonly rate_limit_per_second?: number | null;
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
};

export type IssuedFeedToken = {
  /** The token’s id; not the token itself */
  readonly id: string;
  /** What it is for */
  readonly name: string;
  /** The only accounts whose lines it may send */
  readonly receiving_account_ids: readonly string[];
  /** From where it may be used; empty: from anywhere */
  readonly allowed_ips: readonly string[];
  /** When it expires */
  readonly expires_at: string | null;
  /** If an account gets more lines in an hour, the rest wait for a person */
  readonly lines_per_hour: number;
  /** What the lines of one account may add up to in a day; the rest wait for a person, in minor units */
  readonly daily_cents: number;
  /** When it was issued */
  readonly created_at: string;
  /** When it was revoked */
  readonly revoked_at: string | null;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
  /** Shown only now; sent as `Authorization: Bearer` */
  readonly token: string;
};

export type IssuedOperatorToken = {
  /** The token’s id; not the token itself */
  readonly id: string;
  /** What it is for */
  readonly name: string;
  /** The most that it may do */
  readonly role: "owner" | "operator" | "finance" | "viewer" | "feed" | "merchant_admin" | "merchant_viewer";
  /** The groups of rights that it has */
  readonly scopes: readonly ("own" | "read" | "audit" | "files" | "export" | "trades" | "bank" | "payouts" | "finance" | "approvals" | "merchants" | "accounts" | "alerts" | "access")[];
  /** Whose it is: who issued it in a session; null: nobody’s */
  readonly person_id: string | null;
  /** Their name */
  readonly person_name: string | null;
  /** The only merchant that it sees */
  readonly merchant_id: string | null;
  /** The person made it for themselves: it is revoked, but not changed or rotated */
  readonly is_own: boolean;
  /** From where it may be used; empty: from anywhere */
  readonly allowed_ips: readonly string[];
  /** When it expires */
  readonly expires_at: string | null;
  /** When it was issued */
  readonly created_at: string;
  /** When it was last used, to the minute */
  readonly last_used_at: string | null;
  /** When it was revoked */
  readonly revoked_at: string | null;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
  /** Shown only now; sent as `Authorization: Bearer` */
  readonly token: string;
};

export type IssuedOwnToken = {
  /** The token’s id; not the token itself */
  readonly id: string;
  /** To tell it from others */
  readonly name: string;
  /** The groups of your rights that it has */
  readonly scopes: readonly ("own" | "read" | "audit" | "files" | "export" | "trades" | "bank" | "payouts" | "finance" | "approvals" | "merchants" | "accounts" | "alerts" | "access")[];
  /** When you made it */
  readonly created_at: string;
  /** When it ends */
  readonly expires_at: string | null;
  /** When it was last used, to the minute */
  readonly last_used_at: string | null;
  /** The token that asks */
  readonly is_current: boolean;
  /** Shown only now; sent as `Authorization: Bearer` */
  readonly token: string;
};

export type IssuedToken = {
  /** The token’s id; not the token itself */
  readonly id: string;
  /** Whose it is */
  readonly merchant_id: string;
  /** What X-Token carries: the token itself, or a signature */
  readonly mode: "token" | "signature";
  /** `payin`: it acts on pay-ins; `payout`: on pay-outs and refunds; `read`: it reads */
  readonly scopes: readonly ("payin" | "payout" | "read")[];
  /** From where it may be used; empty: from anywhere */
  readonly allowed_ips: readonly string[];
  /** Every request must carry X-Signature */
  readonly require_signature: boolean;
  /** Requests per second; 0: no limit; null: the limit of the service */
  readonly rate_limit_per_second: number | null;
  /** When it expires */
  readonly expires_at: string | null;
  /** When it was revoked */
  readonly revoked_at: string | null;
  /** When it was issued */
  readonly created_at: string;
  /** When it was last used, to within ten minutes; null: not yet */
  readonly last_used_at: string | null;
  /** Shown only now; null in mode `signature` */
  readonly token: string | null;
  /** Shown only now; for X-Signature, and for X-Token in mode `signature` */
  readonly signing_secret: string;
};

export type KnownDay = {
  /** The day */
  readonly day: string;
  /** By the statements, in minor units */
  readonly opening_cents: number | null;
  /** By the statements, in minor units */
  readonly closing_cents: number | null;
  /** How often it was closed; null: never */
  readonly revision: number | null;
  /** The last time */
  readonly closed_at: string | null;
};

export type LayoutProblem = {
  /** Whose pay-out; null if it is the paying account that lacks it */
  readonly merchant_id: string | null;
  /** The pay-out */
  readonly trade_id: string | null;
  /** The merchant’s id of it */
  readonly order_id: string | null;
  /** Its id at the bank */
  readonly end_to_end_id: string | null;
  /** What is missing or does not fit */
  readonly field: "message_id" | "currency" | "execution_on" | "debit_number" | "debit_name" | "debit_ifsc" | "count" | "total" | "row" | "end_to_end_id" | "amount" | "mode" | "payee_name" | "payee_number" | "payee_bank" | "payee_ifsc" | "payment_type" | "payee";
  /** The same in words that follow the id */
  readonly problem: string;
};

export type LedgerAccount = {
  /** A merchant’s id, or `house` */
  readonly book: string;
  /** Of its merchant; null for the house’s own */
  readonly book_name: string | null;
  /** In this book */
  readonly account: string;
  /** ISO 4217 code */
  readonly currency: string;
  /** The side on which its balance is positive */
  readonly side: "debit" | "credit";
  /** Of the merchant in the account’s name; null: it has none */
  readonly merchant_name: string | null;
  /** Of the receiving account in the account’s name, as in `HDFC ··0001`; null: it has none */
  readonly receiving_account_name: string | null;
  /** Positive on the side given in `side`, in minor units */
  readonly balance_cents: number;
};

export type LedgerAccountPage = {
  /** The rows of this page */
  readonly data: readonly (LedgerAccount & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type LeftOutReasons = {
  /** Of amount zero */
  readonly zero: number;
  /** Not booked yet */
  readonly pending: number;
  /** Never carried out: reverted, declined, failed, canceled */
  readonly reverted: number;
  /** Balances of the account, and sums of other rows */
  readonly balance: number;
  /** Only for information */
  readonly information: number;
};

export type LineAct = {
  /** What was decided */
  readonly act: "assign" | "split" | "fee" | "own_transfer" | "return" | "undo" | "credit" | "keep";
  /** The status before */
  readonly from_status: "matched" | "suspense" | "split" | "fee" | "own_transfer" | "returned" | "credited" | "difference" | "withdrawn";
  /** The status after */
  readonly to_status: "matched" | "suspense" | "split" | "fee" | "own_transfer" | "returned" | "credited" | "difference" | "withdrawn";
  /** The merchant of the trade */
  readonly merchant_id: string | null;
  /** The trade */
  readonly trade_id: string | null;
  /** The merchant’s own id of its order */
  readonly order_id: string | null;
  /** Of the merchant; null: of none, or of one that is some moments old */
  readonly merchant_name: string | null;
  readonly actor: LineActor;
  /** Why, in their words */
  readonly note: string;
  /** When */
  readonly at: string;
};

export type LineActNow = {
  /** The decision; `why_not` says whether it is possible */
  readonly act: "assign" | "split" | "fee" | "own_transfer" | "return" | "undo" | "credit" | "keep";
  /** In words; null: it can be tried */
  readonly why_not: string | null;
};

export type LineActor = {
  /** `operator`: a person or token of the operator; `merchant`: one of the merchant; `service`: the service by itself */
  readonly role: "merchant" | "customer" | "operator" | "feed" | "service";
  /** The person or token; null for a customer and for the service itself */
  readonly id: string | null;
  /** Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known */
  readonly name: string | null;
};

export type LineCandidate = {
  /** Whose trade */
  readonly merchant_id: string;
  /** The trade */
  readonly trade_id: string;
  /** The merchant’s own id of its order */
  readonly order_id: string | null;
  /** Of the merchant; null: of none, or of one that is some moments old */
  readonly merchant_name: string | null;
  /** The higher, the more likely */
  readonly score: number;
  /** The evidence for it */
  readonly evidence: readonly ("utr" | "reference" | "amount" | "time" | "same_transfer" | "end_to_end_id" | "bank_number")[];
  /** The same in words */
  readonly explanation: string;
};

export type LineRule = {
  /** The rule */
  readonly id: string;
  /** Each change makes the next one */
  readonly version: number;
  /** The account whose lines it decides */
  readonly receiving_account_id: string;
  /** As the history of a line names it */
  readonly name: string;
  /** How the lines are booked */
  readonly act: "fee" | "own_transfer";
  /** Of the money */
  readonly direction: "in" | "out";
  /** Words that the narration has, whole, in any order and case */
  readonly text: string | null;
  /** Words of the counterparty’s name, or its number */
  readonly counterparty: string | null;
  /** The smallest amount, without a sign, in minor units */
  readonly min_amount_cents: number | null;
  /** The largest amount, without a sign, in minor units */
  readonly max_amount_cents: number | null;
  /** Only `on` decides; a changed rule is a `draft` until it was tried */
  readonly state: "draft" | "tried" | "on" | "off";
  /** Why this version was made */
  readonly note: string;
  /** Who made it: a person or token */
  readonly changed_by: string | null;
  /** Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known */
  readonly changed_by_name: string | null;
  /** When it was made */
  readonly changed_at: string;
};

export type LineRuleTrial = {
  readonly rule: LineRule;
  /** How many past lines it fits */
  readonly fits: number;
  readonly by_status: LineRuleTrialCounts;
  /** Lines that were decided in another way: look at them before you switch it on */
  readonly contrary: readonly BankLine[];
  /** Lines that wait in suspense */
  readonly waiting: readonly BankLine[];
  /** Whether only the newest lines were tried */
  readonly is_cut: boolean;
};

export type LineRuleTrialCounts = {
  /** Of them matched */
  readonly matched?: number;
  /** Of them suspense */
  readonly suspense?: number;
  /** Of them split */
  readonly split?: number;
  /** Of them fee */
  readonly fee?: number;
  /** Of them own_transfer */
  readonly own_transfer?: number;
  /** Of them returned */
  readonly returned?: number;
  /** Of them credited */
  readonly credited?: number;
  /** Of them difference */
  readonly difference?: number;
  /** Of them withdrawn */
  readonly withdrawn?: number;
};

export type LineRuleVersions = {
  /** The newest version first */
  readonly data: readonly LineRule[];
};

export type LineRules = {
  /** Each rule in its newest version, the newest rule first */
  readonly data: readonly (LineRule & OfCell)[];
  readonly cells_away?: CellsAway;
};

export type ListedPerson = {
  /** The person */
  readonly id: string;
  /** As others see it */
  readonly name: string;
  /** By which the person signs in; in small letters */
  readonly email: string;
  /** `owner`: may do everything; `operator`: the daily work; `finance`: money in the books; `viewer`: reads; `merchant_admin` and `merchant_viewer`: see one merchant only */
  readonly role: "owner" | "operator" | "finance" | "viewer" | "merchant_admin" | "merchant_viewer";
  /** For people of a merchant: the only merchant that they see */
  readonly merchant_id: string | null;
  /** `invited`: has no password yet */
  readonly state: "invited" | "active" | "disabled";
  /** What a sign-in asks for beside the password; empty: none is set up */
  readonly second_factors: readonly ("totp" | "passkey")[];
  /** Whether a password signs the person in */
  readonly has_password: boolean;
  /** Their account at the OpenID provider; null: none is connected */
  readonly openid: ConnectedAccount | null;
  /** When the open link expires; null if there is none */
  readonly link_expires_at: string | null;
  /** When the person was invited */
  readonly created_at: string;
  /** When something last changed */
  readonly changed_at: string;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
  /** Of the merchant; null: of none, or of one that is some moments old */
  readonly merchant_name: string | null;
};

export type ListedRecipient = {
  /** The recipient */
  readonly id: string;
  /** How notices are sent: `callback`: as signed HTTP requests; `email`: by e-mail */
  readonly channel: "callback" | "email";
  /** What people call it */
  readonly name: string;
  /** Whose person it is: told of this merchant only; null: the house’s */
  readonly merchant_id: string | null;
  /** Where notices go, shortened; null: it cannot be decrypted */
  readonly address: string | null;
  /** `critical`: nothing else */
  readonly min_severity: "warning" | "critical";
  /** Empty: all */
  readonly kinds: readonly ("payins_to_verify" | "payouts_to_send" | "payouts_unconfirmed" | "disputes_overdue" | "approvals_waiting" | "two_people_off" | "settlements_waiting" | "lines_in_suspense" | "lines_waiting" | "payins_without_line" | "payouts_without_line" | "suspense_unequal" | "books_unsound" | "proofs_missing" | "balances_negative" | "accounts_near_limit" | "payins_over_share" | "callbacks_failing" | "callbacks_exhausted" | "reports_undelivered" | "imports_unfinished" | "recipients_failing" | "disk_filling")[];
  /** False: nothing is sent */
  readonly enabled: boolean;
  /** When it was made */
  readonly created_at: string;
  /** When a notice last arrived */
  readonly last_delivered_at: string | null;
  /** Since when none has arrived; null: the last one did */
  readonly failing_since: string | null;
  /** Why the last attempt failed */
  readonly last_problem: string | null;
  /** Notices on their way */
  readonly waiting_notices: number;
  /** Until when the secret before signs as well */
  readonly previous_secret_until: string | null;
  /** Of a callback, when it is made or rotated; shown only now */
  readonly secret: string | null;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
  /** Of the merchant; null: of none, or of one that is some moments old */
  readonly merchant_name: string | null;
};

export type ListedTrade = {
  /** The trade, assigned by the service */
  readonly id: string;
  /** Your own identifier of the order */
  readonly order_id: string;
  /** The owning merchant */
  readonly merchant_id: string;
  /** See GET /api/v1/states */
  readonly state: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed";
  /** Always `deposit`; see `direction` */
  readonly kind: "deposit";
  /** The trade’s present amount, in minor units */
  readonly amount_cents: number;
  /** ISO 4217 code */
  readonly amount_currency: string;
  /** Your fee in percent, fixed at creation: 1.5 = 1.5 % */
  readonly percent: number;
  /** Units of the trade currency per one unit of the settlement currency, fixed at creation */
  readonly exchange_rate: number;
  readonly payment_data: PaymentData;
  /** The payment page; for a pay-out the receipt page */
  readonly url: string;
  /** Pay-in or pay-out */
  readonly direction: "payin" | "payout";
  /** Payment type */
  readonly type: string;
  /** Why it is in this state; null: nothing to say */
  readonly state_reason: "timeout" | "declined_by_customer" | "declined_by_merchant" | "declined_by_operator" | "amount_mismatch" | "paid_late" | "paid_after_cancel" | "payment_not_found" | "duplicate_utr_claim" | "fake_proof" | "account_blocked" | "held_for_review" | "beneficiary_rejected" | "bank_returned" | "insufficient_evidence" | "payin_taken_back" | null;
  /** 1, 2, 3 …: one per change that you can see */
  readonly sequence: number;
  /** You may rely on the state and act on it */
  readonly is_final: boolean;
  /** When the last possible change of a final state ends */
  readonly final_at: string | null;
  /** The requested amount; never changes, in minor units */
  readonly requested_amount_cents: number;
  /** Sum of the matched bank lines, in minor units */
  readonly received_amount_cents: number;
  /** The amount refunded, in minor units */
  readonly refunded_amount_cents: number;
  /** The amount that was taken back after it was credited: by the bank, or after a dispute, in minor units */
  readonly recalled_amount_cents: number;
  /** Your fee in the trade currency, in minor units */
  readonly fee_cents: number;
  /** The amount minus the fee; for a pay-out plus the fee, in minor units */
  readonly net_amount_cents: number;
  /** The change of your balance by the trade, in minor units */
  readonly settlement_amount_cents: number;
  /** The currency of your balance */
  readonly settlement_currency: string;
  /** Where the rate is from; null: the currencies are equal */
  readonly rate_source: string | null;
  /** When the rate was set */
  readonly rate_at: string | null;
  /** In canonical form: upper case, no separators */
  readonly utr: string | null;
  /** What its length tells: rrn12, neft16, rtgs22 or other */
  readonly utr_class: string | null;
  /** Your own identifier of the customer */
  readonly client_id: string;
  /** Where its callbacks go; null: to your endpoints */
  readonly callback_url: string | null;
  /** Where the payment page leads the customer back */
  readonly return_url: string | null;
  /** What the customer pays for, if you said it */
  readonly description?: string;
  /** Your own texts, if you gave some */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Present if events and bank lines of this order were removed after archiving: the month, YYYY-MM, whose archive has them */
  readonly archived_month?: string;
  /** The personal data of this trade was erased; `client_id` is empty then */
  readonly erased?: true;
  /** The pay-in that this refunds */
  readonly refund_of: string | null;
  /** The settlement that this pays */
  readonly settlement_id: string | null;
  /** When it was created */
  readonly created_at: string;
  /** When it last changed */
  readonly updated_at: string;
  /** When an unpaid pay-in expires */
  readonly expires_at: string | null;
  /** When the trade completed */
  readonly completed_at: string | null;
  /** Of the merchant; null: of none, or of one that is some moments old */
  readonly merchant_name: string | null;
};

export type LiveCounts = {
  /** Every state */
  readonly trades: readonly StateCount[];
  /** What needs a decision; null: the caller may not read it */
  readonly attention: AttentionList | null;
  /** Pay-outs that somebody has taken; null: the caller may not read them */
  readonly payouts: PayoutCounts | null;
  /** Acts for which nobody asks a second person; null: there are none, this is a sandbox, or the caller is of a merchant */
  readonly one_person: OnePerson | null;
  /** How far the sandbox’s clock is ahead; 0 in live mode */
  readonly sandbox_ahead_seconds: number;
  readonly cells_away?: CellsAway;
};

export type Logo = {
  /** The address that pages use; changes with the picture */
  readonly url: string;
  /** By its content */
  readonly content_type: "image/png" | "image/jpeg" | "image/webp";
  /** In pixels */
  readonly width: number;
  /** In pixels */
  readonly height: number;
} | null;

export type MadeProof = {
  /** `refused`: see `problems` */
  readonly outcome: "made" | "found" | "refused";
  /** The proof’s number; null if it was refused */
  readonly number: number | null;
  /** The UTC day that had ended */
  readonly day: string | null;
  /** SHA-256 of its statement */
  readonly hash: string | null;
  /** The first hundred */
  readonly problems: readonly string[];
};

export type MakeProof = Readonly<Record<string, never>>;

export type Merchant = {
  /** The merchant */
  readonly id: string;
  /** What payers see */
  readonly name: string;
  /** ISO 4217 code; never changes */
  readonly balance_currency: string;
  /** The operator’s own merchant, which returns money that belongs to no order */
  readonly is_house: boolean;
  readonly balance: Balance;
  readonly settings: MerchantSettings;
  /** Where callbacks go by default */
  readonly callback_url: string | null;
  /** When it was made */
  readonly created_at: string;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type MerchantPage = {
  /** The rows of this page */
  readonly data: readonly (Merchant & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type MerchantSettings = {
  /** How long a pay-in waits: 5 to 60 minutes */
  readonly payin_life_minutes: number;
  /** The payment page assigns the receiving account */
  readonly deferred_assignment: boolean;
  /** What to do if another amount than the requested one is received */
  readonly amount_policy: "exact" | "accept_actual" | "tolerance";
  /** With policy `tolerance`: the largest difference, in minor units */
  readonly tolerance_cents: number;
  /** The payable amount may be shifted by 1 to 99 minor units */
  readonly amount_shift: boolean;
  /** Most open pay-ins; null: 10,000 if other merchants use the same receiving accounts */
  readonly max_open_payins: number | null;
  /** Most of an account’s daily limits, in percent; null: 50 if other merchants use it too */
  readonly max_account_day_percent: number | null;
  /** Most open pay-ins of one customer; null: no limit */
  readonly client_max_open_payins: number | null;
  /** No two open pay-ins of one customer with equal amounts in one currency */
  readonly client_unique_amounts: boolean;
  /** Of one customer in all currencies; null: no limit */
  readonly client_max_count_per_hour: number | null;
  /** Of one customer in all currencies; null: no limit */
  readonly client_max_count_per_day: number | null;
  /** Of one customer, in each currency by itself; null: no limit, in minor units */
  readonly client_max_sum_cents_per_hour: number | null;
  /** Of one customer, in each currency by itself; null: no limit, in minor units */
  readonly client_max_sum_cents_per_day: number | null;
  /** Days that a pay-in’s credit is blocked; 0 = none */
  readonly settlement_delay_days: number;
  /** Percent of a credit that is blocked for `reserve_days`; 0 = none */
  readonly reserve_percent: number;
  /** How long the reserve is blocked */
  readonly reserve_days: number;
};

export type MerchantSettingsChange = {
  /** How long a pay-in waits: 5 to 60 minutes */
  readonly payin_life_minutes?: number;
  /** The payment page assigns the receiving account */
  readonly deferred_assignment?: boolean;
  /** What to do if another amount than the requested one is received */
  readonly amount_policy?: "exact" | "accept_actual" | "tolerance";
  /** With policy `tolerance`: the largest difference, in minor units */
  readonly tolerance_cents?: number;
  /** The payable amount may be shifted by 1 to 99 minor units */
  readonly amount_shift?: boolean;
  /** Most open pay-ins; null: 10,000 if other merchants use the same receiving accounts */
  readonly max_open_payins?: number | null;
  /** Most of an account’s daily limits, in percent; null: 50 if other merchants use it too */
  readonly max_account_day_percent?: number | null;
  /** Most open pay-ins of one customer; null: no limit */
  readonly client_max_open_payins?: number | null;
  /** No two open pay-ins of one customer with equal amounts in one currency */
  readonly client_unique_amounts?: boolean;
  /** Of one customer in all currencies; null: no limit */
  readonly client_max_count_per_hour?: number | null;
  /** Of one customer in all currencies; null: no limit */
  readonly client_max_count_per_day?: number | null;
  /** Of one customer, in each currency by itself; null: no limit, in minor units */
  readonly client_max_sum_cents_per_hour?: number | null;
  /** Of one customer, in each currency by itself; null: no limit, in minor units */
  readonly client_max_sum_cents_per_day?: number | null;
  /** Days that a pay-in’s credit is blocked; 0 = none */
  readonly settlement_delay_days?: number;
  /** Percent of a credit that is blocked for `reserve_days`; 0 = none */
  readonly reserve_percent?: number;
  /** How long the reserve is blocked */
  readonly reserve_days?: number;
};

export type Month = {
  /** A merchant’s id, or `house` */
  readonly book: string;
  /** Of its merchant; null for the house’s own */
  readonly book_name: string | null;
  /** If only one account was asked for */
  readonly receiving_account_id: string | null;
  /** As in the address */
  readonly month: string;
  /** Whose month it is */
  readonly time_zone: string;
  /** Its first moment */
  readonly from: string;
  /** The first moment after it */
  readonly to: string;
  /** False while entries may still be added */
  readonly is_over: boolean;
  /** The number of its first entry; null if nothing was entered */
  readonly first_entry: number | null;
  /** The number of its last entry */
  readonly last_entry: number | null;
  /** The hash of the last entry: of the whole book up to it */
  readonly last_hash: string | null;
  /** The first signed proof that holds the last entry; null before */
  readonly proof_day: string | null;
  /** Those that had something or were moved */
  readonly accounts: readonly AccountMonth[];
};

export type MonthMovement = {
  /** What was posted */
  readonly act: "payin_completed" | "payin_raised" | "payin_disputed" | "payin_dispute_won" | "payin_recalled" | "payin_recall_undone" | "payin_charged_back" | "payin_reversed" | "payout_held" | "payout_released" | "payout_completed" | "payout_account_known" | "payout_account_unknown" | "payout_reversed" | "payout_charged" | "payout_charge_undone" | "difference_charged" | "difference_credited" | "difference_undone" | "hold_placed" | "hold_released" | "adjustment" | "line_received" | "line_given_up" | "bank_line" | "match" | "unmatch" | "fee" | "fee_undone" | "own_transfer" | "own_transfer_undone";
  /** By how many entries */
  readonly entries: number;
  /** The sum of their postings on this account, in minor units */
  readonly amount_cents: number;
};

export type NamedTarget = {
  /** Its path: `trades/MERCHANT/TRADE` */
  readonly target: string;
  /** What it is; parts that this kind does not have are null */
  readonly kind: "trades" | "disputes" | "settlements" | "bank_lines" | "waiting_lines" | "statements" | "approvals" | "merchants" | "receiving_accounts" | "payout_batches" | "people" | "scheduled_reports";
  /** Of the trade, or of the trade that the dispute is about */
  readonly order_id: string | null;
  /** Of the settlement */
  readonly number: number | null;
  /** That the proposal asks for */
  readonly act: "pay_out" | "payout_undone" | "refund" | "settlement" | "adjustment" | "manual_confirm" | "payin_undone" | "dispute_outcome" | "line_credit" | "line_keep" | "line_difference" | "line_write_off" | "evidence" | "tariff" | "rate" | "receiving_account_number" | "callback_address" | "settlement_account" | "person_role" | "merchant_token" | "operator_token" | "limits" | "line_rule" | "bands" | "retention" | "erasure" | null;
  /** Of its merchant */
  readonly merchant_name: string | null;
  /** Of its receiving account: the bank and the end of the number */
  readonly account_name: string | null;
  /** Of the person */
  readonly person_name: string | null;
  /** Of the scheduled report */
  readonly report_name: string | null;
  /** Of the batch of pay-outs, as the bank sees it */
  readonly message_id: string | null;
  /** Its amount, if it has one, in minor units */
  readonly amount_cents: number | null;
  /** Of the amount */
  readonly currency: string | null;
};

export type NamedThing = {
  /** The merchant or receiving account */
  readonly id: string;
  /** Its name */
  readonly name: string;
};

export type NewBankLine = {
  /** Negative: money went out, in minor units */
  readonly amount_cents: number;
  /** ISO 8601 with its zone, or a day */
  readonly booked_at: string;
  /** Separators are removed */
  readonly utr?: string | null;
  /** The bank’s narration */
  readonly text?: string | null;
  /** The bank’s own id: distinguishes duplicates from twins */
  readonly bank_id?: string | null;
  /** Who sent or received the money */
  readonly counterparty_name?: string | null;
  /** Their account; kept encrypted */
  readonly counterparty_number?: string | null;
  /** The bank’s code for the kind of transaction */
  readonly purpose?: string | null;
  /** The sender’s own id of the payment */
  readonly end_to_end_id?: string | null;
  /** Why a bank sent the money back, as AC04 */
  readonly return_reason?: string | null;
};

export type NewRate = {
  /** ISO 4217 code */
  readonly trade_currency: string;
  /** ISO 4217 code */
  readonly balance_currency: string;
  /** Trade currency per one unit of the balance currency, at most 8 decimals */
  readonly rate: number;
  /** `operator` where absent */
  readonly source?: string;
};

export type NewRecoveryCodes = {
  /** Shown only now; each works once */
  readonly recovery_codes: readonly string[];
};

export type NewTariff = {
  /** Of the trades: `payin` receives money, `payout` sends it */
  readonly direction: "payin" | "payout";
  /** A payment type; null: any */
  readonly type?: string | null;
  /** ISO 4217 code; null: any */
  readonly currency?: string | null;
  /** 0 to 100, at most 4 decimals: 1.5 = 1.5 % */
  readonly percent: number;
};

export type OfCell = {
  /** The cell that has it, for X-Cell; only in an answer over several cells */
  readonly cell?: string;
};

export type OfferFirstPasskey = Readonly<Record<string, never>>;

export type OfferFirstTotp = Readonly<Record<string, never>>;

export type OfferedTotp = {
  /** In base32, for typing; shown only now */
  readonly secret: string;
  /** The same for apps that open addresses */
  readonly otpauth_uri: string;
  /** The same as a QR code: an SVG element */
  readonly qr_svg: string;
};

export type OnePerson = {
  /** The rules that are switched off: one person alone may do these acts */
  readonly rules: readonly OpenedRule[];
  /** When the latest of them was; null: the audit trail has none */
  readonly switched_off_at: string | null;
  /** Who asked for it */
  readonly switched_off_by: string | null;
  /** The second person; null if the rule for bands was off before */
  readonly approved_by: string | null;
  /** The same as a sentence */
  readonly text: string;
};

export type OpenDispute = {
  /** What you contest */
  readonly type: "not_received" | "paid_not_credited" | "wrong_amount" | "duplicate" | "paid_after_cancel" | "recalled_by_bank" | "fraud" | "other";
  /** The contested part; default: all that is left, in minor units */
  readonly amount_cents?: number | null;
  /** Why, in your words */
  readonly note: string;
};

export type OpenEnrolmentLink = {
  /** The link, or what follows its # */
  readonly link: string;
};

export type OpenedEnrolmentLink = {
  /** Always `enrolment_open` */
  readonly outcome: "enrolment_open";
};

export type OpenedRule = {
  /** The act that may need two people: it moves money (`pay_out` to `line_write_off`), gives bank lines or a bank’s answers (`evidence`), or changes settings or ends data (the others) */
  readonly act: "pay_out" | "payout_undone" | "refund" | "settlement" | "adjustment" | "manual_confirm" | "payin_undone" | "dispute_outcome" | "line_credit" | "line_keep" | "line_difference" | "line_write_off" | "evidence" | "tariff" | "rate" | "receiving_account_number" | "callback_address" | "settlement_account" | "person_role" | "merchant_token" | "operator_token" | "limits" | "line_rule" | "bands" | "retention" | "erasure";
  /** Null: every currency without a band of its own */
  readonly currency: string | null;
};

export type OpenedSession = {
  /** Always `signed_in` */
  readonly outcome: "signed_in";
  /** Sent as `X-CSRF-Token` with every request of this session that is not a GET */
  readonly csrf_token: string;
};

export type OpenidOffer = {
  /** What the provider is called here; null: there is none */
  readonly provider_name: string | null;
};

export type OperatorDispute = {
  /** The dispute */
  readonly id: string;
  /** Whose trade */
  readonly merchant_id: string;
  /** The contested trade */
  readonly trade_id: string;
  /** The merchant’s own id of the order */
  readonly order_id: string;
  /** Of the trade */
  readonly direction: "payin" | "payout";
  /** What is contested */
  readonly type: "not_received" | "paid_not_credited" | "wrong_amount" | "duplicate" | "paid_after_cancel" | "recalled_by_bank" | "fraud" | "other";
  /** Whom it waits for, or how it ended */
  readonly state: "open" | "waiting_for_merchant" | "waiting_for_customer" | "waiting_for_operator" | "decided" | "appealed" | "closed";
  /** The contested part of the trade’s amount, in minor units */
  readonly amount_cents: number;
  /** The currency of the trade */
  readonly amount_currency: string;
  /** What is blocked of the balance because of it, in minor units */
  readonly blocked_amount_cents: number;
  /** The currency of the balance */
  readonly blocked_currency: string;
  /** Who contested the trade */
  readonly opened_by: "merchant" | "customer" | "operator" | "feed" | "service";
  /** The state of the trade when it was contested */
  readonly contested_from: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed";
  /** When it should be decided, or the party it waits for should answer */
  readonly deadline_at: string;
  /** The deadline has passed. It moves no money by itself */
  readonly is_overdue: boolean;
  /** Null until it is decided */
  readonly outcome: "upheld" | "partly_upheld" | "rejected" | "accepted" | "withdrawn" | null;
  /** The part for which the claim was right, in minor units */
  readonly awarded_amount_cents: number | null;
  /** What the outcome rests on */
  readonly basis: "bank_line" | "utr" | "consent" | "two_people" | "one_person" | null;
  /** The outcome took effect on the trade */
  readonly is_carried_out: boolean;
  /** The decision can be appealed until then */
  readonly appeal_until: string | null;
  /** When it was appealed; a dispute has one appeal */
  readonly appealed_at: string | null;
  /** When it was last decided */
  readonly decided_at: string | null;
  /** When it was opened */
  readonly opened_at: string;
  /** When it last changed */
  readonly updated_at: string;
  /** When it was closed; null: it is open */
  readonly closed_at: string | null;
  /** How many messages and notes there are */
  readonly message_count: number;
  /** How many of them came with a file */
  readonly file_count: number;
  /** 1, 2, 3 …: one for each change */
  readonly sequence: number;
  /** The person or token that opened it; null for a customer */
  readonly opener_id: string | null;
  /** The person or token that looks after it */
  readonly assigned_to: string | null;
  /** When it was found to be overdue */
  readonly overdue_at: string | null;
  /** The bank line on which the outcome rests */
  readonly evidence_line_id: string | null;
};

export type OperatorToken = {
  /** The token’s id; not the token itself */
  readonly id: string;
  /** What it is for */
  readonly name: string;
  /** The most that it may do */
  readonly role: "owner" | "operator" | "finance" | "viewer" | "feed" | "merchant_admin" | "merchant_viewer";
  /** The groups of rights that it has */
  readonly scopes: readonly ("own" | "read" | "audit" | "files" | "export" | "trades" | "bank" | "payouts" | "finance" | "approvals" | "merchants" | "accounts" | "alerts" | "access")[];
  /** Whose it is: who issued it in a session; null: nobody’s */
  readonly person_id: string | null;
  /** Their name */
  readonly person_name: string | null;
  /** The only merchant that it sees */
  readonly merchant_id: string | null;
  /** The person made it for themselves: it is revoked, but not changed or rotated */
  readonly is_own: boolean;
  /** From where it may be used; empty: from anywhere */
  readonly allowed_ips: readonly string[];
  /** When it expires */
  readonly expires_at: string | null;
  /** When it was issued */
  readonly created_at: string;
  /** When it was last used, to the minute */
  readonly last_used_at: string | null;
  /** When it was revoked */
  readonly revoked_at: string | null;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type OperatorTokenPage = {
  /** The rows of this page */
  readonly data: readonly OperatorToken[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
};

export type OrderCount = {
  /** At most 1,000 */
  readonly count: number;
  /** There are more than `count` */
  readonly has_more: boolean;
};

export type OrderPutAside = {
  /** The order */
  readonly trade_id: string;
  /** The merchant’s own number of it */
  readonly order_id: string;
  /** Why it may not be erased yet */
  readonly reason: "not_final" | "dispute_open" | "hold_open" | "refund_open" | "batch_open" | "proposal_open" | "kept_by_law";
  /** Null: nobody knows */
  readonly until: string | null;
};

export type OwedLine = {
  readonly line: BankLine;
  /** How long ago it was booked */
  readonly age: "under_1_day" | "1_to_3_days" | "3_to_7_days" | "7_to_30_days" | "over_30_days";
  /** The same in seconds */
  readonly age_seconds: number;
  /** The decisions by which its money leaves */
  readonly ways_out: readonly ("assign" | "split" | "fee" | "own_transfer" | "return" | "undo" | "credit" | "keep")[];
};

export type OwedPage = {
  /** The rows of this page */
  readonly data: readonly (OwedLine & OfCell)[];
  /** Where the next page begins; null: this is the last */
  readonly next_cursor: string | null;
  /** By account and currency, of all pages */
  readonly totals: readonly (OwedTotal & OfCell)[];
  /** What merchants owe, the largest first, at most 100; none if an account is asked for */
  readonly debts: readonly (Debt & OfCell)[];
  /** By currency, of all merchants */
  readonly debt_totals: readonly DebtTotal[];
  readonly cells_away?: CellsAway;
};

export type OwedTotal = {
  /** The account that has the money */
  readonly receiving_account_id: string;
  /** ISO 4217 code */
  readonly currency: string;
  /** How many lines wait */
  readonly lines: number;
  /** Their sum; negative: the bank took more than came, in minor units */
  readonly owed_cents: number;
  /** The ledger’s suspense account: always the same sum, in minor units */
  readonly ledger_cents: number;
};

export type OwnAuditPage = {
  /** The rows of this page */
  readonly data: readonly (AuditEntry & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type OwnOpenid = {
  /** What the provider is called here; null: there is none */
  readonly provider_name: string | null;
  /** Their account at the OpenID provider; null: none is connected */
  readonly connected: ConnectedAccount | null;
  /** Without a password the account cannot be disconnected */
  readonly has_password: boolean;
};

export type OwnToken = {
  /** The token’s id; not the token itself */
  readonly id: string;
  /** To tell it from others */
  readonly name: string;
  /** The groups of your rights that it has */
  readonly scopes: readonly ("own" | "read" | "audit" | "files" | "export" | "trades" | "bank" | "payouts" | "finance" | "approvals" | "merchants" | "accounts" | "alerts" | "access")[];
  /** When you made it */
  readonly created_at: string;
  /** When it ends */
  readonly expires_at: string | null;
  /** When it was last used, to the minute */
  readonly last_used_at: string | null;
  /** The token that asks */
  readonly is_current: boolean;
};

export type OwnTokenPage = {
  /** The rows of this page */
  readonly data: readonly OwnToken[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
};

export type PaidNotice = {
  /** Whose trade */
  readonly merchant_id: string;
  /** The trade */
  readonly trade_id: string;
  /** The merchant’s own id of the order */
  readonly order_id: string;
  /** Of the trade now */
  readonly state: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed";
  /** When the payer first said that they have paid */
  readonly said_at: string;
};

export type PaidNoticePage = {
  /** The rows of this page */
  readonly data: readonly (PaidNotice & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type PaidPayout = {
  /** Whose pay-out */
  readonly merchant_id: string;
  /** The pay-out */
  readonly id: string;
  /** The trade’s `sequence` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_sequence?: number | null;
  /** The bank’s number of the payment */
  readonly utr: string | null;
};

export type Passkey = {
  /** The passkey */
  readonly id: string;
  /** As its person named it */
  readonly name: string;
  /** Its device keeps copies elsewhere */
  readonly is_backed_up: boolean;
  /** The ways in which a browser may reach it */
  readonly transports: readonly string[];
  /** When it was registered */
  readonly created_at: string;
  /** When it was last used */
  readonly last_used_at: string | null;
};

export type PasskeyCreation = {
  /** For `PublicKeyCredential.parseCreationOptionsFromJSON()` */
  readonly options: Readonly<Record<string, unknown>>;
};

export type PasskeyRequest = {
  /** For `PublicKeyCredential.parseRequestOptionsFromJSON()` */
  readonly options: Readonly<Record<string, unknown>>;
};

export type PasswordSet = {
  /** Always `password_set` */
  readonly outcome: "password_set";
};

export type PaymentData = {
  /** Card or account holder, if known */
  readonly name?: string;
  /** Card or account number: grouped on pay-ins, ungrouped on pay-outs, masked in events */
  readonly number?: string;
  /** If known; never on pay-outs */
  readonly bank_name?: string;
  /** The payee of this pay-out cannot be decrypted */
  readonly damaged?: true;
  /** The payee of this pay-out was erased */
  readonly erased?: true;
};

export type PayoutAnswer = {
  /** Line number in the file, from 1 */
  readonly line: number;
  /** The attempt’s id; for an unknown attempt the id in the file */
  readonly end_to_end_id: string;
  /** Whose pay-out */
  readonly merchant_id: string | null;
  /** The pay-out */
  readonly trade_id: string | null;
  /** Its present state */
  readonly state: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed" | null;
  /** What the bank said */
  readonly status: string;
  /** The bank’s code for the reason */
  readonly reason: string | null;
  /** What followed */
  readonly effect: "paid" | "rejected" | "noted" | "known" | "conflict" | "unknown_id";
};

export type PayoutAnswers = {
  /** Pay-outs that were completed */
  readonly paid: number;
  /** Pay-outs that were failed */
  readonly rejected: number;
  /** Answers that changed no state of a pay-out */
  readonly noted: number;
  /** Answers that said nothing new */
  readonly known: number;
  /** Answers that contradict what is known: a person has to check them */
  readonly conflict: number;
  /** Answers about payments that this service never sent */
  readonly unknown_id: number;
  /** Statuses that are not known; empty: all are */
  readonly not_understood: readonly string[];
  /** At most 1,000; those that need a person come first */
  readonly answers: readonly PayoutAnswer[];
  /** Those that are not listed */
  readonly answers_left_out: number;
};

export type PayoutAttempt = {
  /** The attempt */
  readonly id: string;
  /** Whose pay-out */
  readonly merchant_id: string;
  /** The pay-out */
  readonly trade_id: string;
  /** Null if a person pays it by hand */
  readonly payout_batch_id: string | null;
  /** The batch as its bank knows it: `message_id` of the batch */
  readonly batch_message_id: string | null;
  /** The paying account; null if it is not known */
  readonly receiving_account_id: string | null;
  /** Its id at the bank, from the file to the line of the statement */
  readonly end_to_end_id: string;
  /** Its progress */
  readonly state: "pending" | "sent" | "accepted" | "unknown" | "paid" | "rejected" | "returned" | "released";
  /** What is paid, in minor units */
  readonly amount_cents: number;
  /** ISO 4217 code */
  readonly currency: string;
  /** The bank’s number of the transfer */
  readonly utr: string | null;
  /** The bank line that shows the money leave */
  readonly debit_line_id: string | null;
  /** The bank line that shows it come back */
  readonly return_line_id: string | null;
  /** What the merchant is charged, in the balance currency, because the money left although the pay-out was not completed, in minor units */
  readonly charged_cents: number | null;
  /** The last status that the bank gave */
  readonly bank_status: string | null;
  /** The bank’s code for the reason */
  readonly bank_reason: string | null;
  /** Its words */
  readonly bank_text: string | null;
  /** When it was taken */
  readonly created_at: string;
  /** When its batch was exported */
  readonly sent_at: string | null;
  /** When it last changed */
  readonly updated_at: string;
};

export type PayoutAttempts = {
  /** The first attempt comes first */
  readonly data: readonly PayoutAttempt[];
};

export type PayoutBatch = {
  /** The batch */
  readonly id: string;
  /** How it reaches the bank */
  readonly rail: "files" | "simulated_bank";
  /** Follows from its attempts; `closed`: none is open */
  readonly state: "draft" | "exported" | "answered" | "closed";
  /** The account that pays */
  readonly receiving_account_id: string;
  /** ISO 4217 code */
  readonly currency: string;
  /** The batch’s id at the bank; never changes */
  readonly message_id: string;
  /** From the operator who made the batch */
  readonly note: string | null;
  /** How many pay-outs, without released ones */
  readonly payout_count: number;
  /** Their sum, in minor units */
  readonly total_cents: number;
  /** Attempts whose result is not known yet */
  readonly open_count: number;
  readonly counts: AttemptCounts;
  /** The day on which the bank should pay; null in a draft */
  readonly execution_on: string | null;
  /** Only if true: the payer’s account as exported cannot be decrypted */
  readonly damaged?: boolean;
  /** When it was made */
  readonly created_at: string;
  /** From then on it never changes; null in a draft */
  readonly exported_at: string | null;
  /** When its rail sent it, or somebody fetched the whole file; null if the bank cannot have it yet */
  readonly handed_at: string | null;
};

export type PayoutBatchPage = {
  /** The rows of this page */
  readonly data: readonly (PayoutBatch & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type PayoutBatchResult = {
  readonly batch: PayoutBatch;
  /** One result for each requested pay-out */
  readonly payouts: readonly PayoutOutcome[];
};

export type PayoutCounts = {
  /** Taken and not sent; at most 1000 are counted */
  readonly taken: number;
  /** Handed to the bank, without an answer; counted in the same way */
  readonly unconfirmed: number;
};

export type PayoutKey = {
  /** Whose pay-out */
  readonly merchant_id: string;
  /** The pay-out */
  readonly id: string;
  /** The trade’s `sequence` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_sequence?: number | null;
};

export type PayoutLayout = {
  /** For `layout` */
  readonly name: string;
  /** The bank and its service */
  readonly title: string;
  /** To copy, change and send */
  readonly mapping: Readonly<Record<string, unknown>>;
};

export type PayoutLayouts = {
  /** The layouts of banks that the service knows */
  readonly data: readonly PayoutLayout[];
};

export type PayoutOutcome = {
  /** Whose pay-out */
  readonly merchant_id: string;
  /** The pay-out */
  readonly id: string;
  /** The merchant’s id of it; null if there is no such pay-out */
  readonly order_id: string | null;
  /** Its present state; null if the act was refused */
  readonly state: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed" | null;
  /** Why it was refused */
  readonly code: string | null;
  /** The same in words */
  readonly detail: string | null;
  /** The proposal that waits for a second person */
  readonly proposal_id: string | null;
  /** Who changed it last, if that may be why it was refused */
  readonly changed_by: string | null;
  /** When they did */
  readonly changed_at: string | null;
};

export type PayoutOutcomes = {
  /** One result for each requested pay-out */
  readonly payouts: readonly PayoutOutcome[];
};

export type PayoutQueuePage = {
  /** The rows of this page */
  readonly data: readonly (Trade & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type PayoutWork = {
  readonly trade: Trade;
  readonly attempt: PayoutAttempt;
  /** The person or token that took it */
  readonly taken_by: string | null;
  /** When */
  readonly taken_at: string;
};

export type PayoutWorkPage = {
  /** The rows of this page */
  readonly data: readonly (PayoutWork & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type Person = {
  /** The person */
  readonly id: string;
  /** As others see it */
  readonly name: string;
  /** By which the person signs in; in small letters */
  readonly email: string;
  /** `owner`: may do everything; `operator`: the daily work; `finance`: money in the books; `viewer`: reads; `merchant_admin` and `merchant_viewer`: see one merchant only */
  readonly role: "owner" | "operator" | "finance" | "viewer" | "merchant_admin" | "merchant_viewer";
  /** For people of a merchant: the only merchant that they see */
  readonly merchant_id: string | null;
  /** `invited`: has no password yet */
  readonly state: "invited" | "active" | "disabled";
  /** What a sign-in asks for beside the password; empty: none is set up */
  readonly second_factors: readonly ("totp" | "passkey")[];
  /** Whether a password signs the person in */
  readonly has_password: boolean;
  /** Their account at the OpenID provider; null: none is connected */
  readonly openid: ConnectedAccount | null;
  /** When the open link expires; null if there is none */
  readonly link_expires_at: string | null;
  /** When the person was invited */
  readonly created_at: string;
  /** When something last changed */
  readonly changed_at: string;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type PersonLink = {
  /** `invitation`: to set the first password; `password_reset`: to set a new one */
  readonly kind: "invitation" | "password_reset";
  /** Shown only now; works once. Give it to this person alone */
  readonly url: string;
  /** When it expires */
  readonly expires_at: string;
};

export type PersonPage = {
  /** The rows of this page */
  readonly data: readonly ListedPerson[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
};

export type PersonTie = {
  /** The other one; null: a token that belongs to nobody */
  readonly person_id: string | null;
  /** Of the other one */
  readonly name: string | null;
  /** The way to sign in that one of them opened for the other */
  readonly way: "invitation" | "invitation_link" | "password_link" | "factors_removed" | "person_enabled" | "role_raised";
  /** The other one opened it; otherwise this person did */
  readonly opened_by_other: boolean;
  /** When it was opened first */
  readonly made_at: string;
};

export type PersonTies = {
  /** Everybody who is tied to this person, the oldest tie first */
  readonly data: readonly PersonTie[];
};

export type PossibleLine = {
  readonly line: BankLine;
  /** What the line brings beyond what the pay-in waits for; negative: less, in minor units */
  readonly difference_cents: number;
  /** The money came to another account than the one that was shown */
  readonly is_other_account: boolean;
  /** The higher, the more likely */
  readonly score: number;
  /** What the line and the pay-in have in common. `utr_similar`: perhaps mistyped; `amount_digits`: digits exchanged, zeros added or missing; `amount_close`: within a twentieth; `open`: it still waits for money */
  readonly evidence: readonly ("utr" | "reference" | "utr_similar" | "amount" | "order_id" | "amount_digits" | "amount_close" | "time" | "open")[];
  /** The same in words */
  readonly explanation: string;
  /** It names the pay-in and its amount agrees or nearly: `confirm` asks for it by `despite_line` */
  readonly looks_like_it: boolean;
};

export type PossibleLines = {
  /** The part of the amount that no bank line covers yet, in minor units */
  readonly waits_for_cents: number;
  /** At most 20 */
  readonly data: readonly PossibleLine[];
};

export type PossiblePayin = {
  /** Whose trade */
  readonly merchant_id: string;
  /** The trade */
  readonly trade_id: string;
  /** The merchant’s own id of the order */
  readonly order_id: string;
  /** Its present state */
  readonly state: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed";
  /** What it asks for, in minor units */
  readonly amount_cents: number;
  /** What came of it so far, in minor units */
  readonly received_amount_cents: number;
  /** What the line brings beyond that; negative: what is missing, in minor units */
  readonly difference_cents: number;
  /** The higher, the more likely */
  readonly score: number;
  /** What the line and the pay-in have in common. `utr_similar`: perhaps mistyped; `amount_digits`: digits exchanged, zeros added or missing; `amount_close`: within a twentieth; `open`: it still waits for money */
  readonly evidence: readonly ("utr" | "reference" | "utr_similar" | "amount" | "order_id" | "amount_digits" | "amount_close" | "time" | "open")[];
  /** The same in words */
  readonly explanation: string;
};

export type Posting = {
  /** In this book */
  readonly account: string;
  /** Of the merchant in the account’s name; null: it has none */
  readonly merchant_name: string | null;
  /** Of the receiving account in the account’s name, as in `HDFC ··0001`; null: it has none */
  readonly receiving_account_name: string | null;
  /** ISO 4217 code */
  readonly currency: string;
  /** Debits are negative; an entry’s postings sum to zero per currency, in minor units */
  readonly amount_cents: number;
};

export type Presence = {
  /** Who */
  readonly person_id: string;
  /** Their name */
  readonly name: string;
  /** Since when */
  readonly since: string;
};

export type Presences = {
  /** Everybody else, the first one first */
  readonly data: readonly Presence[];
};

export type ProofKey = {
  /** 1, 2, 3 … */
  readonly key_id: number;
  /** Always `Ed25519` */
  readonly algorithm: "Ed25519";
  /** 32 bytes, base64url */
  readonly public_key: string;
  /** When */
  readonly created_at: string;
  /** When it stopped signing; null: it signs */
  readonly ended_at: string | null;
};

export type ProofKeys = {
  /** The oldest first; the one without `ended_at` signs */
  readonly keys: readonly ProofKey[];
};

export type ProofPage = {
  /** The rows of this page */
  readonly data: readonly (ProofSummary & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type ProofSummary = {
  /** 1, 2, 3 … */
  readonly number: number;
  /** The UTC day that had ended */
  readonly day: string;
  /** SHA-256 of its statement, which the next one names */
  readonly hash: string;
  /** When */
  readonly made_at: string;
};

export type Proposal = {
  /** The proposal */
  readonly id: string;
  /** The act that may need two people: it moves money (`pay_out` to `line_write_off`), gives bank lines or a bank’s answers (`evidence`), or changes settings or ends data (the others) */
  readonly act: "pay_out" | "payout_undone" | "refund" | "settlement" | "adjustment" | "manual_confirm" | "payin_undone" | "dispute_outcome" | "line_credit" | "line_keep" | "line_difference" | "line_write_off" | "evidence" | "tariff" | "rate" | "receiving_account_number" | "callback_address" | "settlement_account" | "person_role" | "merchant_token" | "operator_token" | "limits" | "line_rule" | "bands" | "retention" | "erasure";
  /** Null if the act has no amount, in minor units */
  readonly amount_cents: number | null;
  /** ISO 4217 */
  readonly currency: string | null;
  /** The merchant that it is about; null: it is about none */
  readonly merchant_id: string | null;
  /** What it is about, as a path */
  readonly target: string;
  /** The parts of its name; null if it has no name or is gone */
  readonly named_target: NamedTarget | null;
  /** The operation that is carried out; null if it cannot be decrypted */
  readonly operation: string | null;
  /** Why, in the maker’s words */
  readonly note: string;
  /** `void`: what it is about has changed, or the act was done in another way */
  readonly state: "waiting" | "approved" | "rejected" | "withdrawn" | "expired" | "void";
  /** You made it */
  readonly is_yours: boolean;
  readonly maker: ProposalPerson;
  readonly checker: ProposalPerson;
  /** When it was made */
  readonly created_at: string;
  /** When it ends if nobody decides */
  readonly expires_at: string;
  /** When it was decided */
  readonly decided_at: string | null;
  /** Why, in words */
  readonly decision_note: string | null;
  /** A link or token that is shown once waits for its maker: `collectSecrets` */
  readonly has_secret: boolean;
};

export type ProposalActs = {
  /** Null if you may; otherwise why not */
  readonly approve: string | null;
  /** Null if you may; otherwise why not */
  readonly reject: string | null;
  /** Null if you may; otherwise why not */
  readonly withdraw: string | null;
};

export type ProposalBand = {
  /** Null: of an act without an amount */
  readonly currency: string | null;
  /** From which amount it needs two people; 0: always, in minor units */
  readonly from_cents: number;
} | null;

export type ProposalDetail = {
  readonly proposal: Proposal;
  readonly band: ProposalBand;
  readonly acts: ProposalActs;
  readonly outcome: ProposalOutcome;
};

export type ProposalOutcome = {
  /** Why nothing would be done; null if the act would be done */
  readonly code: string | null;
  /** The same in words */
  readonly detail: string | null;
  /** The balances to which the act would post; empty: none */
  readonly balances: readonly BalanceShown[];
  /** The trades that the act would create or change, if that is known before */
  readonly trades: readonly TradeShown[];
  /** The settings as they are, as JSON; numbers are masked */
  readonly settings_before: string | null;
  /** The settings as they would be */
  readonly settings_after: string | null;
  /** Of bank lines or answers that wait: what they would credit or give back */
  readonly evidence: readonly EvidenceAccount[];
} | null;

export type ProposalPage = {
  /** The rows of this page */
  readonly data: readonly (Proposal & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  /** All that wait, whatever the filters; counted up to 1,000 */
  readonly waiting_count: number;
  /** Of these, those that you did not make */
  readonly waiting_for_you_count: number;
  readonly cells_away?: CellsAway;
};

export type ProposalPerson = {
  /** Null for a token that belongs to nobody */
  readonly person_id: string | null;
  /** Null in a session */
  readonly operator_token_id: string | null;
  /** Of the person, otherwise of the token */
  readonly name: string | null;
};

export type PutCurrencies = {
  /** ISO 4217 codes in upper case; null: the default */
  readonly currencies: readonly string[] | null;
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type PutRates = {
  /** The rates to set; those of other currencies stay */
  readonly rates: readonly NewRate[];
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type PutSettlementAccount = {
  /** How money moves, which decides the format of `number` */
  readonly type: "card" | "account" | "iban" | "upi" | "phone";
  /** Card or account; separators are removed */
  readonly number: string;
  /** Holder */
  readonly name: string;
  /** Bank */
  readonly bank_name?: string | null;
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type PutTariffs = {
  /** All tariffs of the merchant: they replace those before */
  readonly tariffs: readonly NewTariff[];
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type Rate = {
  /** ISO 4217 code */
  readonly trade_currency: string;
  /** ISO 4217 code */
  readonly balance_currency: string;
  /** Trade currency per one unit of the balance currency, at most 8 decimals */
  readonly rate: number;
  /** The source of the rate */
  readonly source: string;
  /** When it was set */
  readonly rate_at: string;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type Rates = {
  /** Sorted by the trade currency, then by the balance currency */
  readonly rates: readonly Rate[];
};

export type Reading = {
  /** What the text was taken for */
  readonly as: "id" | "reference" | "utr" | "order_id" | "client_id" | "end_to_end_id" | "settlement_number" | "account_number" | "number_ending" | "utr_ending" | "contact" | "amount" | "merchant_name" | "payee_name" | "counterparty_name" | "words";
  /** How many were found */
  readonly found: number;
  /** There are more; the lists have filters and pages */
  readonly more: boolean;
  /** False if some bank lines cannot be found by words yet */
  readonly complete: boolean;
};

export type Receipt = {
  /** The receipt */
  readonly id: string;
  /** Whose trade */
  readonly merchant_id: string;
  /** The trade */
  readonly trade_id: string;
  /** By what the file contains */
  readonly file_type: "jpeg" | "png" | "webp";
  /** As it is kept */
  readonly size_bytes: number;
  /** When the payer sent it */
  readonly given_at: string;
  /** When the file was removed; null while it is there */
  readonly removed_at: string | null;
};

export type ReceiptPage = {
  /** The rows of this page */
  readonly data: readonly (Receipt & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type ReceivingAccount = {
  /** The receiving account */
  readonly id: string;
  /** How money moves, which decides the format of `number` */
  readonly type: "card" | "account" | "iban" | "upi" | "phone";
  /** ISO 4217 code */
  readonly currency: string;
  /** Its holder */
  readonly name: string;
  /** Masked */
  readonly number: string;
  /** What payers see */
  readonly bank_name: string | null;
  /** Smallest amount of an order; null: no limit, in minor units */
  readonly min_amount_cents: number | null;
  /** Largest amount of an order; null: the limit of the rail (UPI: 100,000.00 INR), or none, in minor units */
  readonly max_amount_cents: number | null;
  /** Most orders per UTC day; null: no limit */
  readonly daily_count_limit: number | null;
  /** Largest sum per UTC day; null: no limit, in minor units */
  readonly daily_amount_limit_cents: number | null;
  /** First active minute of the UTC day; null: always active */
  readonly active_from_minute: number | null;
  /** First inactive minute of the UTC day after that; null: always active */
  readonly active_to_minute: number | null;
  /** Its share among equally suitable accounts: 1 to 1000 */
  readonly weight: number;
  /** Never two open pay-ins with the same amount */
  readonly exclusive_only: boolean;
  /** Whether pay-ins may use it */
  readonly enabled: boolean;
  /** An account of the sandbox’s simulated bank */
  readonly simulated: boolean;
  /** When it was added */
  readonly created_at: string;
  /** Only if true: its number cannot be decrypted, so it gets no pay-ins */
  readonly damaged?: boolean;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type ReceivingAccountPage = {
  /** The rows of this page */
  readonly data: readonly (UsedReceivingAccount & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type RecoveryCodes = {
  /** How many can still be used */
  readonly left: number;
  /** When one was last used */
  readonly last_used_at: string | null;
};

export type RefundCounts = {
  /** Would be refunded */
  readonly ready: number;
  /** Refunded by this request */
  readonly refunded: number;
  /** Refunded by an earlier one */
  readonly done: number;
  /** Wait for a second person, or would */
  readonly waiting: number;
  /** Refused */
  readonly refused: number;
};

export type RefundList = {
  /** True: nothing was refunded */
  readonly dry_run: boolean;
  /** What the list would refund and to whom; send it as `seen` to refund just this */
  readonly seen: string;
  readonly counts: RefundCounts;
  /** Of those that would be refunded, or that this request refunded */
  readonly totals: readonly RefundTotal[];
  /** One result for each row, in their order */
  readonly results: readonly RefundResult[];
};

export type RefundPayee = {
  /** bank_line: the sender, as the bank reported it; earlier: of another refund of it */
  readonly source: "typed" | "bank_line" | "earlier";
  /** As it is known */
  readonly name: string | null;
  /** Masked */
  readonly number: string;
};

export type RefundResult = {
  /** Line of the list, from 1 */
  readonly line: number;
  /** ready: it would be refunded; done: this or an equal list has refunded it before; waiting: a second person has to agree */
  readonly outcome: "ready" | "refunded" | "done" | "waiting" | "refused";
  /** Whose pay-in; null if the row names none */
  readonly merchant_id: string | null;
  /** The pay-in */
  readonly id: string | null;
  /** The merchant’s id of the pay-in */
  readonly order_id: string | null;
  /** What is refunded, or would be; null if the row is wrong, in minor units */
  readonly amount_cents: number | null;
  /** Of the pay-in */
  readonly currency: string | null;
  /** What was left of the pay-in when the list was read, in minor units */
  readonly refundable_cents: number | null;
  /** Who gets it */
  readonly payee_name: string | null;
  /** Masked */
  readonly payee_number: string | null;
  /** Where the payee comes from; null for refunds made before */
  readonly payee_from: "typed" | "bank_line" | "earlier" | null;
  /** The refund, once it is made */
  readonly refund_id: string | null;
  /** The proposal that waits for a second person */
  readonly proposal_id: string | null;
  /** Why it was refused */
  readonly code: string | null;
  /** The same in words */
  readonly detail: string | null;
};

export type RefundTotal = {
  /** ISO 4217 code */
  readonly currency: string;
  /** How many */
  readonly count: number;
  /** Their sum, in minor units */
  readonly amount_cents: number;
};

export type RefundTrade = {
  /** In the pay-in’s currency and minor units; default: everything that is left */
  readonly amount_cents?: number | null;
  /** One of card, account, iban, upi, phone; default: recognised from the number */
  readonly type?: "card" | "account" | "iban" | "upi" | "phone" | null;
  /** The payee’s number; default: the payer’s, if the bank reported it */
  readonly number?: string | null;
  /** The payee’s name */
  readonly name?: string | null;
  /** The payee’s bank */
  readonly payment_data_bank_name?: string | null;
  /** E.164 */
  readonly customer_phone_number?: string | null;
  /** The address for the refund’s callbacks */
  readonly callback_url?: string | null;
  /** Why, in your words */
  readonly note: string;
  /** The trade’s `sequence` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_sequence?: number | null;
};

export type RejectPayouts = {
  /** 1 to 400 */
  readonly payouts: readonly PayoutKey[];
  /** Default: `beneficiary_rejected` */
  readonly reason?: "timeout" | "declined_by_customer" | "declined_by_merchant" | "declined_by_operator" | "amount_mismatch" | "paid_late" | "paid_after_cancel" | "payment_not_found" | "duplicate_utr_claim" | "fake_proof" | "account_blocked" | "held_for_review" | "beneficiary_rejected" | "bank_returned" | "insufficient_evidence" | "payin_taken_back" | null;
  /** Why, in your words; required once the file was exported */
  readonly note?: string | null;
};

export type RejectProposal = {
  /** Why, in your words */
  readonly note: string;
};

export type ReleaseFromPayoutBatch = {
  /** 1 to 400 */
  readonly payouts?: readonly PayoutKey[] | null;
  /** Why, in your words */
  readonly note: string;
};

export type ReleaseHolds = {
  /** Why, in your words */
  readonly note: string;
};

export type ReleasePayouts = {
  /** 1 to 400 */
  readonly payouts: readonly PayoutKey[];
  /** Required: how you know that nothing was sent */
  readonly note?: string | null;
};

export type ReleasedHolds = {
  /** The holds that were released */
  readonly data: readonly Hold[];
};

export type RelinkPerson = {
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
};

export type Removal = {
  /** The archived month */
  readonly month: string;
  /** `planned`: owners have to allow it; `allowed`: the command on the machine carries it out */
  readonly state: "planned" | "allowed" | "removed";
  /** The SHA-256 of the file with which every row is compared */
  readonly file_sha256: string;
  /** The second file was read by the command, or a person told its hash */
  readonly copy: "read" | "told";
  /** How many trades go */
  readonly trades: number;
  /** Each table, in the order in which its rows go */
  readonly rows: readonly RemovedRows[];
  /** Trades and bank lines of the month that stay, by the reason */
  readonly stays: readonly StayingRows[];
  /** Records that differ from the file: their trades and lines stay */
  readonly differs: number;
  /** When the plan was made */
  readonly planned_at: string;
  /** When owners allowed it */
  readonly allowed_at: string | null;
  /** When everything was removed */
  readonly ended_at: string | null;
};

export type RemovalList = {
  /** Oldest month first */
  readonly removals: readonly Removal[];
};

export type RemoveAlertRecipient = {
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type RemoveDisputeFile = {
  /** Why, in your words */
  readonly reason: string;
};

export type RemoveLogo = {
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type RemoveReceipt = {
  /** Why, in your words */
  readonly reason: string;
};

export type RemoveScheduledReport = {
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type RemoveSettlementAccount = {
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
};

export type RemovedDisputeFile = {
  /** The file */
  readonly id: string;
  /** Always true */
  readonly removed: boolean;
};

export type RemovedFactors = {
  /** An app was set up */
  readonly totp: boolean;
  /** How many there were */
  readonly passkeys: number;
};

export type RemovedRows = {
  /** The table */
  readonly kind: "bank_line_words" | "bank_line_acts" | "bank_line_outcomes" | "bank_lines" | "ledger_entries" | "events" | "holds" | "utr_claims" | "payout_attempts" | "trade_words" | "trades" | "proof_digests";
  /** Rows that go */
  readonly planned: number;
  /** Rows that are gone so far */
  readonly removed: number;
};

export type RenamePasskey = {
  /** To tell it from others */
  readonly name: string;
};

export type Report = {
  /** The first day */
  readonly from: string;
  /** The day after the last one */
  readonly to: string;
  /** Whose days they are */
  readonly time_zone: string;
  /** How long each period is; `all`: the whole time is one period */
  readonly by: "day" | "week" | "month" | "all";
  /** What each period is split by as well; null: nothing */
  readonly split: "type" | "merchant" | null;
  /** By time, direction and currency */
  readonly data: readonly ReportRow[];
  /** Of the whole time, for each direction and currency */
  readonly totals: readonly ReportRow[];
  /** True if there are more merchants */
  readonly has_more: boolean;
  readonly cells_away?: CellsAway;
};

export type ReportAnswerer = {
  /** The person */
  readonly id: string;
  /** Their name; null: nobody who is known */
  readonly name: string | null;
  /** False: they get nothing, because they may not export trades any more */
  readonly may_receive: boolean;
} | null;

export type ReportMissed = {
  /** How many pay-ins no receiving account took */
  readonly count: number;
  /** The sum of their amounts, in minor units */
  readonly amount_cents: number;
  /** The same by the reason why; reasons of which there were none are left out */
  readonly reasons: readonly ReportMissedReason[];
};

export type ReportMissedReason = {
  /** `no_account`: there was none of the type and currency; `amount_taken`: another pay-in had this amount; `merchant_share`: the merchant’s part of an account was used up; the others: what the account’s own settings did not allow */
  readonly reason: "no_account" | "disabled" | "inactive_hours" | "below_minimum" | "above_maximum" | "daily_count" | "daily_amount" | "amount_taken" | "merchant_share";
  /** How many of them */
  readonly count: number;
  /** The sum of their amounts, in minor units */
  readonly amount_cents: number;
};

export type ReportReader = {
  /** The person */
  readonly id: string;
  /** Their name */
  readonly name: string;
  /** `owner`: may do everything; `operator`: the daily work; `finance`: money in the books; `viewer`: reads; `merchant_admin` and `merchant_viewer`: see one merchant only */
  readonly role: "owner" | "operator" | "finance" | "viewer" | "merchant_admin" | "merchant_viewer";
};

export type ReportRecipient = {
  /** The person */
  readonly id: string;
  /** Their name; null: nobody who is known */
  readonly name: string | null;
  /** False: they get nothing, because they may not export trades any more */
  readonly may_receive: boolean;
};

export type ReportRow = {
  /** The first day */
  readonly from: string;
  /** The day after the last one */
  readonly to: string;
  /** Of the trades: `payin` receives money, `payout` sends it */
  readonly direction: "payin" | "payout";
  /** ISO 4217 code */
  readonly currency: string;
  /** The payment type, if the report is split by it */
  readonly type: string | null;
  /** The merchant, if the report is split by it */
  readonly merchant_id: string | null;
  /** Of the merchant; null: of none, or of one that is some moments old */
  readonly merchant_name: string | null;
  readonly created: ReportValue;
  readonly completed: ReportValue;
  readonly expired: ReportValue;
  readonly canceled: ReportValue;
  readonly failed: ReportValue;
  readonly disputed: ReportValue;
  readonly reversed: ReportValue;
  /** Completed ones, of those that completed, expired, failed or were canceled, in percent */
  readonly success_percent: number | null;
  readonly matched: ReportValue;
  readonly by_hand: ReportValue;
  /** Completed by a bank line without a person, of all completed, in percent */
  readonly matched_percent: number | null;
  /** Fees of what was completed, in minor units */
  readonly fees_cents: number;
  /** Mean time from creation to completion */
  readonly mean_ms: number | null;
  /** Half of them took no longer: one minute, 5, 15, an hour, a day; null if longer, or of nothing */
  readonly half_within_ms: number | null;
  /** The same of 90 % */
  readonly most_within_ms: number | null;
  readonly missed: ReportMissed;
};

export type ReportSending = {
  /** The sending */
  readonly id: string;
  /** Who gets it; null: the address for callbacks */
  readonly person_id: string | null;
  /** Their name; null: the address, or nobody who is known */
  readonly person_name: string | null;
  /** As `2026-03-05`, or `2026-03-02 to 2026-03-08`, both included */
  readonly days: string;
  /** Somebody asked for it */
  readonly by_hand: boolean;
  /** `exhausted`: it was given up */
  readonly status: "waiting" | "delivered" | "exhausted";
  /** How often it was tried */
  readonly attempts: number;
  /** How many trades there were; null: not counted yet, or too many */
  readonly trades: number | null;
  /** False: it has a link to the list in place of a file */
  readonly has_file: boolean;
  /** Why the last attempt failed */
  readonly problem: string | null;
  /** When it was due */
  readonly created_at: string;
  /** When it arrived or was given up */
  readonly finished_at: string | null;
};

export type ReportSendings = {
  /** The newest first */
  readonly data: readonly ReportSending[];
};

export type ReportValue = {
  /** How many */
  readonly count: number;
  /** The sum of their amounts, in minor units */
  readonly amount_cents: number;
};

export type ResendDelivery = {
  /** The merchant who is called */
  readonly merchant_id: string;
  /** The trade */
  readonly trade_id: string;
  /** Which change of the trade */
  readonly sequence: number;
  /** Number of the endpoint; 0 (the default) also for an address that the trade gave */
  readonly endpoint?: number;
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type ResendEvents = {
  /** The merchant who is called */
  readonly merchant_id: string;
  /** `not_delivered` (default): given up or never sent; `all`: delivered ones too */
  readonly which?: "not_delivered" | "all" | null;
  /** Only to the endpoint with this number; without it to all */
  readonly endpoint?: number | null;
  /** Types, or all of a topic; empty: all */
  readonly types?: readonly ("deposit.*" | "withdrawal.*" | "dispute.*" | "deposit.created" | "deposit.pending" | "deposit.verifying" | "deposit.completed" | "deposit.expired" | "deposit.canceled" | "deposit.failed" | "deposit.disputed" | "deposit.reversed" | "withdrawal.created" | "withdrawal.processing" | "withdrawal.completed" | "withdrawal.canceled" | "withdrawal.failed" | "withdrawal.disputed" | "withdrawal.reversed" | "dispute.opened" | "dispute.updated" | "dispute.decided" | "dispute.appealed" | "dispute.closed")[] | null;
  /** Events from this time on, as `2026-03-01T00:00:00Z` or a day */
  readonly from?: string | null;
  /** Events before this time */
  readonly to?: string | null;
  /** Events after this number: `next_after` of the answer before */
  readonly after?: number | null;
  /** `as_of` of the first answer: what has ended since then is not sent again */
  readonly as_of?: string | null;
  /** Only counts, and sends nothing */
  readonly preview?: boolean | null;
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type ResentDelivery = {
  /** As in the header webhook-id */
  readonly event_id: string;
  /** Always `waiting` */
  readonly status: "waiting";
};

export type ResentEvents = {
  /** Events that this request looked at */
  readonly examined: number;
  /** Those of them that the filters name */
  readonly events: number;
  /** Deliveries that wait again, or would */
  readonly resent: number;
  /** Events that were not looked at yet */
  readonly remaining: number;
  /** `after` of the next request; null: there is nothing more */
  readonly next_after: number | null;
  /** For the next request */
  readonly as_of: string;
};

export type ResetFactors = {
  /** Why */
  readonly reason: string;
};

export type ResetFactorsDone = {
  /** Whose they were */
  readonly person_id: string;
  readonly removed: RemovedFactors;
  /** How many ended with it */
  readonly sessions_ended: number;
  /** The link, for the person alone; shown only now, and it works once */
  readonly url: string;
  /** When the link expires */
  readonly expires_at: string;
};

export type Retention = {
  /** One row for each kind of data */
  readonly kinds: readonly RetentionKind[];
};

export type RetentionKind = {
  /** The kind of data; `ends` says what belongs to it */
  readonly kind: "receipts" | "dispute_files" | "proposal_files" | "sessions" | "alerts" | "alert_notices" | "report_sendings" | "callback_attempts" | "deliveries";
  /** How long it is kept; null: without an end */
  readonly days: number | null;
  /** Unless somebody has set others */
  readonly default_days: number;
  /** The fewest that may be set */
  readonly min_days: number;
  /** The most that may be set */
  readonly max_days: number;
  /** It may also be kept without an end */
  readonly may_stay: boolean;
  /** What ends, and when its days begin */
  readonly ends: string;
  /** What stays of it */
  readonly stays: string;
  /** Why these days: the law or the deadline behind them */
  readonly why: string;
  /** What began before has ended, or ends with the next rounds */
  readonly ends_before: string | null;
  /** From when the oldest row is that is still kept; of callbacks only those older than the shorter of their periods are known */
  readonly oldest_at: string | null;
  /** When the job last looked at all of this kind */
  readonly looked_at: string | null;
  /** When it last ended some */
  readonly last_ended_at: string | null;
  /** How many rows it has ended so far */
  readonly rows_ended: number;
  /** Of callbacks: some that ended before this time were removed */
  readonly ended_before: string | null;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type RetentionPeriodChange = {
  /** The kind of data; the list names it once */
  readonly kind: "receipts" | "dispute_files" | "proposal_files" | "sessions" | "alerts" | "alert_notices" | "report_sendings" | "callback_attempts" | "deliveries";
  /** Within the bounds of its kind; null: without an end, if the kind allows it */
  readonly days: number | null;
};

export type RevokeFeedToken = {
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type RevokeOperatorToken = {
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type RevokeSession = {
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type RevokeSessionsOfPerson = {
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type RevokeToken = {
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type RevokedFeedToken = {
  /** The token */
  readonly id: string;
  /** Always true */
  readonly revoked: boolean;
};

export type RevokedOperatorToken = {
  /** The token */
  readonly id: string;
  /** Always true */
  readonly revoked: boolean;
};

export type RevokedOwnToken = {
  /** The token */
  readonly id: string;
  /** Always true */
  readonly revoked: boolean;
};

export type RevokedSession = {
  /** The session */
  readonly id: string;
  /** Always true */
  readonly revoked: boolean;
};

export type RevokedSessions = {
  /** How many */
  readonly revoked: number;
};

export type RevokedToken = {
  /** The token */
  readonly id: string;
  /** Always true */
  readonly revoked: boolean;
};

export type RotateCallbackSecret = {
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type RotateEncryptionKey = {
  /** Default: data */
  readonly purpose?: "data" | "page" | null;
  /** Why */
  readonly reason: string;
};

export type RotateOperatorToken = {
  /** How long both are accepted: 0 to 168; default 24 */
  readonly overlap_hours?: number | null;
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
};

export type RotateProofKey = {
  /** The key to end; named so that a repeated request ends only one */
  readonly key_id: number;
  /** Why */
  readonly note: string;
};

export type RotatedEncryptionKey = {
  /** `found`: a new key was waiting already, not yet in use */
  readonly outcome: "rotated" | "found";
  readonly key: EncryptionKey;
};

export type RotatedProofKey = {
  /** `found`: it had ended already */
  readonly outcome: "rotated" | "found";
  readonly ended: ProofKey;
  readonly key: ProofKey;
};

export type SandboxClock = {
  /** The sandbox’s time */
  readonly now: string;
  /** How far it is ahead of the true time */
  readonly ahead_seconds: number;
};

export type SandboxWork = {
  /** Pay-ins that expired */
  readonly payins: number;
  /** Parts of credits that were released */
  readonly holds: number;
  /** Proposals that ended */
  readonly proposals: number;
  /** Disputes whose deadline passed */
  readonly disputes: number;
  /** Callbacks to send, or to try again */
  readonly callbacks: number;
  /** Probes of failing callback endpoints */
  readonly endpoint_probes: number;
  /** Orders that the simulated bank answers */
  readonly bank_answers: number;
};

export type SavedView = {
  /** The view */
  readonly id: string;
  /** As its owner calls it */
  readonly name: string;
  /** The list of the console that it shows; null: an address of an older version, of no list */
  readonly list: "trades" | "verify" | "payouts" | "payout_batches" | "bank_lines" | "waiting_lines" | "owed" | "account_days" | "ledger_accounts" | "ledger_entries" | "proofs" | "settlements" | "merchants" | "receiving_accounts" | "callbacks" | "approvals" | "disputes" | "people" | "audit" | null;
  /** Below /console: path and filters */
  readonly address: string;
  /** The columns of the list in their order; null: as each reader has them */
  readonly columns: readonly string[] | null;
  /** Colleagues see it as well */
  readonly is_shared: boolean;
  /** It belongs to the caller */
  readonly is_own: boolean;
  /** When it was saved */
  readonly created_at: string;
};

export type SavedViews = {
  /** The oldest first */
  readonly data: readonly SavedView[];
};

export type ScheduledReport = {
  /** The report */
  readonly id: string;
  /** What people call it */
  readonly name: string;
  /** What the saved view was called */
  readonly view_name: string;
  /** Below /console: the trades that it has, of any day */
  readonly address: string;
  /** It has the whole day, week or month before */
  readonly every: "day" | "week" | "month";
  /** When it is due, on the clocks of the time zone */
  readonly hour: number;
  /** Whose days they are */
  readonly time_zone: string;
  /** `xlsx`: an Excel workbook; `csv`: a text file */
  readonly format: "xlsx" | "csv";
  /** The people who get it by e-mail */
  readonly recipients: readonly string[];
  /** The same people by name */
  readonly readers: readonly ReportRecipient[];
  /** Where callbacks go, shortened; null: nowhere */
  readonly callback_address: string | null;
  readonly callback_set_by: ReportAnswerer;
  /** False: none is sent */
  readonly enabled: boolean;
  /** When it was made */
  readonly created_at: string;
  /** When the next one is due; null: none is sent */
  readonly next_at: string | null;
  /** Those of the last time that it was sent */
  readonly last: readonly ReportSending[];
  /** Of the callbacks, when the address is set or it is rotated; shown only now */
  readonly secret: string | null;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type ScheduledReports = {
  /** In the order in which they were made */
  readonly data: readonly ScheduledReport[];
  /** Who may be a recipient */
  readonly people: readonly ReportReader[];
};

export type SearchResult = {
  /** Everything that the text can be, and how many things it was found as */
  readonly readings: readonly Reading[];
  /** Trades that were found */
  readonly trades: readonly (FoundTrade & OfCell)[];
  /** Bank lines that were found */
  readonly lines: readonly (FoundLine & OfCell)[];
  /** Settlements that were found */
  readonly settlements: readonly (FoundSettlement & OfCell)[];
  /** Merchants that were found */
  readonly merchants: readonly (FoundMerchant & OfCell)[];
  /** Receiving accounts that were found */
  readonly receiving_accounts: readonly (FoundAccount & OfCell)[];
  readonly cells_away?: CellsAway;
};

export type SecondFactors = {
  /** The last factor cannot be removed: everybody needs one in live mode */
  readonly is_required: boolean;
  /** Codes of an app; null without one */
  readonly totp: Totp | null;
  /** The oldest first */
  readonly passkeys: readonly Passkey[];
  readonly recovery_codes: RecoveryCodes;
  /** The factors were removed; new ones need the link made with the removal */
  readonly waits_for_link: boolean;
};

export type SendDisputeMessage = {
  /** At most 2,000 characters */
  readonly text: string;
  /** Default: shared; merchant: not for the customer */
  readonly visibility?: "shared" | "merchant" | "internal" | null;
  /** Why, in your words */
  readonly note?: string | null;
};

export type SendScheduledReport = {
  /** A sending of it that is over: its days again, to its recipient only */
  readonly sending_id?: string | null;
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type SentHeader = {
  /** In lower case */
  readonly name: string;
  /** The signature itself is not kept */
  readonly value: string;
};

export type SentRefund = {
  /** The refund */
  readonly id: string;
  /** Its pay-in, whose credit was taken back */
  readonly payin_id: string;
  /** Its amount, in minor units */
  readonly amount_cents: number;
  /** ISO 4217 code */
  readonly currency: string;
  /** It may still come back */
  readonly state: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed";
};

export type Series = {
  /** The first day */
  readonly from: string;
  /** The day after the last one */
  readonly to: string;
  /** By day, direction and currency */
  readonly data: readonly SeriesRow[];
  readonly cells_away?: CellsAway;
};

export type SeriesMetrics = {
  readonly created?: SeriesValue;
  readonly completed?: SeriesValue;
  readonly matched?: SeriesValue;
  readonly fees?: SeriesValue;
  readonly duration?: SeriesValue;
  readonly within_1m?: SeriesValue;
  readonly within_5m?: SeriesValue;
  readonly within_15m?: SeriesValue;
  readonly within_1h?: SeriesValue;
  readonly within_1d?: SeriesValue;
  readonly expired?: SeriesValue;
  readonly canceled?: SeriesValue;
  readonly failed?: SeriesValue;
  readonly disputed?: SeriesValue;
  readonly reversed?: SeriesValue;
  readonly missed?: SeriesValue;
  readonly missed_no_account?: SeriesValue;
  readonly missed_disabled?: SeriesValue;
  readonly missed_inactive_hours?: SeriesValue;
  readonly missed_below_minimum?: SeriesValue;
  readonly missed_above_maximum?: SeriesValue;
  readonly missed_daily_count?: SeriesValue;
  readonly missed_daily_amount?: SeriesValue;
  readonly missed_amount_taken?: SeriesValue;
  readonly missed_merchant_share?: SeriesValue;
};

export type SeriesRow = {
  /** The day in UTC */
  readonly day: string;
  /** Of the trades: `payin` receives money, `payout` sends it */
  readonly direction: "payin" | "payout";
  /** ISO 4217 code */
  readonly currency: string;
  readonly metrics: SeriesMetrics;
};

export type SeriesValue = {
  /** How many */
  readonly count: number;
  /** Their amounts in minor units; of `duration` the milliseconds */
  readonly sum: number;
};

export type Service = {
  /** Of this release */
  readonly version: string;
  /** `sandbox`: demo data and a simulated bank; `live`: real money */
  readonly mode: "sandbox" | "live";
  /** Where merchants and customers reach it */
  readonly public_url: string;
  /** By the clock of the database */
  readonly at: string;
  readonly database: ServiceDatabase;
  /** The disk that holds DATA_DIR; null: there is no such folder */
  readonly disk: DiskUse | null;
  /** What one person alone may do without a limit, and who switched the rules off; null: every act needs two people from some amount on, or this is a sandbox */
  readonly one_person: string | null;
  /** What the database is a copy of: nothing is sent and nothing changed before an owner adopts it; null: it is the installation’s own */
  readonly copy: string | null;
};

export type ServiceDatabase = {
  /** Of PostgreSQL */
  readonly version: string;
  /** How many the database has */
  readonly migrations_applied: number;
  /** How many this release has */
  readonly migrations_known: number;
  /** PostgreSQL archives its log, which a restore to any moment needs */
  readonly archives: boolean;
  /** When the last piece of the log was archived */
  readonly last_archived_at: string | null;
  /** When that last failed */
  readonly last_archive_failed_at: string | null;
};

export type Session = {
  /** The session’s id; not the secret of its cookie */
  readonly id: string;
  /** Whose it is */
  readonly person_id: string;
  /** From where it was opened */
  readonly address: string;
  /** What the browser says it is; at most 200 characters */
  readonly user_agent: string;
  /** When the person signed in */
  readonly created_at: string;
  /** When it was last used, to within 20 seconds */
  readonly last_seen_at: string;
  /** When it ends if nobody uses it any more */
  readonly ends_at: string;
  /** The session that asks */
  readonly is_current: boolean;
};

export type SessionPage = {
  /** The rows of this page */
  readonly data: readonly Session[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
};

export type SetApprovalBand = {
  /** The act that may need two people: it moves money (`pay_out` to `line_write_off`), gives bank lines or a bank’s answers (`evidence`), or changes settings or ends data (the others) */
  readonly act: "pay_out" | "payout_undone" | "refund" | "settlement" | "adjustment" | "manual_confirm" | "payin_undone" | "dispute_outcome" | "line_credit" | "line_keep" | "line_difference" | "line_write_off" | "evidence" | "tariff" | "rate" | "receiving_account_number" | "callback_address" | "settlement_account" | "person_role" | "merchant_token" | "operator_token" | "limits" | "line_rule" | "bands" | "retention" | "erasure";
  /** Default: every currency without a band of its own */
  readonly currency?: string | null;
  /** Of one act. 0: always; null: never. Without a currency 0 or null, in minor units */
  readonly from_cents?: number | null;
  /** Of all such acts in 24 hours that somebody did alone; as `from_cents`, in minor units */
  readonly sum_from_cents?: number | null;
};

export type SetApprovalBands = {
  /** The bands and sums to set; the others stay */
  readonly bands: readonly SetApprovalBand[];
  /** Why, in your words */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type SetPasswordByLink = {
  /** The link, or what follows its # */
  readonly link: string;
  /** 12 to 256 characters */
  readonly password: string;
};

export type SetRetention = {
  /** The kinds of data whose period is set; the others stay */
  readonly periods: readonly RetentionPeriodChange[];
  /** Why, in your words */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type Settlement = {
  /** The statement */
  readonly id: string;
  /** Whose balance */
  readonly merchant_id: string;
  /** 1, 2, 3 … per merchant */
  readonly number: number;
  /** The state of the statement and its payment */
  readonly state: "draft" | "discarded" | "approved" | "sent" | "settled" | "returned";
  /** At the time when the statement was made */
  readonly merchant_name: string;
  /** ISO 4217 code of the balance, and of all sums */
  readonly currency: string;
  /** The first moment of the period */
  readonly period_from: string;
  /** The first moment after it */
  readonly period_to: string;
  /** The first entry of the merchant’s book that the statement covers */
  readonly first_entry_number: number;
  /** The last entry; one less than the first if there are none */
  readonly last_entry_number: number;
  /** How many entries changed the spendable balance */
  readonly line_count: number;
  /** The spendable balance before the period, in minor units */
  readonly opening_cents: number;
  /** Pay-ins, without fees, in minor units */
  readonly payins_cents: number;
  /** Pay-outs, without fees; negative, in minor units */
  readonly payouts_cents: number;
  /** Refunds; negative, in minor units */
  readonly refunds_cents: number;
  /** Taken back or blocked by disputes, in minor units */
  readonly reversals_cents: number;
  /** Added or taken by the operator, in minor units */
  readonly adjustments_cents: number;
  /** Fees; negative, in minor units */
  readonly fees_cents: number;
  /** Held back (negative) and released, in minor units */
  readonly holds_cents: number;
  /** The sum of the seven before, in minor units */
  readonly net_cents: number;
  /** Earlier settlements paid in the period; negative, in minor units */
  readonly paid_cents: number;
  /** Earlier settlements that came back in the period, in minor units */
  readonly returned_cents: number;
  /** opening + net + paid + returned, in minor units */
  readonly closing_cents: number;
  /** Not paid by the statements before, in minor units */
  readonly carried_cents: number;
  /** carried + net + returned, in minor units */
  readonly payable_cents: number;
  /** What is paid out; null until approved, in minor units */
  readonly approved_cents: number | null;
  /** The pay-out */
  readonly trade_id: string | null;
  /** The bank’s number of the payment */
  readonly utr: string | null;
  /** When it was made */
  readonly drafted_at: string;
  /** When it was approved */
  readonly approved_at: string | null;
  /** When its state changed */
  readonly updated_at: string;
};

export type SettlementAccount = {
  /** Whose */
  readonly merchant_id: string;
  /** How money moves, which decides the format of `number` */
  readonly type: "card" | "account" | "iban" | "upi" | "phone";
  /** Masked */
  readonly number: string;
  /** Holder */
  readonly name: string | null;
  /** Bank */
  readonly bank_name: string | null;
  /** When it was set */
  readonly updated_at: string;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type SettlementAccountRemoved = {
  /** There was one */
  readonly removed: boolean;
};

export type SettlementLine = {
  /** Of the merchant’s book */
  readonly entry_number: number;
  /** What it is about */
  readonly kind: "payin" | "payout" | "refund" | "reversal" | "adjustment" | "hold" | "settlement";
  /** What was posted */
  readonly act: string;
  /** When */
  readonly at: string;
  /** The trade that it is about */
  readonly trade_id: string | null;
  /** The merchant’s own id of the order */
  readonly order_id: string | null;
  /** The trade’s, as it was when the statement was made */
  readonly utr: string | null;
  /** The adjustment that it is about */
  readonly adjustment_id: string | null;
  /** The reason of an adjustment */
  readonly note: string | null;
  /** ISO 4217 code */
  readonly trade_currency: string | null;
  /** Of the trade, in its own currency, in minor units */
  readonly trade_amount_cents: number | null;
  /** In the balance currency, in minor units */
  readonly gross_cents: number;
  /** In the balance currency; charges are negative, in minor units */
  readonly fee_cents: number;
  /** gross + fee: the change of the balance, in minor units */
  readonly net_cents: number;
};

export type SettlementLinePage = {
  /** The rows of this page */
  readonly data: readonly SettlementLine[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
};

export type SettlementPage = {
  /** The rows of this page */
  readonly data: readonly (Settlement & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type SharePresence = {
  /** What you look at */
  readonly subject_type: "trade" | "bank_line" | "dispute" | "proposal" | "payout_batch";
  /** Its id */
  readonly subject_id: string;
  /** You look at it no more */
  readonly leaving?: boolean | null;
};

export type ShareSavedView = {
  /** Colleagues see it */
  readonly is_shared: boolean;
};

export type SignIn = {
  /** The person’s e-mail address */
  readonly email: string;
  /** The password */
  readonly password: string;
};

export type SignInByLink = {
  /** The link, or what follows its # */
  readonly link: string;
};

export type SignInWithPasskey = {
  /** `toJSON()` of what `navigator.credentials.get()` gave */
  readonly passkey: Readonly<Record<string, unknown>>;
};

export type SignedIn = {
  /** All but `signed_in`: nothing is open until the second factor is given or set up */
  readonly outcome: "signed_in" | "second_factor_required" | "enrolment_required" | "enrolment_link_required";
  /** What the person may give now; empty if they are signed in or have none */
  readonly second_factors: readonly ("totp" | "passkey" | "recovery_code")[];
  /** Sent as `X-CSRF-Token` with every request of this session that is not a GET */
  readonly csrf_token: string;
};

export type SignedOut = {
  /** Always `signed_out` */
  readonly outcome: "signed_out";
};

export type Since = {
  /** From then on; the start of a quarter of an hour */
  readonly since: string;
  /** One row for each kind; `settings_changed` only with the right `audit.read` */
  readonly data: readonly SinceRow[];
  /** The newest settings that colleagues changed; empty without the right `audit.read` */
  readonly changes: readonly (SinceChange & OfCell)[];
  readonly cells_away?: CellsAway;
};

export type SinceActor = {
  /** `operator`: a person or token of the operator; `merchant`: one of the merchant; `service`: the service by itself */
  readonly role: "merchant" | "customer" | "operator" | "feed" | "service";
  /** The person or token; null for a customer and for the service itself */
  readonly id: string | null;
  /** Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known */
  readonly name: string | null;
};

export type SinceChange = {
  /** When */
  readonly at: string;
  readonly actor: SinceActor;
  /** What was done, as in the audit trail */
  readonly action: string;
  /** What it was done to, as a path */
  readonly target: string;
  /** The parts of its name; null if it has no name or is gone */
  readonly named_target: NamedTarget | null;
};

export type SinceRow = {
  /** `approvals_for_you` waits now; the others happened since then */
  readonly kind: "payins_credited" | "payouts_paid" | "payouts_failed" | "disputes_opened" | "approvals_for_you" | "endpoints_failing" | "settings_changed";
  /** How many; at most 1000 are counted, of trades all */
  readonly count: number;
  /** More than `count` */
  readonly has_more: boolean;
  /** Of trades: one row for each currency; of other things empty */
  readonly sums: readonly SinceSum[];
};

export type SinceSum = {
  /** ISO 4217 */
  readonly currency: string;
  /** The sum of the trades, in minor units */
  readonly amount_cents: number;
};

export type StartOpenid = {
  /** The link, or what follows its # */
  readonly link?: string | null;
};

export type StartedOpenid = {
  /** Where the browser goes now */
  readonly url: string;
};

export type StateCount = {
  /** The state whose trades are counted */
  readonly state: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed";
  /** How many trades are in this state */
  readonly count: number;
  /** By direction and currency */
  readonly parts: readonly StateCountPart[];
};

export type StateCountPart = {
  /** Of the trades: `payin` receives money, `payout` sends it */
  readonly direction: "payin" | "payout";
  /** ISO 4217 code */
  readonly currency: string;
  /** How many of them */
  readonly count: number;
  /** The sum of their amounts, in minor units */
  readonly amount_cents: number;
};

export type StateCounts = {
  /** Every state, in the order of a trade’s life */
  readonly data: readonly StateCount[];
  readonly cells_away?: CellsAway;
};

export type Statement = {
  /** The statement */
  readonly id: string;
  /** Whose statement it is */
  readonly receiving_account_id: string;
  /** The bank’s own name for it */
  readonly bank_reference: string | null;
  /** ISO 4217 code */
  readonly currency: string;
  /** How many it has */
  readonly lines: number;
  /** What came in, in minor units */
  readonly in_cents: number;
  /** What went out, in minor units */
  readonly out_cents: number;
  /** By its lines, as `2026-03-05` */
  readonly first_day: string | null;
  /** By its lines, as `2026-03-05` */
  readonly last_day: string | null;
  /** The balances of its days that the bank reports */
  readonly balances: readonly StatementBalance[];
  /** `csv`, `camt.053`, `camt.054`, `camt.052`, `mt940`, `mt942`, `ofx` or `xlsx` */
  readonly format: string;
  /** How a CSV was read */
  readonly profile: string | null;
  /** How many of its lines were taken so far, known ones included */
  readonly taken_lines: number;
  /** False: import the same file again, and the rest of its lines is taken */
  readonly complete: boolean;
  /** When `taken_lines` was last noted */
  readonly progress_at: string;
  /** As it was named when it was imported first */
  readonly file_name: string | null;
  readonly actor: StatementActor;
  /** When it came */
  readonly imported_at: string;
};

export type StatementActor = {
  /** `operator` or `feed` */
  readonly role: "merchant" | "customer" | "operator" | "feed" | "service";
  /** The person or token */
  readonly id: string | null;
  /** Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known */
  readonly name: string | null;
};

export type StatementBalance = {
  /** As `2026-03-05` */
  readonly day: string;
  /** Before its first line, as the bank says, in minor units */
  readonly opening_cents: number | null;
  /** After its last line, as the bank says, in minor units */
  readonly closing_cents: number | null;
};

export type StatementError = {
  /** In the file, from 1 */
  readonly line: number;
  /** What is wrong with it */
  readonly message: string;
};

export type StatementGap = {
  /** The account */
  readonly receiving_account_id: string;
  /** ISO 4217 code */
  readonly currency: string;
  /** The last day before the file of which the closing balance is known */
  readonly last_day: string;
  /** The closing balance of that day, in minor units */
  readonly last_closing_cents: number;
  /** The first day of the file */
  readonly first_day: string;
  /** The opening balance of that day, which is another one, in minor units */
  readonly opening_cents: number;
};

export type StatementGuess = {
  /** What kind of file it is, by its content */
  readonly format: "csv" | "camt" | "mt940" | "ofx" | "xlsx";
  /** Of an Excel workbook: the sheet that was looked at */
  readonly sheet: string | null;
  /** A built-in profile that reads the sample without an error */
  readonly profile: string | null;
  /** If no built-in profile does: what to send as `mapping`, once you have checked it */
  readonly mapping: Readonly<Record<string, unknown>> | null;
  /** If the sample does not prove how it is meant: what to decide */
  readonly question: string | null;
  /** The answers to the question */
  readonly choices: readonly GuessChoice[];
  /** Of the sample */
  readonly lines_read: number;
  /** Of the sample */
  readonly lines_wrong: number;
  /** What to look at before you import the file; empty: nothing */
  readonly doubts: readonly string[];
  /** The first lines of the file, as `profile` or `mapping` reads them */
  readonly sample: readonly GuessedLine[];
};

export type StatementLine = {
  /** In the file, from 1 */
  readonly line: number;
  /** The bank line; for a duplicate the one that was there already */
  readonly id: string;
  /** `waiting`: not taken, because a stored line may be the same movement; `id` is that of `/waiting_lines` */
  readonly status: "matched" | "suspense" | "split" | "fee" | "own_transfer" | "returned" | "credited" | "difference" | "withdrawn" | "duplicate" | "waiting";
  /** The merchant of the trade that it paid */
  readonly merchant_id: string | null;
  /** The trade that it paid */
  readonly trade_id: string | null;
  /** Why the line has this status */
  readonly reason: "utr_account_amount" | "reference" | "account_amount_time" | "utr_amount_mismatch" | "reference_amount_mismatch" | "several_candidates" | "trade_already_paid" | "trade_not_payable" | "too_early" | "too_late" | "other_utr" | "partly_paid" | "other_time" | "no_candidate" | "outgoing" | "balance_limit" | "feed_daily_sum" | "feed_rate" | "unusual_amount" | "unusual_date" | "unusual_hour" | "repeated_id" | "evidence_rejected" | "overpaid" | "credit_reversed" | "beyond_credit" | "divided" | "kept" | "credited_to_merchant" | "recall" | "recalled" | "recall_for_review" | "partial_recall" | "assigned" | "assigned_with_difference" | "difference_to_house" | "difference_to_merchant" | "split_in_parts" | "part_of_split" | "split_undone" | "marked_fee" | "marked_own_transfer" | "returned_to_sender" | "return_failed" | "undone" | "payout_reference" | "payout_utr" | "payout_amount_time" | "payout_returned" | "payout_returned_early" | "payout_amount_mismatch" | "payout_not_paid" | "payout_given_up" | "payout_paid_already" | "payout_returned_already" | "payout_never_left" | "payout_final" | "charged" | "day_reached" | "day_differs" | "day_closed" | "maybe_stored" | "day_removed";
  /** Another line has had this id of the bank before */
  readonly bank_id_shared: boolean;
  /** The merchant’s own id of its order */
  readonly order_id: string | null;
  /** Of the merchant; null: of none, or of one that is some moments old */
  readonly merchant_name: string | null;
  /** Negative: money went out, in minor units */
  readonly amount_cents: number;
  /** ISO 4217 code */
  readonly currency: string;
  /** A time, or a day if the bank gave only that */
  readonly booked_at: string;
  /** In canonical form: upper case, no separators */
  readonly utr: string | null;
  /** The reason in words */
  readonly explanation: string;
};

export type StatementPage = {
  /** The rows of this page */
  readonly data: readonly (Statement & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type StatementPart = {
  /** The statement; null in a preview */
  readonly id: string | null;
  /** Where it begins in the file, from 1 */
  readonly line: number;
  /** Whose statement it is */
  readonly receiving_account_id: string;
  /** The bank’s own name for it */
  readonly bank_reference: string | null;
  /** ISO 4217 code */
  readonly currency: string;
  /** How many it has */
  readonly lines: number;
  /** What came in, in minor units */
  readonly in_cents: number;
  /** What went out, in minor units */
  readonly out_cents: number;
  /** By its lines, as `2026-03-05` */
  readonly first_day: string | null;
  /** By its lines, as `2026-03-05` */
  readonly last_day: string | null;
  /** The balances of its days that the bank reports */
  readonly balances: readonly StatementBalance[];
};

export type StatementResult = {
  /** Nothing was written */
  readonly dry_run: boolean;
  /** The format of the file */
  readonly format: "csv" | "camt.053" | "camt.054" | "camt.052" | "mt940" | "mt942" | "ofx" | "xlsx";
  /** Lines that are new */
  readonly imported: number;
  /** How many of them were matched */
  readonly matched: number;
  /** How many of them wait for a person */
  readonly suspense: number;
  /** Lines that were sent before */
  readonly duplicate: number;
  /** Lines that were not taken, because stored lines may be the same movements: see `/waiting_lines` */
  readonly waiting: number;
  /** Statements that seem to be missing before this file, by account */
  readonly gaps: readonly StatementGap[];
  /** New lines whose id of the bank another line has, too */
  readonly bank_id_shared: number;
  /** Entries that move no money */
  readonly left_out: number;
  readonly left_out_reasons: LeftOutReasons;
  /** The statements that the file has, in its order */
  readonly statements: readonly StatementPart[];
  /** What became of the lines of each receiving account */
  readonly accounts: readonly AccountTally[];
  /** Lines that were skipped */
  readonly errors: readonly StatementError[];
  /** Problems that did not prevent the import */
  readonly warnings: readonly StatementError[];
  /** At most 1,000, in the order of the file; of a longer file those that wait for a person come first */
  readonly lines: readonly StatementLine[];
  /** Lines that are not listed; `GET /bank_lines` has all */
  readonly lines_left_out: number;
  /** Lines of reports within the day (camt.052, MT942) that the statement of their day has not */
  readonly unconfirmed: number;
  /** At most 200 */
  readonly unconfirmed_lines: readonly UnconfirmedLine[];
};

export type StayingRows = {
  /** Why trades or bank lines stay */
  readonly reason: "may_change" | "disputed" | "settlement" | "callbacks" | "held" | "refund" | "erasure" | "later" | "split" | "unsettled" | "tied" | "decided" | "locked";
  /** The same in words */
  readonly words: string;
  /** How many */
  readonly count: number;
};

export type Suspense = {
  /** The lines in suspense, by receiving account and age */
  readonly data: readonly (SuspenseGroup & OfCell)[];
  readonly cells_away?: CellsAway;
};

export type SuspenseGroup = {
  /** The account that has the money */
  readonly receiving_account_id: string;
  /** ISO 4217 code */
  readonly currency: string;
  /** How long ago the lines were booked */
  readonly age: "under_1_day" | "1_to_3_days" | "3_to_7_days" | "7_to_30_days" | "over_30_days";
  /** How many wait */
  readonly lines: number;
  /** What came in, in minor units */
  readonly in_cents: number;
  /** What went out, in minor units */
  readonly out_cents: number;
  /** The hour in which the oldest line was booked */
  readonly oldest_at: string;
};

export type SwitchLineRuleOff = {
  /** Why, in your words */
  readonly note: string;
};

export type SwitchLineRuleOn = {
  /** Why, in your words */
  readonly note: string;
};

export type TakeBankLines = {
  /** The account on which the money moved */
  readonly receiving_account_id: string;
  /** 1 to 1000 */
  readonly lines: readonly NewBankLine[];
  /** Why, for whoever approves it, if a second person has to */
  readonly note?: string | null;
};

export type TakeIntoPayoutBatch = {
  /** Without `payouts`: of this merchant only */
  readonly merchant_id?: string | null;
  /** Without `payouts`: how many to take from the queue; default 100 */
  readonly count?: number | null;
  /** Without `payouts`: only up to this amount, in minor units */
  readonly max_amount_cents?: number | null;
  /** 1 to 400 */
  readonly payouts?: readonly PayoutKey[] | null;
  /** Why, in your words */
  readonly note?: string | null;
};

export type TakePayouts = {
  /** The paying account: its bank lines can then be matched */
  readonly receiving_account_id?: string | null;
  /** 1 to 400 */
  readonly payouts: readonly PayoutKey[];
  /** Why, in your words */
  readonly note?: string | null;
};

export type TakenLine = {
  /** The bank line; for a duplicate the one that was there already */
  readonly id: string;
  /** `waiting`: not taken, because a stored line may be the same movement; `id` is that of `/waiting_lines` */
  readonly status: "matched" | "suspense" | "split" | "fee" | "own_transfer" | "returned" | "credited" | "difference" | "withdrawn" | "duplicate" | "waiting";
  /** The merchant of the trade that it paid */
  readonly merchant_id: string | null;
  /** The trade that it paid */
  readonly trade_id: string | null;
  /** Why the line has this status */
  readonly reason: "utr_account_amount" | "reference" | "account_amount_time" | "utr_amount_mismatch" | "reference_amount_mismatch" | "several_candidates" | "trade_already_paid" | "trade_not_payable" | "too_early" | "too_late" | "other_utr" | "partly_paid" | "other_time" | "no_candidate" | "outgoing" | "balance_limit" | "feed_daily_sum" | "feed_rate" | "unusual_amount" | "unusual_date" | "unusual_hour" | "repeated_id" | "evidence_rejected" | "overpaid" | "credit_reversed" | "beyond_credit" | "divided" | "kept" | "credited_to_merchant" | "recall" | "recalled" | "recall_for_review" | "partial_recall" | "assigned" | "assigned_with_difference" | "difference_to_house" | "difference_to_merchant" | "split_in_parts" | "part_of_split" | "split_undone" | "marked_fee" | "marked_own_transfer" | "returned_to_sender" | "return_failed" | "undone" | "payout_reference" | "payout_utr" | "payout_amount_time" | "payout_returned" | "payout_returned_early" | "payout_amount_mismatch" | "payout_not_paid" | "payout_given_up" | "payout_paid_already" | "payout_returned_already" | "payout_never_left" | "payout_final" | "charged" | "day_reached" | "day_differs" | "day_closed" | "maybe_stored" | "day_removed";
  /** Another line has had this id of the bank before */
  readonly bank_id_shared: boolean;
};

export type TakenLines = {
  /** Each line of the request, in its order */
  readonly lines: readonly TakenLine[];
};

export type Tariff = {
  /** Of the trades: `payin` receives money, `payout` sends it */
  readonly direction: "payin" | "payout";
  /** A payment type; null: any */
  readonly type: string | null;
  /** ISO 4217 code; null: any */
  readonly currency: string | null;
  /** 0 to 100, at most 4 decimals: 1.5 = 1.5 % */
  readonly percent: number;
};

export type Tariffs = {
  /** The most specific row applies */
  readonly tariffs: readonly Tariff[];
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
};

export type TestAlertRecipient = {
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type TestCallbackEndpoint = {
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
};

export type Timeline = {
  /** What changed the trade, the oldest act first */
  readonly acts: readonly TimelineAct[];
  /** What was posted for it; empty for the people of its merchant */
  readonly entries: readonly Entry[];
  /** Bank lines of its money; empty for the people of its merchant */
  readonly lines: readonly BankLine[];
  /** What its merchant was sent, the oldest first */
  readonly callbacks: readonly TimelineCallback[];
  /** Callbacks of this trade that ended before this time were removed by their age; null: none */
  readonly callbacks_removed_before: string | null;
};

export type TimelineAct = {
  /** The trade’s sequence after the act */
  readonly sequence: number;
  /** What was done */
  readonly act: "create" | "assign" | "attach_utr" | "match" | "unmatch" | "recall" | "charge" | "refund" | "confirm" | "complete" | "take" | "release" | "fail" | "cancel" | "expire" | "dispute" | "resolve" | "reverse" | "update_dispute";
  /** The state before; null at the creation */
  readonly from: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed" | null;
  /** The state after it */
  readonly state: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed";
  /** Why */
  readonly state_reason: "timeout" | "declined_by_customer" | "declined_by_merchant" | "declined_by_operator" | "amount_mismatch" | "paid_late" | "paid_after_cancel" | "payment_not_found" | "duplicate_utr_claim" | "fake_proof" | "account_blocked" | "held_for_review" | "beneficiary_rejected" | "bank_returned" | "insufficient_evidence" | "payin_taken_back" | null;
  /** The trade’s amount at the time, in minor units */
  readonly amount_cents: number;
  /** The amount received by then, in minor units */
  readonly received_amount_cents: number;
  /** The UTR at the time */
  readonly utr: string | null;
  readonly actor: Actor;
  /** In the actor’s words */
  readonly note: string | null;
  /** When */
  readonly at: string;
};

export type TimelineCallback = {
  /** As in the header webhook-id */
  readonly event_id: string;
  /** As in the event feed */
  readonly event_number: number;
  /** Type of the event, as `deposit.completed` */
  readonly type: string;
  /** The merchant who is called */
  readonly merchant_id: string;
  /** The trade */
  readonly trade_id: string;
  /** The merchant’s own id of its order */
  readonly order_id: string | null;
  /** Of the merchant; null: of none, or of one that is some moments old */
  readonly merchant_name: string | null;
  /** Which change of the trade */
  readonly sequence: number;
  /** Number of the endpoint; null: the address that the trade gave */
  readonly endpoint: number | null;
  /** The receiver: scheme, host and port only, because path and query may contain secrets */
  readonly url: string;
  /** `waiting`: an attempt is to come; `delivered`: it was received; `exhausted`: it was given up */
  readonly status: "waiting" | "delivered" | "exhausted";
  /** How many attempts so far */
  readonly attempts: number;
  /** When the next attempt is due, while it waits */
  readonly next_attempt_at: string | null;
  /** When it was delivered or given up */
  readonly finished_at: string | null;
  /** HTTP status of the last attempt */
  readonly last_status: number | null;
  /** Why the last attempt failed */
  readonly last_error: string | null;
  /** Its attempts, in their order */
  readonly history: readonly Attempt[];
};

export type Token = {
  /** The token’s id; not the token itself */
  readonly id: string;
  /** Whose it is */
  readonly merchant_id: string;
  /** What X-Token carries: the token itself, or a signature */
  readonly mode: "token" | "signature";
  /** `payin`: it acts on pay-ins; `payout`: on pay-outs and refunds; `read`: it reads */
  readonly scopes: readonly ("payin" | "payout" | "read")[];
  /** From where it may be used; empty: from anywhere */
  readonly allowed_ips: readonly string[];
  /** Every request must carry X-Signature */
  readonly require_signature: boolean;
  /** Requests per second; 0: no limit; null: the limit of the service */
  readonly rate_limit_per_second: number | null;
  /** When it expires */
  readonly expires_at: string | null;
  /** When it was revoked */
  readonly revoked_at: string | null;
  /** When it was issued */
  readonly created_at: string;
  /** When it was last used, to within ten minutes; null: not yet */
  readonly last_used_at: string | null;
};

export type TokenPage = {
  /** The rows of this page */
  readonly data: readonly Token[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
};

export type Totp = {
  /** When its first code was given */
  readonly activated_at: string;
};

export type Trade = {
  /** The trade, assigned by the service */
  readonly id: string;
  /** Your own identifier of the order */
  readonly order_id: string;
  /** The owning merchant */
  readonly merchant_id: string;
  /** See GET /api/v1/states */
  readonly state: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed";
  /** Always `deposit`; see `direction` */
  readonly kind: "deposit";
  /** The trade’s present amount, in minor units */
  readonly amount_cents: number;
  /** ISO 4217 code */
  readonly amount_currency: string;
  /** Your fee in percent, fixed at creation: 1.5 = 1.5 % */
  readonly percent: number;
  /** Units of the trade currency per one unit of the settlement currency, fixed at creation */
  readonly exchange_rate: number;
  readonly payment_data: PaymentData;
  /** The payment page; for a pay-out the receipt page */
  readonly url: string;
  /** Pay-in or pay-out */
  readonly direction: "payin" | "payout";
  /** Payment type */
  readonly type: string;
  /** Why it is in this state; null: nothing to say */
  readonly state_reason: "timeout" | "declined_by_customer" | "declined_by_merchant" | "declined_by_operator" | "amount_mismatch" | "paid_late" | "paid_after_cancel" | "payment_not_found" | "duplicate_utr_claim" | "fake_proof" | "account_blocked" | "held_for_review" | "beneficiary_rejected" | "bank_returned" | "insufficient_evidence" | "payin_taken_back" | null;
  /** 1, 2, 3 …: one per change that you can see */
  readonly sequence: number;
  /** You may rely on the state and act on it */
  readonly is_final: boolean;
  /** When the last possible change of a final state ends */
  readonly final_at: string | null;
  /** The requested amount; never changes, in minor units */
  readonly requested_amount_cents: number;
  /** Sum of the matched bank lines, in minor units */
  readonly received_amount_cents: number;
  /** The amount refunded, in minor units */
  readonly refunded_amount_cents: number;
  /** The amount that was taken back after it was credited: by the bank, or after a dispute, in minor units */
  readonly recalled_amount_cents: number;
  /** Your fee in the trade currency, in minor units */
  readonly fee_cents: number;
  /** The amount minus the fee; for a pay-out plus the fee, in minor units */
  readonly net_amount_cents: number;
  /** The change of your balance by the trade, in minor units */
  readonly settlement_amount_cents: number;
  /** The currency of your balance */
  readonly settlement_currency: string;
  /** Where the rate is from; null: the currencies are equal */
  readonly rate_source: string | null;
  /** When the rate was set */
  readonly rate_at: string | null;
  /** In canonical form: upper case, no separators */
  readonly utr: string | null;
  /** What its length tells: rrn12, neft16, rtgs22 or other */
  readonly utr_class: string | null;
  /** Your own identifier of the customer */
  readonly client_id: string;
  /** Where its callbacks go; null: to your endpoints */
  readonly callback_url: string | null;
  /** Where the payment page leads the customer back */
  readonly return_url: string | null;
  /** What the customer pays for, if you said it */
  readonly description?: string;
  /** Your own texts, if you gave some */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Present if events and bank lines of this order were removed after archiving: the month, YYYY-MM, whose archive has them */
  readonly archived_month?: string;
  /** The personal data of this trade was erased; `client_id` is empty then */
  readonly erased?: true;
  /** The pay-in that this refunds */
  readonly refund_of: string | null;
  /** The settlement that this pays */
  readonly settlement_id: string | null;
  /** When it was created */
  readonly created_at: string;
  /** When it last changed */
  readonly updated_at: string;
  /** When an unpaid pay-in expires */
  readonly expires_at: string | null;
  /** When the trade completed */
  readonly completed_at: string | null;
};

export type TradeAct = {
  /** complete: the bank’s number of the payment; resolve: if no bank line shows one */
  readonly utr?: string | null;
  /** confirm: what to credit; default: the received, otherwise the requested amount, in minor units */
  readonly amount_cents?: number | null;
  /** The state reason that follows */
  readonly reason?: "timeout" | "declined_by_customer" | "declined_by_merchant" | "declined_by_operator" | "amount_mismatch" | "paid_late" | "paid_after_cancel" | "payment_not_found" | "duplicate_utr_claim" | "fake_proof" | "account_blocked" | "held_for_review" | "beneficiary_rejected" | "bank_returned" | "insufficient_evidence" | "payin_taken_back" | null;
  /** Why, in your words; release needs it */
  readonly note?: string | null;
  /** resolve: the new state; default: the state before the dispute. A pay-in that was credited is `reversed` if its dispute has failed */
  readonly outcome?: "completed" | "failed" | null;
  /** confirm: a bank line in suspense that looks like the money and is not; `note` says why */
  readonly despite_line?: string | null;
  /** The trade’s `sequence` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_sequence?: number | null;
};

export type TradePage = {
  /** The rows of this page */
  readonly data: readonly (ListedTrade & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  /** Present if older months were removed after archiving: orders up to this month, YYYY-MM, may be missing from the list, and are found by id, `order_id`, `utr` and customer only */
  readonly archived_until?: string;
  readonly cells_away?: CellsAway;
};

export type TradeSettlement = {
  /** The settlement */
  readonly id: string;
  /** Of its merchant: 1, 2, 3 … */
  readonly number: number;
  /** The state of the statement and its payment */
  readonly state: "draft" | "discarded" | "approved" | "sent" | "settled" | "returned";
};

export type TradeShown = {
  /** Whose trade */
  readonly merchant_id: string;
  /** The trade */
  readonly trade_id: string;
  /** Null if the act creates it */
  readonly state_before: string | null;
  /** The state after the act */
  readonly state_after: string;
};

export type TradeWithTimeline = {
  readonly trade: Trade;
  /** Pay-outs that refund this pay-in */
  readonly refunds: readonly Trade[];
  /** Those that count what the trade moved, and the one that it pays */
  readonly settlements: readonly TradeSettlement[];
  /** Whom a refund pays if it names nobody; null: it has to name somebody */
  readonly refund_payee: RefundPayee | null;
  /** What the trade’s state allows */
  readonly next_acts: readonly ("create" | "assign" | "attach_utr" | "match" | "unmatch" | "recall" | "charge" | "refund" | "confirm" | "complete" | "take" | "release" | "fail" | "cancel" | "expire" | "dispute" | "resolve" | "reverse" | "update_dispute")[];
  /** What it does not allow now, although such a trade knows it */
  readonly closed_acts: readonly ClosedAct[];
  readonly timeline: Timeline;
  readonly evidence: Evidence;
};

export type TryLineRule = Readonly<Record<string, never>>;

export type UnconfirmedLine = {
  /** The line */
  readonly id: string;
  /** Its account */
  readonly receiving_account_id: string;
  /** As `2026-03-05` */
  readonly day: string;
  /** Negative: money went out, in minor units */
  readonly amount_cents: number;
  /** In canonical form: upper case, no separators */
  readonly utr: string | null;
  /** What became of it: `matched`, `suspense` … */
  readonly status: string;
  /** Of its trade */
  readonly merchant_id: string | null;
  /** Its trade */
  readonly trade_id: string | null;
};

export type UntiePeople = {
  /** The other one; null: a token that belongs to nobody */
  readonly from_person_id: string | null;
  /** Why */
  readonly reason: string;
};

export type UpdateBranding = {
  /** The name that payers see; null: the merchant’s name */
  readonly display_name?: string | null;
  /** Plain text at the end of every page, such as whom to ask; null: none */
  readonly footer?: string | null;
  /** `#rrggbb`; pages use the nearest readable colour, see `accents` */
  readonly color?: string | null;
  /** Origins that may show the pages in a frame, such as https://shop.example: at most 10; none: nobody */
  readonly frame_ancestors?: readonly string[];
  /** Where payers write for help; pages show it wherever they say "contact" */
  readonly contact_email?: string | null;
  /** Where payers call for help, as +14155550123 */
  readonly contact_phone?: string | null;
  /** A page of help for payers */
  readonly contact_url?: string | null;
  /** Why, in your words; recorded in the audit trail */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type UpdateCallbackEndpoint = {
  /** Where events are sent. Null only of the default endpoint: it then gets nothing */
  readonly url?: string | null;
  /** What people call it; null removes it */
  readonly description?: string | null;
  /** One type, or all of a topic; empty: all */
  readonly event_types?: readonly ("deposit.*" | "withdrawal.*" | "dispute.*" | "deposit.created" | "deposit.pending" | "deposit.verifying" | "deposit.completed" | "deposit.expired" | "deposit.canceled" | "deposit.failed" | "deposit.disputed" | "deposit.reversed" | "withdrawal.created" | "withdrawal.processing" | "withdrawal.completed" | "withdrawal.canceled" | "withdrawal.failed" | "withdrawal.disputed" | "withdrawal.reversed" | "dispute.opened" | "dispute.updated" | "dispute.decided" | "dispute.appealed" | "dispute.closed")[];
  /** Attempts at once, at most; null: no limit of its own */
  readonly max_concurrent?: number | null;
  /** Attempts in a second, at most; null: no limit of its own */
  readonly max_per_second?: number | null;
  /** False: nothing is sent, and what waits is kept */
  readonly enabled?: boolean;
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type UpdateMerchant = {
  /** What payers see */
  readonly name?: string | null;
  /** Never changes: another one is refused */
  readonly balance_currency?: string;
  readonly settings?: MerchantSettingsChange;
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type UpdateReceivingAccount = {
  /** Cannot be changed: refused */
  readonly type?: string;
  /** Cannot be changed: refused */
  readonly currency?: string;
  /** Its holder */
  readonly name?: string | null;
  /** Cannot be changed: refused */
  readonly number?: string;
  /** What payers see */
  readonly bank_name?: string | null;
  /** Smallest amount of an order; null: no limit, in minor units */
  readonly min_amount_cents?: number | null;
  /** Largest amount of an order; null: the limit of the rail (UPI: 100,000.00 INR), or none, in minor units */
  readonly max_amount_cents?: number | null;
  /** Most orders per UTC day; null: no limit */
  readonly daily_count_limit?: number | null;
  /** Largest sum per UTC day; null: no limit, in minor units */
  readonly daily_amount_limit_cents?: number | null;
  /** First active minute of the UTC day; null: always active */
  readonly active_from_minute?: number | null;
  /** First inactive minute of the UTC day after that; null: always active */
  readonly active_to_minute?: number | null;
  /** Its share among equally suitable accounts: 1 to 1000 */
  readonly weight?: number | null;
  /** Never two open pay-ins with the same amount */
  readonly exclusive_only?: boolean | null;
  /** Whether pay-ins may use it */
  readonly enabled?: boolean | null;
  /** Why, in your words; recorded in the audit trail; required if a second person has to approve it */
  readonly note?: string | null;
  /** The `version` of the setting on which you decided: if it has changed since, nothing is saved, and the answer is `changed_meanwhile`. `none`: a rate or a currency’s own band that is not there yet */
  readonly expected_version?: string | null;
};

export type UsedReceivingAccount = {
  /** The receiving account */
  readonly id: string;
  /** How money moves, which decides the format of `number` */
  readonly type: "card" | "account" | "iban" | "upi" | "phone";
  /** ISO 4217 code */
  readonly currency: string;
  /** Its holder */
  readonly name: string;
  /** Masked */
  readonly number: string;
  /** What payers see */
  readonly bank_name: string | null;
  /** Smallest amount of an order; null: no limit, in minor units */
  readonly min_amount_cents: number | null;
  /** Largest amount of an order; null: the limit of the rail (UPI: 100,000.00 INR), or none, in minor units */
  readonly max_amount_cents: number | null;
  /** Most orders per UTC day; null: no limit */
  readonly daily_count_limit: number | null;
  /** Largest sum per UTC day; null: no limit, in minor units */
  readonly daily_amount_limit_cents: number | null;
  /** First active minute of the UTC day; null: always active */
  readonly active_from_minute: number | null;
  /** First inactive minute of the UTC day after that; null: always active */
  readonly active_to_minute: number | null;
  /** Its share among equally suitable accounts: 1 to 1000 */
  readonly weight: number;
  /** Never two open pay-ins with the same amount */
  readonly exclusive_only: boolean;
  /** Whether pay-ins may use it */
  readonly enabled: boolean;
  /** An account of the sandbox’s simulated bank */
  readonly simulated: boolean;
  /** When it was added */
  readonly created_at: string;
  /** Only if true: its number cannot be decrypted, so it gets no pay-ins */
  readonly damaged?: boolean;
  /** Changes with the setting: a change may name it as `expected_version` */
  readonly version: string;
  /** Orders of the present UTC day that it has taken */
  readonly used_today_count: number;
  /** The sum of these orders, in minor units */
  readonly used_today_cents: number;
};

export type VerifyItem = {
  readonly trade: Trade;
  /** Files of the payer that can be opened */
  readonly receipts: number;
  /** When the payer said, without a UTR, that they have paid */
  readonly said_paid_at: string | null;
};

export type VerifyPage = {
  /** The rows of this page */
  readonly data: readonly (VerifyItem & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type WaitingLine = {
  /** The waiting line; if it is taken as another one, the bank line has this id too */
  readonly id: string;
  /** The account on which the money moved */
  readonly receiving_account_id: string;
  /** The statement that has it; null: a feed or a person gave it */
  readonly statement_id: string | null;
  /** ISO 4217 code */
  readonly currency: string;
  /** Negative: money went out, in minor units */
  readonly amount_cents: number;
  /** A time, or a day if the bank gave only that */
  readonly booked_at: string;
  /** In canonical form: upper case, no separators */
  readonly utr: string | null;
  /** The bank’s narration */
  readonly text: string | null;
  /** Its personal data cannot be decrypted, and is null */
  readonly damaged: boolean;
  /** Its personal data was erased with that of the payer, and is null */
  readonly erased: boolean;
  /** The bank’s own id of the line */
  readonly bank_id: string | null;
  /** Who sent or received the money */
  readonly counterparty_name: string | null;
  /** Masked */
  readonly counterparty_number: string | null;
  /** The sender’s own id of the payment */
  readonly end_to_end_id: string | null;
  /** Since when it waits */
  readonly received_at: string;
  /** `hand`: a person or their token gave it; `file`: a statement; `feed`: a feed */
  readonly source: "hand" | "file" | "feed" | null;
  /** Why it waits */
  readonly reason: "day_reached" | "day_differs" | "day_closed" | "maybe_stored" | "day_removed";
  /** The same in words */
  readonly explanation: string;
  /** The other side: lines that it may repeat */
  readonly stored_lines: readonly BankLine[];
  /** Null: it waits */
  readonly decision: "same" | "other" | null;
  /** The bank lines that are this movement; empty: it waits */
  readonly bank_line_ids: readonly string[];
  /** Why it was decided so */
  readonly note: string | null;
  /** Who decided about it; null: it waits */
  readonly decided_by: WaitingLineActor | null;
  /** When it was decided */
  readonly decided_at: string | null;
};

export type WaitingLineActor = {
  /** Who decided */
  readonly role: "merchant" | "customer" | "operator" | "feed" | "service";
  /** The person or token */
  readonly id: string | null;
  /** Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known */
  readonly name: string | null;
};

export type WaitingLinePage = {
  /** The rows of this page */
  readonly data: readonly (WaitingLine & OfCell)[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly cells_away?: CellsAway;
};

export type WayBack = {
  /** Type of payment of the refund, on which its fee may depend; null of a reversal */
  readonly type: string | null;
  /** Whether the pay-in allows it now; a second person may have to agree */
  readonly is_possible: boolean;
  /** Why it is not possible */
  readonly code: string | null;
  /** The same in words */
  readonly detail: string | null;
  /** What is posted at once */
  readonly now: readonly ForeseenEntry[];
  /** What is posted when its pay-out is paid; empty for a reversal */
  readonly once_paid: readonly ForeseenEntry[];
};

export type WaysBack = {
  readonly refund: WayBack;
  readonly reverse: WayBack;
};

export type WhoAmI = {
  /** Null for a token that is nobody’s */
  readonly person_id: string | null;
  /** Null in a session */
  readonly operator_token_id: string | null;
  /** Null with a token */
  readonly session_id: string | null;
  /** A token that the person made: it is confirmed as a session is */
  readonly is_own_token: boolean;
  /** The person’s or the token’s */
  readonly name: string;
  /** The person’s */
  readonly email: string | null;
  /** `owner`: may do everything; `operator`: the daily work; `finance`: money in the books; `viewer`: reads; `merchant_admin` and `merchant_viewer`: see one merchant only; `feed`: a token that only gives bank lines */
  readonly role: "owner" | "operator" | "finance" | "viewer" | "feed" | "merchant_admin" | "merchant_viewer";
  /** The only merchant that the caller sees; null: all */
  readonly merchant_id: string | null;
  /** What the caller may do: what their role allows, and their scopes leave */
  readonly rights: readonly ("own.use" | "views.share" | "trades.read" | "callbacks.read" | "settlements.read" | "merchants.read" | "branding.read" | "disputes.read" | "settings.read" | "payouts.read" | "bank.read" | "ledger.read" | "alerts.read" | "approvals.read" | "audit.read" | "receipts.open" | "dispute_files.open" | "payout_files.open" | "exports.make" | "trades.decide" | "trades.reverse" | "disputes.write" | "disputes.decide" | "bank_lines.give" | "bank_lines.decide" | "line_rules.change" | "payouts.pay" | "days.close" | "adjustments.add" | "refunds.make" | "settlements.decide" | "settlement_accounts.change" | "tariffs.change" | "rates.change" | "books.verify" | "approvals.decide" | "merchants.change" | "branding.change" | "callbacks.change" | "callbacks.resend" | "merchant_tokens.read" | "merchant_tokens.change" | "receiving_accounts.change" | "alerts.change" | "people.read" | "people.change" | "operator_tokens.manage" | "feed_tokens.manage" | "approval_bands.change" | "retention.change" | "payers.erase" | "keys.rotate" | "copies.adopt")[];
  /** The groups in which these rights are */
  readonly scopes: readonly ("own" | "read" | "audit" | "files" | "export" | "trades" | "bank" | "payouts" | "finance" | "approvals" | "merchants" | "accounts" | "alerts" | "access")[];
  /** When the person last gave everything that a sign-in asks for, or confirmed */
  readonly confirmed_at: string | null;
  /** Sent as `X-CSRF-Token`; null with a token */
  readonly csrf_token: string | null;
  /** `sandbox`: demo data and a simulated bank; `live`: real money */
  readonly mode: "sandbox" | "live";
  /** Which installation answers: the host of `PUBLIC_URL` */
  readonly house: string;
};

export type WholeProof = {
  /** What is signed, byte for byte: JSON with day, root and the hash before */
  readonly statement: string;
  /** Ed25519 over the statement, base64url */
  readonly signature: string;
  /** 32 bytes, base64url */
  readonly public_key: string;
  /** The totals first, then the head of each book */
  readonly leaves: readonly string[];
};

export type WithdrawDispute = {
  /** Why, in your words */
  readonly note?: string | null;
  /** The dispute’s `sequence` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
  readonly expected_sequence?: number | null;
};

export type WithdrawProposal = {
  /** Why, in your words */
  readonly note?: string | null;
};

export type Operations = {
  createMerchant: {
    body: CreateMerchant;
    answer: Merchant | Proposal;
  };
  listMerchants: {
    query: { q?: string; balance?: "negative"; cursor?: string; limit?: number };
    answer: MerchantPage;
  };
  getMerchant: {
    path: { id: string };
    answer: Merchant;
  };
  updateMerchant: {
    path: { id: string };
    body: UpdateMerchant;
    answer: Merchant | Proposal;
  };
  getMerchantBalance: {
    path: { id: string };
    query: { at?: string };
    answer: Balance;
  };
  issueToken: {
    path: { id: string };
    body: IssueToken;
    answer: IssuedToken | Proposal;
  };
  listTokens: {
    path: { id: string };
    answer: TokenPage;
  };
  revokeToken: {
    path: { id: string; token_id: string };
    body: RevokeToken;
    answer: RevokedToken;
  };
  putTariffs: {
    path: { id: string };
    body: PutTariffs;
    answer: Tariffs | Proposal;
  };
  getTariffs: {
    path: { id: string };
    answer: Tariffs;
  };
  putRates: {
    body: PutRates;
    answer: Rates | Proposal;
  };
  listRates: {
    answer: Rates;
  };
  getCurrencies: {
    answer: Currencies;
  };
  putCurrencies: {
    body: PutCurrencies;
    answer: Currencies;
  };
  getBranding: {
    path: { id: string };
    answer: Branding;
  };
  updateBranding: {
    path: { id: string };
    body: UpdateBranding;
    answer: Branding;
  };
  removeLogo: {
    path: { id: string };
    body: RemoveLogo;
    answer: Branding;
  };
  putLogo: {
    path: { id: string };
    query: { note?: string };
    body: Blob;
    answer: Branding;
  };
  listCallbackEndpoints: {
    path: { id: string };
    answer: Endpoints;
  };
  createCallbackEndpoint: {
    path: { id: string };
    body: CreateCallbackEndpoint;
    answer: EndpointWithSecret | Proposal;
  };
  updateCallbackEndpoint: {
    path: { id: string; number: string };
    body: UpdateCallbackEndpoint;
    answer: Endpoint | Proposal;
  };
  deleteCallbackEndpoint: {
    path: { id: string; number: string };
    body: DeleteCallbackEndpoint;
    answer: Endpoint;
  };
  rotateCallbackSecret: {
    path: { id: string; number: string };
    body: RotateCallbackSecret;
    answer: EndpointWithSecret;
  };
  testCallbackEndpoint: {
    path: { id: string; number: string };
    body: TestCallbackEndpoint;
    answer: EndpointTest;
  };
  addAdjustment: {
    path: { id: string };
    body: AddAdjustment;
    answer: Adjustment | Proposal;
  };
  createReceivingAccount: {
    body: CreateReceivingAccount;
    answer: ReceivingAccount | Proposal;
  };
  listReceivingAccounts: {
    query: { q?: string; cursor?: string; limit?: number };
    answer: ReceivingAccountPage;
  };
  getReceivingAccount: {
    path: { id: string };
    answer: UsedReceivingAccount;
  };
  updateReceivingAccount: {
    path: { id: string };
    body: UpdateReceivingAccount;
    answer: ReceivingAccount | Proposal;
  };
  takeBankLines: {
    body: TakeBankLines;
    answer: TakenLines | FeedLines | Proposal;
  };
  listBankLines: {
    query: { receiving_account_id?: string; statement_id?: string; status?: "matched" | "suspense" | "split" | "fee" | "own_transfer" | "returned" | "credited" | "difference" | "withdrawn"; age?: "under_1_day" | "1_to_3_days" | "3_to_7_days" | "7_to_30_days" | "over_30_days"; utr?: string; text?: string; counterparty?: string; amount_cents?: number; amount_min_cents?: number; amount_max_cents?: number; from?: string; to?: string; day?: string; cursor?: string; limit?: number };
    answer: BankLinePage;
  };
  decideBankLines: {
    body: DecideBankLines;
    answer: BankLineDecisions;
  };
  exportBankLines: {
    query: { receiving_account_id?: string; statement_id?: string; status?: "matched" | "suspense" | "split" | "fee" | "own_transfer" | "returned" | "credited" | "difference" | "withdrawn"; age?: "under_1_day" | "1_to_3_days" | "3_to_7_days" | "7_to_30_days" | "over_30_days"; utr?: string; text?: string; counterparty?: string; amount_cents?: number; amount_min_cents?: number; amount_max_cents?: number; from?: string; to?: string; day?: string };
    answer: Blob;
  };
  exportExceptions: {
    answer: Blob;
  };
  exportClosings: {
    path: { id: string };
    answer: Blob;
  };
  exportBankLinesWorkbook: {
    query: { receiving_account_id?: string; statement_id?: string; status?: "matched" | "suspense" | "split" | "fee" | "own_transfer" | "returned" | "credited" | "difference" | "withdrawn"; age?: "under_1_day" | "1_to_3_days" | "3_to_7_days" | "7_to_30_days" | "over_30_days"; utr?: string; text?: string; counterparty?: string; amount_cents?: number; amount_min_cents?: number; amount_max_cents?: number; from?: string; to?: string; day?: string };
    answer: Blob;
  };
  exportExceptionsWorkbook: {
    answer: Blob;
  };
  exportClosingsWorkbook: {
    path: { id: string };
    answer: Blob;
  };
  getBankLine: {
    path: { id: string };
    answer: BankLineDetail;
  };
  listSuspense: {
    answer: Suspense;
  };
  assignBankLine: {
    path: { id: string };
    body: BankLineAssign;
    answer: BankLineDetail | Proposal;
  };
  splitBankLine: {
    path: { id: string };
    body: BankLineSplit;
    answer: BankLineDetail | Proposal;
  };
  feeBankLine: {
    path: { id: string };
    body: BankLineFee;
    answer: BankLineDetail | Proposal;
  };
  ownTransferBankLine: {
    path: { id: string };
    body: {
      /** Why, in your words; stays with the line */
      readonly note: string;
      /** The line’s `decided_at` on which you decided: if it has changed since, the act is refused with `changed_meanwhile` */
      readonly expected_decided_at?: string | null;
    };
    answer: BankLineDetail | Proposal;
  };
  returnBankLine: {
    path: { id: string };
    body: BankLineReturn;
    answer: BankLineDetail;
  };
  undoBankLine: {
    path: { id: string };
    body: BankLineUndo;
    answer: BankLineDetail | Proposal;
  };
  creditBankLine: {
    path: { id: string };
    body: BankLineCredit;
    answer: BankLineDetail | Proposal;
  };
  keepBankLine: {
    path: { id: string };
    body: BankLineKeep;
    answer: BankLineDetail | Proposal;
  };
  listLineRules: {
    answer: LineRules;
  };
  createLineRule: {
    body: CreateLineRule;
    answer: LineRule;
  };
  changeLineRule: {
    path: { id: string };
    body: ChangeLineRule;
    answer: LineRule;
  };
  listLineRuleVersions: {
    path: { id: string };
    answer: LineRuleVersions;
  };
  tryLineRule: {
    path: { id: string };
    body: TryLineRule;
    answer: LineRuleTrial;
  };
  switchLineRuleOn: {
    path: { id: string };
    body: SwitchLineRuleOn;
    answer: LineRule | Proposal;
  };
  switchLineRuleOff: {
    path: { id: string };
    body: SwitchLineRuleOff;
    answer: LineRule;
  };
  listWaitingLines: {
    query: { id?: string; receiving_account_id?: string; state?: "waiting" | "decided"; cursor?: string; limit?: number };
    answer: WaitingLinePage;
  };
  decideSameLine: {
    path: { id: string };
    body: DecideSameLine;
    answer: WaitingLine;
  };
  decideOtherLine: {
    path: { id: string };
    body: DecideOtherLine;
    answer: WaitingLine | Proposal;
  };
  listOwed: {
    query: { receiving_account_id?: string; cursor?: string; limit?: number };
    answer: OwedPage;
  };
  listStatements: {
    query: { receiving_account_id?: string; cursor?: string; limit?: number };
    answer: StatementPage;
  };
  importStatement: {
    query: { receiving_account_id?: string; profile?: string; mapping?: string; sheet?: string; on_error?: "refuse" | "skip"; dry_run?: boolean; file_name?: string; progress?: boolean };
    body: Blob;
    answer: StatementResult | FeedStatementResult | Proposal;
  };
  issueFeedToken: {
    body: IssueFeedToken;
    answer: IssuedFeedToken | Proposal;
  };
  listFeedTokens: {
    query: { cursor?: string; limit?: number };
    answer: FeedTokenPage;
  };
  changeFeedToken: {
    path: { id: string };
    body: ChangeFeedToken;
    answer: FeedToken | Proposal;
  };
  revokeFeedToken: {
    path: { id: string };
    body: RevokeFeedToken;
    answer: RevokedFeedToken;
  };
  issueOperatorToken: {
    body: IssueOperatorToken;
    answer: IssuedOperatorToken | Proposal;
  };
  listOperatorTokens: {
    query: { cursor?: string; limit?: number };
    answer: OperatorTokenPage;
  };
  changeOperatorToken: {
    path: { id: string };
    body: ChangeOperatorToken;
    answer: OperatorToken | Proposal;
  };
  revokeOperatorToken: {
    path: { id: string };
    body: RevokeOperatorToken;
    answer: RevokedOperatorToken;
  };
  rotateOperatorToken: {
    path: { id: string };
    body: RotateOperatorToken;
    answer: IssuedOperatorToken | Proposal;
  };
  listTrades: {
    query: { merchant_id?: string; state?: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed"; state_reason?: "timeout" | "declined_by_customer" | "declined_by_merchant" | "declined_by_operator" | "amount_mismatch" | "paid_late" | "paid_after_cancel" | "payment_not_found" | "duplicate_utr_claim" | "fake_proof" | "account_blocked" | "held_for_review" | "beneficiary_rejected" | "bank_returned" | "insufficient_evidence" | "payin_taken_back"; direction?: "payin" | "payout"; currency?: string; type?: "card" | "account" | "iban" | "upi" | "phone"; order_id?: string; utr?: string; client_id?: string; [pair: `metadata[${string}]`]: string; receiving_account_id?: string; amount_cents?: number; amount_min_cents?: number; amount_max_cents?: number; from?: string; to?: string; day?: string; changed_from?: string; changed_to?: string; sort?: "newest" | "oldest"; completed_from?: string; completed_to?: string; ended_from?: string; ended_to?: string; cursor?: string; limit?: number };
    answer: TradePage;
  };
  getTrade: {
    path: { merchant_id: string; id: string };
    answer: TradeWithTimeline;
  };
  confirmTrade: {
    path: { merchant_id: string; id: string };
    body: TradeAct;
    answer: Trade | Proposal;
  };
  completeTrade: {
    path: { merchant_id: string; id: string };
    body: TradeAct;
    answer: Trade;
  };
  takeTrade: {
    path: { merchant_id: string; id: string };
    body: TradeAct;
    answer: Trade | Proposal;
  };
  releaseTrade: {
    path: { merchant_id: string; id: string };
    body: TradeAct;
    answer: Trade | Proposal;
  };
  failTrade: {
    path: { merchant_id: string; id: string };
    body: TradeAct;
    answer: Trade | Proposal;
  };
  cancelTrade: {
    path: { merchant_id: string; id: string };
    body: TradeAct;
    answer: Trade;
  };
  disputeTrade: {
    path: { merchant_id: string; id: string };
    body: TradeAct;
    answer: Trade;
  };
  resolveTrade: {
    path: { merchant_id: string; id: string };
    body: TradeAct;
    answer: Trade | Proposal;
  };
  reverseTrade: {
    path: { merchant_id: string; id: string };
    body: TradeAct;
    answer: Trade | Proposal;
  };
  refundTrade: {
    path: { merchant_id: string; id: string };
    body: RefundTrade;
    answer: Trade | Proposal;
  };
  showCustomer: {
    query: { merchant_id: string; client_id: string };
    answer: Customer;
  };
  countTrades: {
    query: { merchant_id?: string; direction?: "payin" | "payout"; currency?: string };
    answer: StateCounts;
  };
  exportTradesCsv: {
    query: { merchant_id?: string; state?: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed"; state_reason?: "timeout" | "declined_by_customer" | "declined_by_merchant" | "declined_by_operator" | "amount_mismatch" | "paid_late" | "paid_after_cancel" | "payment_not_found" | "duplicate_utr_claim" | "fake_proof" | "account_blocked" | "held_for_review" | "beneficiary_rejected" | "bank_returned" | "insufficient_evidence" | "payin_taken_back"; direction?: "payin" | "payout"; currency?: string; type?: "card" | "account" | "iban" | "upi" | "phone"; order_id?: string; utr?: string; client_id?: string; [pair: `metadata[${string}]`]: string; receiving_account_id?: string; amount_cents?: number; amount_min_cents?: number; amount_max_cents?: number; from?: string; to?: string; day?: string; changed_from?: string; changed_to?: string; sort?: "newest" | "oldest"; completed_from?: string; completed_to?: string; ended_from?: string; ended_to?: string; separator?: "comma" | "semicolon" | "tab"; decimal?: "point" | "comma" };
    answer: Blob;
  };
  exportTradesWorkbook: {
    query: { merchant_id?: string; state?: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed"; state_reason?: "timeout" | "declined_by_customer" | "declined_by_merchant" | "declined_by_operator" | "amount_mismatch" | "paid_late" | "paid_after_cancel" | "payment_not_found" | "duplicate_utr_claim" | "fake_proof" | "account_blocked" | "held_for_review" | "beneficiary_rejected" | "bank_returned" | "insufficient_evidence" | "payin_taken_back"; direction?: "payin" | "payout"; currency?: string; type?: "card" | "account" | "iban" | "upi" | "phone"; order_id?: string; utr?: string; client_id?: string; [pair: `metadata[${string}]`]: string; receiving_account_id?: string; amount_cents?: number; amount_min_cents?: number; amount_max_cents?: number; from?: string; to?: string; day?: string; changed_from?: string; changed_to?: string; sort?: "newest" | "oldest"; completed_from?: string; completed_to?: string; ended_from?: string; ended_to?: string };
    answer: Blob;
  };
  listVerifyQueue: {
    query: { merchant_id?: string; receiving_account_id?: string; state_reason?: "timeout" | "declined_by_customer" | "declined_by_merchant" | "declined_by_operator" | "amount_mismatch" | "paid_late" | "paid_after_cancel" | "payment_not_found" | "duplicate_utr_claim" | "fake_proof" | "account_blocked" | "held_for_review" | "beneficiary_rejected" | "bank_returned" | "insufficient_evidence" | "payin_taken_back"; cursor?: string; limit?: number };
    answer: VerifyPage;
  };
  listPossibleLines: {
    path: { merchant_id: string; id: string };
    answer: PossibleLines;
  };
  search: {
    query: { q: string; merchant_id?: string };
    answer: SearchResult;
  };
  listSeries: {
    query: { merchant_id?: string; direction?: "payin" | "payout"; currency?: string; from?: string; to?: string; metrics?: string };
    answer: Series;
  };
  showReport: {
    query: { from?: string; to?: string; time_zone?: string; by?: "day" | "week" | "month" | "all"; until?: string; split?: "type" | "merchant"; merchant_id?: string; direction?: "payin" | "payout"; currency?: string; type?: "card" | "account" | "iban" | "upi" | "phone" };
    answer: Report;
  };
  exportReport: {
    query: { from?: string; to?: string; time_zone?: string; by?: "day" | "week" | "month" | "all"; until?: string; split?: "type" | "merchant"; merchant_id?: string; direction?: "payin" | "payout"; currency?: string; type?: "card" | "account" | "iban" | "upi" | "phone" };
    answer: Blob;
  };
  exportReportWorkbook: {
    query: { from?: string; to?: string; time_zone?: string; by?: "day" | "week" | "month" | "all"; until?: string; split?: "type" | "merchant"; merchant_id?: string; direction?: "payin" | "payout"; currency?: string; type?: "card" | "account" | "iban" | "upi" | "phone" };
    answer: Blob;
  };
  listScheduledReports: {
    answer: ScheduledReports;
  };
  createScheduledReport: {
    body: CreateScheduledReport;
    answer: ScheduledReport;
  };
  changeScheduledReport: {
    path: { id: string };
    body: ChangeScheduledReport;
    answer: ScheduledReport;
  };
  removeScheduledReport: {
    path: { id: string };
    body: RemoveScheduledReport;
    answer: ScheduledReport;
  };
  sendScheduledReport: {
    path: { id: string };
    body: SendScheduledReport;
    answer: ReportSendings;
  };
  listReportSendings: {
    path: { id: string };
    answer: ReportSendings;
  };
  listPayoutQueue: {
    query: { currency?: string; merchant_id?: string; type?: "card" | "account" | "iban" | "upi" | "phone"; cursor?: string; limit?: number };
    answer: PayoutQueuePage;
  };
  takePayouts: {
    body: TakePayouts;
    answer: PayoutOutcomes;
  };
  releasePayouts: {
    body: ReleasePayouts;
    answer: PayoutOutcomes;
  };
  completePayouts: {
    body: CompletePayouts;
    answer: PayoutOutcomes;
  };
  rejectPayouts: {
    body: RejectPayouts;
    answer: PayoutOutcomes;
  };
  listPayoutAttempts: {
    path: { merchant_id: string; id: string };
    answer: PayoutAttempts;
  };
  listPayoutWork: {
    query: { stage?: "taken" | "unconfirmed" | "ended"; merchant_id?: string; currency?: string; receiving_account_id?: string; cursor?: string; limit?: number };
    answer: PayoutWorkPage;
  };
  createPayoutBatch: {
    body: CreatePayoutBatch;
    answer: PayoutBatchResult;
  };
  listPayoutBatches: {
    query: { receiving_account_id?: string; rail?: "files" | "simulated_bank"; state?: "draft" | "exported"; cursor?: string; limit?: number };
    answer: PayoutBatchPage;
  };
  getPayoutBatch: {
    path: { id: string };
    answer: PayoutBatch;
  };
  listBatchPayouts: {
    path: { id: string };
    query: { cursor?: string; limit?: number };
    answer: BatchPayoutPage;
  };
  takeIntoPayoutBatch: {
    path: { id: string };
    body: TakeIntoPayoutBatch;
    answer: PayoutBatchResult;
  };
  releaseFromPayoutBatch: {
    path: { id: string };
    body: ReleaseFromPayoutBatch;
    answer: PayoutBatchResult;
  };
  exportPayoutBatch: {
    path: { id: string };
    body: ExportPayoutBatch;
    answer: PayoutBatch;
  };
  getPayoutFile: {
    path: { id: string };
    query: { version?: "001.001.03" | "001.001.09"; preview?: boolean };
    answer: Blob;
  };
  getPayoutCsv: {
    path: { id: string };
    query: { layout?: string; mapping?: string; preview?: boolean };
    answer: Blob;
  };
  listChangedNames: {
    path: { id: string };
    query: { version?: "001.001.03" | "001.001.09"; preview?: boolean; layout?: string; mapping?: string };
    answer: ChangedNames;
  };
  listFileProblems: {
    path: { id: string };
    query: { version?: "001.001.03" | "001.001.09"; layout?: string; mapping?: string };
    answer: FileProblems;
  };
  listPayoutLayouts: {
    answer: PayoutLayouts;
  };
  showWaysBack: {
    path: { merchant_id: string; id: string };
    answer: WaysBack;
  };
  listDisputes: {
    query: { merchant_id?: string; trade_id?: string; state?: "open" | "waiting_for_merchant" | "waiting_for_customer" | "waiting_for_operator" | "decided" | "appealed" | "closed"; type?: "not_received" | "paid_not_credited" | "wrong_amount" | "duplicate" | "paid_after_cancel" | "recalled_by_bank" | "fraud" | "other"; assigned_to?: string; client_id?: string; open?: boolean; overdue?: boolean; opened_from?: string; opened_to?: string; due_before?: string; cursor?: string; limit?: number };
    answer: DisputePage;
  };
  countDisputes: {
    query: { merchant_id?: string };
    answer: DisputeCounts;
  };
  getDispute: {
    path: { merchant_id: string; id: string };
    answer: DisputeWithTimeline;
  };
  openDispute: {
    path: { merchant_id: string; id: string };
    body: OpenDispute;
    answer: OperatorDispute;
  };
  decideDispute: {
    path: { merchant_id: string; id: string };
    body: DecideDispute;
    answer: OperatorDispute | Proposal;
  };
  messageDispute: {
    path: { merchant_id: string; id: string };
    body: SendDisputeMessage;
    answer: OperatorDispute;
  };
  askDispute: {
    path: { merchant_id: string; id: string };
    body: AskAboutDispute;
    answer: OperatorDispute;
  };
  assignDispute: {
    path: { merchant_id: string; id: string };
    body: AssignDispute;
    answer: OperatorDispute;
  };
  acceptDispute: {
    path: { merchant_id: string; id: string };
    body: AcceptDispute;
    answer: OperatorDispute | Proposal;
  };
  withdrawDispute: {
    path: { merchant_id: string; id: string };
    body: WithdrawDispute;
    answer: OperatorDispute | Proposal;
  };
  appealDispute: {
    path: { merchant_id: string; id: string };
    body: AppealDispute;
    answer: OperatorDispute;
  };
  closeDispute: {
    path: { merchant_id: string; id: string };
    body: CloseDispute;
    answer: OperatorDispute;
  };
  downloadDisputeFile: {
    path: { merchant_id: string; id: string; file_id: string };
    answer: Blob;
  };
  removeDisputeFile: {
    path: { merchant_id: string; id: string; file_id: string };
    body: RemoveDisputeFile;
    answer: RemovedDisputeFile;
  };
  getSettlementAccount: {
    path: { id: string };
    answer: SettlementAccount;
  };
  putSettlementAccount: {
    path: { id: string };
    body: PutSettlementAccount;
    answer: SettlementAccount | Proposal;
  };
  removeSettlementAccount: {
    path: { id: string };
    body: RemoveSettlementAccount;
    answer: SettlementAccountRemoved | Proposal;
  };
  draftSettlement: {
    path: { id: string };
    body: DraftSettlement;
    answer: Settlement;
  };
  approveSettlement: {
    path: { merchant_id: string; id: string };
    body: ApproveSettlement;
    answer: Settlement | Proposal;
  };
  discardSettlement: {
    path: { merchant_id: string; id: string };
    body: DiscardSettlement;
    answer: Settlement;
  };
  listSettlements: {
    query: { merchant_id?: string; state?: "draft" | "discarded" | "approved" | "sent" | "settled" | "returned"; cursor?: string; limit?: number };
    answer: SettlementPage;
  };
  getSettlement: {
    path: { merchant_id: string; id: string };
    answer: Settlement;
  };
  listSettlementLines: {
    path: { merchant_id: string; id: string };
    query: { cursor?: string; limit?: number };
    answer: SettlementLinePage;
  };
  getSettlementDocument: {
    path: { merchant_id: string; id: string };
    answer: Blob;
  };
  getSettlementCsv: {
    path: { merchant_id: string; id: string };
    answer: Blob;
  };
  getSettlementWorkbook: {
    path: { merchant_id: string; id: string };
    answer: Blob;
  };
  listHolds: {
    query: { merchant_id?: string; trade_id?: string; cursor?: string; limit?: number };
    answer: HoldPage;
  };
  releaseHolds: {
    path: { merchant_id: string; trade_id: string };
    body: ReleaseHolds;
    answer: ReleasedHolds;
  };
  listApprovals: {
    query: { state?: "waiting" | "approved" | "rejected" | "withdrawn" | "expired" | "void"; act?: "pay_out" | "payout_undone" | "refund" | "settlement" | "adjustment" | "manual_confirm" | "payin_undone" | "dispute_outcome" | "line_credit" | "line_keep" | "line_difference" | "line_write_off" | "evidence" | "tariff" | "rate" | "receiving_account_number" | "callback_address" | "settlement_account" | "person_role" | "merchant_token" | "operator_token" | "limits" | "line_rule" | "bands" | "retention" | "erasure"; merchant_id?: string; mine?: "made" | "to_decide"; decided?: boolean; cursor?: string; limit?: number };
    answer: ProposalPage;
  };
  getApproval: {
    path: { id: string };
    answer: ProposalDetail;
  };
  approveProposal: {
    path: { id: string };
    body: ApproveProposal;
    answer: ApprovedProposal;
  };
  approveProposals: {
    body: ApproveProposals;
    answer: ApprovalResults;
  };
  rejectProposal: {
    path: { id: string };
    body: RejectProposal;
    answer: Proposal;
  };
  withdrawProposal: {
    path: { id: string };
    body: WithdrawProposal;
    answer: Proposal;
  };
  collectSecrets: {
    path: { id: string };
    body: CollectSecrets;
    answer: CollectedSecrets;
  };
  getApprovalBands: {
    answer: ApprovalBands;
  };
  setApprovalBands: {
    body: SetApprovalBands;
    answer: ApprovalBands | Proposal;
  };
  listReceipts: {
    query: { merchant_id?: string; trade_id?: string; cursor?: string; limit?: number };
    answer: ReceiptPage;
  };
  downloadReceipt: {
    path: { merchant_id: string; id: string };
    answer: Blob;
  };
  removeReceipt: {
    path: { merchant_id: string; id: string };
    body: RemoveReceipt;
    answer: Receipt;
  };
  listPaidNotices: {
    query: { merchant_id?: string; state?: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed"; cursor?: string; limit?: number };
    answer: PaidNoticePage;
  };
  listMerchantEvents: {
    query: { merchant_id?: string; after?: number; limit?: number };
    answer: EventPage;
  };
  listDeliveries: {
    query: { merchant_id?: string; trade_id?: string; status?: "waiting" | "delivered" | "exhausted"; endpoint?: string; type?: string; failing_from?: string; cursor?: string; limit?: number };
    answer: DeliveryPage;
  };
  getDelivery: {
    path: { merchant_id: string; trade_id: string; sequence: string; endpoint: string };
    answer: DeliveryWithAttempts;
  };
  resendDelivery: {
    body: ResendDelivery;
    answer: ResentDelivery;
  };
  resendEvents: {
    body: ResendEvents;
    answer: ResentEvents;
  };
  listLedgerAccounts: {
    query: { merchant_id?: string; kind?: "available" | "blocked" | "fees" | "rounding" | "fx" | "clearing" | "bank" | "suspense" | "due" | "costs" | "transit"; q?: string; cursor?: string; limit?: number };
    answer: LedgerAccountPage;
  };
  listLedgerEntries: {
    query: { merchant_id?: string; account?: string; cursor?: string; limit?: number };
    answer: EntryPage;
  };
  showMonth: {
    path: { month: string };
    query: { merchant_id?: string; receiving_account_id?: string; time_zone?: string };
    answer: Month;
  };
  exportJournal: {
    path: { month: string };
    query: { merchant_id?: string; time_zone?: string; columns?: string };
    answer: Blob;
  };
  exportJournalWorkbook: {
    path: { month: string };
    query: { merchant_id?: string; time_zone?: string; columns?: string };
    answer: Blob;
  };
  exportTally: {
    path: { month: string };
    query: { merchant_id?: string; time_zone?: string; currency?: string; ledgers?: string; voucher_type?: string; company?: string };
    answer: Blob;
  };
  listAccountDays: {
    path: { id: string };
    query: { cursor?: string; limit?: number };
    answer: AccountDayPage;
  };
  getAccountDay: {
    path: { id: string; day: string };
    query: { zone_offset_minutes?: number };
    answer: AccountDay;
  };
  closeAccountDay: {
    path: { id: string; day: string };
    body: CloseAccountDay;
    answer: ClosedAccountDay;
  };
  listAttention: {
    answer: AttentionList;
  };
  showSince: {
    query: { since?: string };
    answer: Since;
  };
  getLive: {
    query: { merchant_id?: string };
    answer: LiveCounts;
  };
  getService: {
    answer: Service;
  };
  checkOpenidProvider: {
    answer: CheckedProvider;
  };
  adoptCopy: {
    body: AdoptCopy;
    answer: AdoptedCopy;
  };
  listCells: {
    answer: Cells;
  };
  checkCells: {
    answer: CheckedCells;
  };
  getRetention: {
    answer: Retention;
  };
  setRetention: {
    body: SetRetention;
    answer: Retention | Proposal;
  };
  listRemovals: {
    answer: RemovalList;
  };
  allowRemoval: {
    path: { month: string };
    body: AllowRemoval;
    answer: Removal | Proposal;
  };
  showErasure: {
    path: { merchant_id: string; id: string };
    answer: Erasure;
  };
  erasePayer: {
    path: { merchant_id: string; id: string };
    body: ErasePayer;
    answer: Erasure | Proposal;
  };
  showCustomerErasure: {
    path: { merchant_id: string; id: string };
    answer: CustomerErasure;
  };
  eraseCustomer: {
    path: { merchant_id: string; id: string };
    body: EraseCustomer;
    answer: CustomerErasure | Proposal;
  };
  listAlerts: {
    query: { state?: "raised" | "recovered"; cursor?: string; limit?: number };
    answer: AlertPage;
  };
  acknowledgeAlert: {
    path: { id: string };
    body: AcknowledgeAlert;
    answer: Alert;
  };
  getAlertSettings: {
    answer: AlertSettings;
  };
  changeAlertSettings: {
    body: ChangeAlertSettings;
    answer: AlertSettings;
  };
  listAlertRecipients: {
    answer: AlertRecipients;
  };
  createAlertRecipient: {
    body: CreateAlertRecipient;
    answer: AlertRecipient;
  };
  changeAlertRecipient: {
    path: { id: string };
    body: ChangeAlertRecipient;
    answer: AlertRecipient;
  };
  removeAlertRecipient: {
    path: { id: string };
    body: RemoveAlertRecipient;
    answer: AlertRecipient;
  };
  testAlertRecipient: {
    path: { id: string };
    body: TestAlertRecipient;
    answer: AlertTest;
  };
  listAudit: {
    query: { actor?: string; action?: string; target?: string; address?: string; request_id?: string; session_id?: string; operator_token_id?: string; note?: string; settings?: "all" | "by_others"; from?: string; to?: string; cursor?: string; limit?: number };
    answer: AuditPage;
  };
  listOwnAudit: {
    query: { actor?: string; action?: string; target?: string; address?: string; request_id?: string; session_id?: string; operator_token_id?: string; note?: string; settings?: "all" | "by_others"; from?: string; to?: string; cursor?: string; limit?: number };
    answer: OwnAuditPage;
  };
  exportAuditCsv: {
    query: { actor?: string; action?: string; target?: string; address?: string; request_id?: string; session_id?: string; operator_token_id?: string; note?: string; settings?: "all" | "by_others"; from?: string; to?: string };
    answer: Blob;
  };
  exportAuditWorkbook: {
    query: { actor?: string; action?: string; target?: string; address?: string; request_id?: string; session_id?: string; operator_token_id?: string; note?: string; settings?: "all" | "by_others"; from?: string; to?: string };
    answer: Blob;
  };
  exportAuditLines: {
    query: { actor?: string; action?: string; target?: string; address?: string; request_id?: string; session_id?: string; operator_token_id?: string; note?: string; settings?: "all" | "by_others"; from?: string; to?: string };
    answer: Blob;
  };
  verifyBooks: {
    query: { progress?: boolean; full?: boolean; anew?: boolean };
    answer: BooksProof;
  };
  listAllProofs: {
    query: { cursor?: string; limit?: number };
    answer: ProofPage;
  };
  makeProof: {
    body: MakeProof;
    answer: MadeProof;
  };
  getWholeProof: {
    path: { day: string };
    answer: WholeProof;
  };
  listProofKeysForOperators: {
    answer: ProofKeys;
  };
  rotateProofKey: {
    body: RotateProofKey;
    answer: RotatedProofKey;
  };
  listEncryptionKeys: {
    answer: EncryptionKeys;
  };
  rotateEncryptionKey: {
    body: RotateEncryptionKey;
    answer: RotatedEncryptionKey;
  };
  listSavedViews: {
    query: { list?: "trades" | "verify" | "payouts" | "payout_batches" | "bank_lines" | "waiting_lines" | "owed" | "account_days" | "ledger_accounts" | "ledger_entries" | "proofs" | "settlements" | "merchants" | "receiving_accounts" | "callbacks" | "approvals" | "disputes" | "people" | "audit" };
    answer: SavedViews;
  };
  createSavedView: {
    body: CreateSavedView;
    answer: SavedView;
  };
  removeSavedView: {
    path: { id: string };
    answer: SavedView;
  };
  shareSavedView: {
    path: { id: string };
    body: ShareSavedView;
    answer: SavedView;
  };
  whoAmI: {
    answer: WhoAmI;
  };
  signOut: {
    answer: SignedOut;
  };
  signIn: {
    body: SignIn;
    answer: SignedIn;
  };
  listOwnSessions: {
    query: { cursor?: string; limit?: number };
    answer: SessionPage;
  };
  revokeOtherSessions: {
    answer: RevokedSessions;
  };
  revokeOwnSession: {
    path: { id: string };
    answer: RevokedSession;
  };
  changeOwnPassword: {
    body: ChangeOwnPassword;
    answer: ChangedPassword;
  };
  showOwnOpenid: {
    answer: OwnOpenid;
  };
  disconnectOpenid: {
    answer: DisconnectedOpenid;
  };
  startConnectingOpenid: {
    answer: StartedOpenid;
  };
  issueOwnToken: {
    body: IssueOwnToken;
    answer: IssuedOwnToken;
  };
  listOwnTokens: {
    query: { cursor?: string; limit?: number };
    answer: OwnTokenPage;
  };
  revokeOwnToken: {
    path: { id: string };
    answer: RevokedOwnToken;
  };
  confirmSession: {
    body: ConfirmSession;
    answer: ConfirmedSession;
  };
  askForConfirmingPasskey: {
    answer: PasskeyRequest;
  };
  listOwnFactors: {
    answer: SecondFactors;
  };
  offerTotp: {
    answer: OfferedTotp;
  };
  removeTotp: {
    answer: SecondFactors;
  };
  activateTotp: {
    body: ActivateTotp;
    answer: AddedFactor;
  };
  renewRecoveryCodes: {
    answer: NewRecoveryCodes;
  };
  offerPasskey: {
    answer: PasskeyCreation;
  };
  addPasskey: {
    body: AddPasskey;
    answer: AddedFactor;
  };
  renamePasskey: {
    path: { id: string };
    body: RenamePasskey;
    answer: Passkey;
  };
  removePasskey: {
    path: { id: string };
    answer: SecondFactors;
  };
  exportAccessReview: {
    answer: Blob;
  };
  exportAccessReviewWorkbook: {
    answer: Blob;
  };
  listPeople: {
    query: { merchant_id?: string; q?: string; cursor?: string; limit?: number };
    answer: PersonPage;
  };
  invitePerson: {
    body: InvitePerson;
    answer: InvitedPerson | Proposal;
  };
  getPerson: {
    path: { id: string };
    answer: Person;
  };
  changePersonRole: {
    path: { id: string };
    body: ChangePersonRole;
    answer: Person | Proposal;
  };
  disablePerson: {
    path: { id: string };
    body: DisablePerson;
    answer: Person;
  };
  enablePerson: {
    path: { id: string };
    body: EnablePerson;
    answer: Person | Proposal;
  };
  relinkPerson: {
    path: { id: string };
    body: RelinkPerson;
    answer: InvitedPerson | Proposal;
  };
  listTies: {
    path: { id: string };
    answer: PersonTies;
  };
  untiePeople: {
    path: { id: string };
    body: UntiePeople;
    answer: PersonTies | Proposal;
  };
  revokeSessionsOfPerson: {
    path: { id: string };
    body: RevokeSessionsOfPerson;
    answer: RevokedSessions;
  };
  listSessions: {
    query: { person_id?: string; cursor?: string; limit?: number };
    answer: SessionPage;
  };
  revokeSession: {
    path: { id: string };
    body: RevokeSession;
    answer: RevokedSession;
  };
  sharePresence: {
    body: SharePresence;
    answer: Presences;
  };
  listFactors: {
    path: { id: string };
    answer: SecondFactors;
  };
  resetFactors: {
    path: { id: string };
    body: ResetFactors;
    answer: ResetFactorsDone;
  };
  showSandboxClock: {
    answer: SandboxClock;
  };
  advanceSandboxClock: {
    body: AdvanceSandboxClock;
    answer: AdvancedSandboxClock;
  };
  guessStatement: {
    query: { sheet?: string };
    body: Blob;
    answer: StatementGuess;
  };
  importPayoutAnswers: {
    query: { format?: "pain002" | "csv" };
    body: Blob;
    answer: PayoutAnswers | Proposal;
  };
  importRefunds: {
    query: { merchant_id?: string; note?: string; seen?: string; dry_run?: boolean };
    body: Blob;
    answer: RefundList;
  };
  sendDisputeFile: {
    path: { merchant_id: string; id: string };
    query: { text?: string; visibility?: "shared" | "merchant" | "internal" };
    body: Blob;
    answer: OperatorDispute;
  };
  signInByLink: {
    body: SignInByLink;
    answer: SignedIn;
  };
  setPasswordByLink: {
    body: SetPasswordByLink;
    answer: PasswordSet;
  };
  showOpenidOffer: {
    answer: OpenidOffer;
  };
  finishOpenid: {
    body: FinishOpenid;
    answer: FinishedOpenid;
  };
  startOpenid: {
    body: StartOpenid;
    answer: StartedOpenid;
  };
  giveSecondFactor: {
    body: GiveSecondFactor;
    answer: OpenedSession;
  };
  askForPasskey: {
    body: AskForPasskey;
    answer: PasskeyRequest;
  };
  signInWithPasskey: {
    body: SignInWithPasskey;
    answer: OpenedSession;
  };
  askForSignInPasskey: {
    body: AskForSignInPasskey;
    answer: PasskeyRequest;
  };
  openEnrolmentLink: {
    body: OpenEnrolmentLink;
    answer: OpenedEnrolmentLink;
  };
  offerFirstTotp: {
    body: OfferFirstTotp;
    answer: OfferedTotp;
  };
  activateFirstTotp: {
    body: ActivateFirstTotp;
    answer: AddedFactor;
  };
  offerFirstPasskey: {
    body: OfferFirstPasskey;
    answer: PasskeyCreation;
  };
  addFirstPasskey: {
    body: AddFirstPasskey;
    answer: AddedFactor;
  };
};

export const PLACES = {
  createMerchant: ['POST', '/operator/v1/merchants'],
  listMerchants: ['GET', '/operator/v1/merchants'],
  getMerchant: ['GET', '/operator/v1/merchants/{id}'],
  updateMerchant: ['PATCH', '/operator/v1/merchants/{id}'],
  getMerchantBalance: ['GET', '/operator/v1/merchants/{id}/balance'],
  issueToken: ['POST', '/operator/v1/merchants/{id}/tokens'],
  listTokens: ['GET', '/operator/v1/merchants/{id}/tokens'],
  revokeToken: ['DELETE', '/operator/v1/merchants/{id}/tokens/{token_id}'],
  putTariffs: ['PUT', '/operator/v1/merchants/{id}/tariffs'],
  getTariffs: ['GET', '/operator/v1/merchants/{id}/tariffs'],
  putRates: ['PUT', '/operator/v1/rates'],
  listRates: ['GET', '/operator/v1/rates'],
  getCurrencies: ['GET', '/operator/v1/currencies'],
  putCurrencies: ['PUT', '/operator/v1/currencies'],
  getBranding: ['GET', '/operator/v1/merchants/{id}/branding'],
  updateBranding: ['PATCH', '/operator/v1/merchants/{id}/branding'],
  removeLogo: ['DELETE', '/operator/v1/merchants/{id}/logo'],
  putLogo: ['PUT', '/operator/v1/merchants/{id}/logo'],
  listCallbackEndpoints: ['GET', '/operator/v1/merchants/{id}/callback_endpoints'],
  createCallbackEndpoint: ['POST', '/operator/v1/merchants/{id}/callback_endpoints'],
  updateCallbackEndpoint: ['PATCH', '/operator/v1/merchants/{id}/callback_endpoints/{number}'],
  deleteCallbackEndpoint: ['DELETE', '/operator/v1/merchants/{id}/callback_endpoints/{number}'],
  rotateCallbackSecret: ['POST', '/operator/v1/merchants/{id}/callback_endpoints/{number}/rotate_secret'],
  testCallbackEndpoint: ['POST', '/operator/v1/merchants/{id}/callback_endpoints/{number}/test'],
  addAdjustment: ['POST', '/operator/v1/merchants/{id}/adjustments'],
  createReceivingAccount: ['POST', '/operator/v1/receiving_accounts'],
  listReceivingAccounts: ['GET', '/operator/v1/receiving_accounts'],
  getReceivingAccount: ['GET', '/operator/v1/receiving_accounts/{id}'],
  updateReceivingAccount: ['PATCH', '/operator/v1/receiving_accounts/{id}'],
  takeBankLines: ['POST', '/operator/v1/bank_lines'],
  listBankLines: ['GET', '/operator/v1/bank_lines'],
  decideBankLines: ['POST', '/operator/v1/bank_lines/decide'],
  exportBankLines: ['GET', '/operator/v1/bank_lines.csv'],
  exportExceptions: ['GET', '/operator/v1/exceptions.csv'],
  exportClosings: ['GET', '/operator/v1/receiving_accounts/{id}/closings.csv'],
  exportBankLinesWorkbook: ['GET', '/operator/v1/bank_lines.xlsx'],
  exportExceptionsWorkbook: ['GET', '/operator/v1/exceptions.xlsx'],
  exportClosingsWorkbook: ['GET', '/operator/v1/receiving_accounts/{id}/closings.xlsx'],
  getBankLine: ['GET', '/operator/v1/bank_lines/{id}'],
  listSuspense: ['GET', '/operator/v1/suspense'],
  assignBankLine: ['POST', '/operator/v1/bank_lines/{id}/assign'],
  splitBankLine: ['POST', '/operator/v1/bank_lines/{id}/split'],
  feeBankLine: ['POST', '/operator/v1/bank_lines/{id}/fee'],
  ownTransferBankLine: ['POST', '/operator/v1/bank_lines/{id}/own_transfer'],
  returnBankLine: ['POST', '/operator/v1/bank_lines/{id}/return'],
  undoBankLine: ['POST', '/operator/v1/bank_lines/{id}/undo'],
  creditBankLine: ['POST', '/operator/v1/bank_lines/{id}/credit'],
  keepBankLine: ['POST', '/operator/v1/bank_lines/{id}/keep'],
  listLineRules: ['GET', '/operator/v1/line_rules'],
  createLineRule: ['POST', '/operator/v1/line_rules'],
  changeLineRule: ['POST', '/operator/v1/line_rules/{id}'],
  listLineRuleVersions: ['GET', '/operator/v1/line_rules/{id}/versions'],
  tryLineRule: ['POST', '/operator/v1/line_rules/{id}/try'],
  switchLineRuleOn: ['POST', '/operator/v1/line_rules/{id}/on'],
  switchLineRuleOff: ['POST', '/operator/v1/line_rules/{id}/off'],
  listWaitingLines: ['GET', '/operator/v1/waiting_lines'],
  decideSameLine: ['POST', '/operator/v1/waiting_lines/{id}/same'],
  decideOtherLine: ['POST', '/operator/v1/waiting_lines/{id}/other'],
  listOwed: ['GET', '/operator/v1/owed'],
  listStatements: ['GET', '/operator/v1/statements'],
  importStatement: ['POST', '/operator/v1/statements'],
  issueFeedToken: ['POST', '/operator/v1/feed_tokens'],
  listFeedTokens: ['GET', '/operator/v1/feed_tokens'],
  changeFeedToken: ['PATCH', '/operator/v1/feed_tokens/{id}'],
  revokeFeedToken: ['DELETE', '/operator/v1/feed_tokens/{id}'],
  issueOperatorToken: ['POST', '/operator/v1/operator_tokens'],
  listOperatorTokens: ['GET', '/operator/v1/operator_tokens'],
  changeOperatorToken: ['PATCH', '/operator/v1/operator_tokens/{id}'],
  revokeOperatorToken: ['DELETE', '/operator/v1/operator_tokens/{id}'],
  rotateOperatorToken: ['POST', '/operator/v1/operator_tokens/{id}/rotate'],
  listTrades: ['GET', '/operator/v1/trades'],
  getTrade: ['GET', '/operator/v1/trades/{merchant_id}/{id}'],
  confirmTrade: ['POST', '/operator/v1/trades/{merchant_id}/{id}/confirm'],
  completeTrade: ['POST', '/operator/v1/trades/{merchant_id}/{id}/complete'],
  takeTrade: ['POST', '/operator/v1/trades/{merchant_id}/{id}/take'],
  releaseTrade: ['POST', '/operator/v1/trades/{merchant_id}/{id}/release'],
  failTrade: ['POST', '/operator/v1/trades/{merchant_id}/{id}/fail'],
  cancelTrade: ['POST', '/operator/v1/trades/{merchant_id}/{id}/cancel'],
  disputeTrade: ['POST', '/operator/v1/trades/{merchant_id}/{id}/dispute'],
  resolveTrade: ['POST', '/operator/v1/trades/{merchant_id}/{id}/resolve'],
  reverseTrade: ['POST', '/operator/v1/trades/{merchant_id}/{id}/reverse'],
  refundTrade: ['POST', '/operator/v1/trades/{merchant_id}/{id}/refund'],
  showCustomer: ['GET', '/operator/v1/customers'],
  countTrades: ['GET', '/operator/v1/trades/counts'],
  exportTradesCsv: ['GET', '/operator/v1/trades.csv'],
  exportTradesWorkbook: ['GET', '/operator/v1/trades.xlsx'],
  listVerifyQueue: ['GET', '/operator/v1/verify_queue'],
  listPossibleLines: ['GET', '/operator/v1/trades/{merchant_id}/{id}/possible_lines'],
  search: ['GET', '/operator/v1/search'],
  listSeries: ['GET', '/operator/v1/series'],
  showReport: ['GET', '/operator/v1/reports'],
  exportReport: ['GET', '/operator/v1/reports.csv'],
  exportReportWorkbook: ['GET', '/operator/v1/reports.xlsx'],
  listScheduledReports: ['GET', '/operator/v1/scheduled_reports'],
  createScheduledReport: ['POST', '/operator/v1/scheduled_reports'],
  changeScheduledReport: ['PATCH', '/operator/v1/scheduled_reports/{id}'],
  removeScheduledReport: ['DELETE', '/operator/v1/scheduled_reports/{id}'],
  sendScheduledReport: ['POST', '/operator/v1/scheduled_reports/{id}/send'],
  listReportSendings: ['GET', '/operator/v1/scheduled_reports/{id}/sendings'],
  listPayoutQueue: ['GET', '/operator/v1/payouts/queue'],
  takePayouts: ['POST', '/operator/v1/payouts/take'],
  releasePayouts: ['POST', '/operator/v1/payouts/release'],
  completePayouts: ['POST', '/operator/v1/payouts/complete'],
  rejectPayouts: ['POST', '/operator/v1/payouts/reject'],
  listPayoutAttempts: ['GET', '/operator/v1/payouts/{merchant_id}/{id}/attempts'],
  listPayoutWork: ['GET', '/operator/v1/payouts/work'],
  createPayoutBatch: ['POST', '/operator/v1/payout_batches'],
  listPayoutBatches: ['GET', '/operator/v1/payout_batches'],
  getPayoutBatch: ['GET', '/operator/v1/payout_batches/{id}'],
  listBatchPayouts: ['GET', '/operator/v1/payout_batches/{id}/payouts'],
  takeIntoPayoutBatch: ['POST', '/operator/v1/payout_batches/{id}/take'],
  releaseFromPayoutBatch: ['POST', '/operator/v1/payout_batches/{id}/release'],
  exportPayoutBatch: ['POST', '/operator/v1/payout_batches/{id}/export'],
  getPayoutFile: ['GET', '/operator/v1/payout_batches/{id}/file.xml'],
  getPayoutCsv: ['GET', '/operator/v1/payout_batches/{id}/file.csv'],
  listChangedNames: ['GET', '/operator/v1/payout_batches/{id}/changed_names'],
  listFileProblems: ['GET', '/operator/v1/payout_batches/{id}/file_problems'],
  listPayoutLayouts: ['GET', '/operator/v1/payout_layouts'],
  showWaysBack: ['GET', '/operator/v1/trades/{merchant_id}/{id}/ways_back'],
  listDisputes: ['GET', '/operator/v1/disputes'],
  countDisputes: ['GET', '/operator/v1/disputes/counts'],
  getDispute: ['GET', '/operator/v1/disputes/{merchant_id}/{id}'],
  openDispute: ['POST', '/operator/v1/trades/{merchant_id}/{id}/disputes'],
  decideDispute: ['POST', '/operator/v1/disputes/{merchant_id}/{id}/decide'],
  messageDispute: ['POST', '/operator/v1/disputes/{merchant_id}/{id}/message'],
  askDispute: ['POST', '/operator/v1/disputes/{merchant_id}/{id}/ask'],
  assignDispute: ['POST', '/operator/v1/disputes/{merchant_id}/{id}/assign'],
  acceptDispute: ['POST', '/operator/v1/disputes/{merchant_id}/{id}/accept'],
  withdrawDispute: ['POST', '/operator/v1/disputes/{merchant_id}/{id}/withdraw'],
  appealDispute: ['POST', '/operator/v1/disputes/{merchant_id}/{id}/appeal'],
  closeDispute: ['POST', '/operator/v1/disputes/{merchant_id}/{id}/close'],
  downloadDisputeFile: ['GET', '/operator/v1/disputes/{merchant_id}/{id}/files/{file_id}'],
  removeDisputeFile: ['DELETE', '/operator/v1/disputes/{merchant_id}/{id}/files/{file_id}'],
  getSettlementAccount: ['GET', '/operator/v1/merchants/{id}/settlement_account'],
  putSettlementAccount: ['PUT', '/operator/v1/merchants/{id}/settlement_account'],
  removeSettlementAccount: ['DELETE', '/operator/v1/merchants/{id}/settlement_account'],
  draftSettlement: ['POST', '/operator/v1/merchants/{id}/settlements'],
  approveSettlement: ['POST', '/operator/v1/settlements/{merchant_id}/{id}/approve'],
  discardSettlement: ['POST', '/operator/v1/settlements/{merchant_id}/{id}/discard'],
  listSettlements: ['GET', '/operator/v1/settlements'],
  getSettlement: ['GET', '/operator/v1/settlements/{merchant_id}/{id}'],
  listSettlementLines: ['GET', '/operator/v1/settlements/{merchant_id}/{id}/lines'],
  getSettlementDocument: ['GET', '/operator/v1/settlements/{merchant_id}/{id}/statement.html'],
  getSettlementCsv: ['GET', '/operator/v1/settlements/{merchant_id}/{id}/statement.csv'],
  getSettlementWorkbook: ['GET', '/operator/v1/settlements/{merchant_id}/{id}/statement.xlsx'],
  listHolds: ['GET', '/operator/v1/holds'],
  releaseHolds: ['POST', '/operator/v1/holds/{merchant_id}/{trade_id}/release'],
  listApprovals: ['GET', '/operator/v1/approvals'],
  getApproval: ['GET', '/operator/v1/approvals/{id}'],
  approveProposal: ['POST', '/operator/v1/approvals/{id}/approve'],
  approveProposals: ['POST', '/operator/v1/approvals/approve'],
  rejectProposal: ['POST', '/operator/v1/approvals/{id}/reject'],
  withdrawProposal: ['POST', '/operator/v1/approvals/{id}/withdraw'],
  collectSecrets: ['POST', '/operator/v1/approvals/{id}/secrets'],
  getApprovalBands: ['GET', '/operator/v1/approval-bands'],
  setApprovalBands: ['PUT', '/operator/v1/approval-bands'],
  listReceipts: ['GET', '/operator/v1/receipts'],
  downloadReceipt: ['GET', '/operator/v1/receipts/{merchant_id}/{id}/file'],
  removeReceipt: ['DELETE', '/operator/v1/receipts/{merchant_id}/{id}'],
  listPaidNotices: ['GET', '/operator/v1/paid_notices'],
  listMerchantEvents: ['GET', '/operator/v1/events'],
  listDeliveries: ['GET', '/operator/v1/deliveries'],
  getDelivery: ['GET', '/operator/v1/deliveries/{merchant_id}/{trade_id}/{sequence}/{endpoint}'],
  resendDelivery: ['POST', '/operator/v1/deliveries/resend'],
  resendEvents: ['POST', '/operator/v1/events/resend'],
  listLedgerAccounts: ['GET', '/operator/v1/ledger/accounts'],
  listLedgerEntries: ['GET', '/operator/v1/ledger/entries'],
  showMonth: ['GET', '/operator/v1/ledger/months/{month}'],
  exportJournal: ['GET', '/operator/v1/ledger/months/{month}/journal.csv'],
  exportJournalWorkbook: ['GET', '/operator/v1/ledger/months/{month}/journal.xlsx'],
  exportTally: ['GET', '/operator/v1/ledger/months/{month}/tally.xml'],
  listAccountDays: ['GET', '/operator/v1/receiving_accounts/{id}/days'],
  getAccountDay: ['GET', '/operator/v1/receiving_accounts/{id}/days/{day}'],
  closeAccountDay: ['POST', '/operator/v1/receiving_accounts/{id}/days/{day}/close'],
  listAttention: ['GET', '/operator/v1/attention'],
  showSince: ['GET', '/operator/v1/since'],
  getLive: ['GET', '/operator/v1/live'],
  getService: ['GET', '/operator/v1/service'],
  checkOpenidProvider: ['GET', '/operator/v1/openid_provider'],
  adoptCopy: ['POST', '/operator/v1/service/adopt'],
  listCells: ['GET', '/operator/v1/cells'],
  checkCells: ['GET', '/operator/v1/cells/check'],
  getRetention: ['GET', '/operator/v1/retention'],
  setRetention: ['PUT', '/operator/v1/retention'],
  listRemovals: ['GET', '/operator/v1/removals'],
  allowRemoval: ['POST', '/operator/v1/removals/{month}'],
  showErasure: ['GET', '/operator/v1/trades/{merchant_id}/{id}/erasure'],
  erasePayer: ['POST', '/operator/v1/trades/{merchant_id}/{id}/erasure'],
  showCustomerErasure: ['GET', '/operator/v1/trades/{merchant_id}/{id}/customer-erasure'],
  eraseCustomer: ['POST', '/operator/v1/trades/{merchant_id}/{id}/customer-erasure'],
  listAlerts: ['GET', '/operator/v1/alerts'],
  acknowledgeAlert: ['POST', '/operator/v1/alerts/{id}/acknowledge'],
  getAlertSettings: ['GET', '/operator/v1/alert_settings'],
  changeAlertSettings: ['PATCH', '/operator/v1/alert_settings'],
  listAlertRecipients: ['GET', '/operator/v1/alert_recipients'],
  createAlertRecipient: ['POST', '/operator/v1/alert_recipients'],
  changeAlertRecipient: ['PATCH', '/operator/v1/alert_recipients/{id}'],
  removeAlertRecipient: ['DELETE', '/operator/v1/alert_recipients/{id}'],
  testAlertRecipient: ['POST', '/operator/v1/alert_recipients/{id}/test'],
  listAudit: ['GET', '/operator/v1/audit'],
  listOwnAudit: ['GET', '/operator/v1/own_audit'],
  exportAuditCsv: ['GET', '/operator/v1/audit.csv'],
  exportAuditWorkbook: ['GET', '/operator/v1/audit.xlsx'],
  exportAuditLines: ['GET', '/operator/v1/audit.jsonl'],
  verifyBooks: ['GET', '/operator/v1/verify'],
  listAllProofs: ['GET', '/operator/v1/proofs'],
  makeProof: ['POST', '/operator/v1/proofs'],
  getWholeProof: ['GET', '/operator/v1/proofs/{day}'],
  listProofKeysForOperators: ['GET', '/operator/v1/proof_keys'],
  rotateProofKey: ['POST', '/operator/v1/proof_keys'],
  listEncryptionKeys: ['GET', '/operator/v1/encryption_keys'],
  rotateEncryptionKey: ['POST', '/operator/v1/encryption_keys'],
  listSavedViews: ['GET', '/operator/v1/saved_views'],
  createSavedView: ['POST', '/operator/v1/saved_views'],
  removeSavedView: ['DELETE', '/operator/v1/saved_views/{id}'],
  shareSavedView: ['PUT', '/operator/v1/saved_views/{id}/sharing'],
  whoAmI: ['GET', '/operator/v1/session'],
  signOut: ['DELETE', '/operator/v1/session'],
  signIn: ['POST', '/operator/v1/session'],
  listOwnSessions: ['GET', '/operator/v1/own_sessions'],
  revokeOtherSessions: ['DELETE', '/operator/v1/own_sessions'],
  revokeOwnSession: ['DELETE', '/operator/v1/own_sessions/{id}'],
  changeOwnPassword: ['PUT', '/operator/v1/own_password'],
  showOwnOpenid: ['GET', '/operator/v1/own_openid'],
  disconnectOpenid: ['DELETE', '/operator/v1/own_openid'],
  startConnectingOpenid: ['POST', '/operator/v1/own_openid/start'],
  issueOwnToken: ['POST', '/operator/v1/own_tokens'],
  listOwnTokens: ['GET', '/operator/v1/own_tokens'],
  revokeOwnToken: ['DELETE', '/operator/v1/own_tokens/{id}'],
  confirmSession: ['POST', '/operator/v1/session/confirm'],
  askForConfirmingPasskey: ['POST', '/operator/v1/session/confirm/passkey_options'],
  listOwnFactors: ['GET', '/operator/v1/own_factors'],
  offerTotp: ['POST', '/operator/v1/own_factors/totp'],
  removeTotp: ['DELETE', '/operator/v1/own_factors/totp'],
  activateTotp: ['POST', '/operator/v1/own_factors/totp/activate'],
  renewRecoveryCodes: ['POST', '/operator/v1/own_factors/recovery_codes'],
  offerPasskey: ['POST', '/operator/v1/own_factors/passkeys/options'],
  addPasskey: ['POST', '/operator/v1/own_factors/passkeys'],
  renamePasskey: ['PATCH', '/operator/v1/own_factors/passkeys/{id}'],
  removePasskey: ['DELETE', '/operator/v1/own_factors/passkeys/{id}'],
  exportAccessReview: ['GET', '/operator/v1/access_review.csv'],
  exportAccessReviewWorkbook: ['GET', '/operator/v1/access_review.xlsx'],
  listPeople: ['GET', '/operator/v1/people'],
  invitePerson: ['POST', '/operator/v1/people'],
  getPerson: ['GET', '/operator/v1/people/{id}'],
  changePersonRole: ['PUT', '/operator/v1/people/{id}/role'],
  disablePerson: ['POST', '/operator/v1/people/{id}/disable'],
  enablePerson: ['POST', '/operator/v1/people/{id}/enable'],
  relinkPerson: ['POST', '/operator/v1/people/{id}/link'],
  listTies: ['GET', '/operator/v1/people/{id}/ties'],
  untiePeople: ['POST', '/operator/v1/people/{id}/untie'],
  revokeSessionsOfPerson: ['DELETE', '/operator/v1/people/{id}/sessions'],
  listSessions: ['GET', '/operator/v1/sessions'],
  revokeSession: ['DELETE', '/operator/v1/sessions/{id}'],
  sharePresence: ['PUT', '/operator/v1/presence'],
  listFactors: ['GET', '/operator/v1/people/{id}/factors'],
  resetFactors: ['POST', '/operator/v1/people/{id}/reset_factors'],
  showSandboxClock: ['GET', '/operator/v1/sandbox/clock'],
  advanceSandboxClock: ['POST', '/operator/v1/sandbox/clock/advance'],
  guessStatement: ['POST', '/operator/v1/statements/guess'],
  importPayoutAnswers: ['POST', '/operator/v1/payout_answers'],
  importRefunds: ['POST', '/operator/v1/refund_lists'],
  sendDisputeFile: ['POST', '/operator/v1/disputes/{merchant_id}/{id}/files'],
  signInByLink: ['POST', '/operator/v1/session/sign_in_link'],
  setPasswordByLink: ['POST', '/operator/v1/session/link'],
  showOpenidOffer: ['GET', '/operator/v1/session/openid'],
  finishOpenid: ['POST', '/operator/v1/session/openid'],
  startOpenid: ['POST', '/operator/v1/session/openid/start'],
  giveSecondFactor: ['POST', '/operator/v1/session/second_factor'],
  askForPasskey: ['POST', '/operator/v1/session/second_factor/passkey_options'],
  signInWithPasskey: ['POST', '/operator/v1/session/passkey'],
  askForSignInPasskey: ['POST', '/operator/v1/session/passkey_options'],
  openEnrolmentLink: ['POST', '/operator/v1/session/enrolment_link'],
  offerFirstTotp: ['POST', '/operator/v1/session/totp'],
  activateFirstTotp: ['POST', '/operator/v1/session/totp/activate'],
  offerFirstPasskey: ['POST', '/operator/v1/session/passkeys/options'],
  addFirstPasskey: ['POST', '/operator/v1/session/passkeys'],
} as const satisfies Readonly<
  Record<keyof Operations, readonly [method: string, address: string]>
>;

/** Whether the same request, sent again, does nothing twice; those that only read are left out. */
export const REPEATABLE = {
  createMerchant: 'never',
  updateMerchant: 'never',
  issueToken: 'never',
  revokeToken: 'never',
  putTariffs: 'never',
  putRates: 'never',
  putCurrencies: 'never',
  updateBranding: 'never',
  removeLogo: 'never',
  putLogo: 'never',
  createCallbackEndpoint: 'with_key',
  updateCallbackEndpoint: 'never',
  deleteCallbackEndpoint: 'never',
  rotateCallbackSecret: 'with_key',
  testCallbackEndpoint: 'never',
  addAdjustment: 'with_key',
  createReceivingAccount: 'never',
  updateReceivingAccount: 'never',
  takeBankLines: 'never',
  decideBankLines: 'with_key',
  assignBankLine: 'with_key',
  splitBankLine: 'with_key',
  feeBankLine: 'with_key',
  ownTransferBankLine: 'with_key',
  returnBankLine: 'with_key',
  undoBankLine: 'with_key',
  creditBankLine: 'with_key',
  keepBankLine: 'with_key',
  createLineRule: 'never',
  changeLineRule: 'never',
  tryLineRule: 'never',
  switchLineRuleOn: 'never',
  switchLineRuleOff: 'never',
  decideSameLine: 'never',
  decideOtherLine: 'never',
  importStatement: 'never',
  issueFeedToken: 'never',
  changeFeedToken: 'never',
  revokeFeedToken: 'never',
  issueOperatorToken: 'never',
  changeOperatorToken: 'never',
  revokeOperatorToken: 'never',
  rotateOperatorToken: 'never',
  confirmTrade: 'with_key',
  completeTrade: 'with_key',
  takeTrade: 'with_key',
  releaseTrade: 'with_key',
  failTrade: 'with_key',
  cancelTrade: 'with_key',
  disputeTrade: 'with_key',
  resolveTrade: 'with_key',
  reverseTrade: 'with_key',
  refundTrade: 'with_key',
  createScheduledReport: 'never',
  changeScheduledReport: 'never',
  removeScheduledReport: 'never',
  sendScheduledReport: 'never',
  takePayouts: 'never',
  releasePayouts: 'never',
  completePayouts: 'never',
  rejectPayouts: 'never',
  createPayoutBatch: 'with_key',
  takeIntoPayoutBatch: 'never',
  releaseFromPayoutBatch: 'never',
  exportPayoutBatch: 'never',
  openDispute: 'with_key',
  decideDispute: 'never',
  messageDispute: 'with_key',
  askDispute: 'with_key',
  assignDispute: 'with_key',
  acceptDispute: 'with_key',
  withdrawDispute: 'with_key',
  appealDispute: 'with_key',
  closeDispute: 'with_key',
  removeDisputeFile: 'never',
  putSettlementAccount: 'never',
  removeSettlementAccount: 'never',
  draftSettlement: 'never',
  approveSettlement: 'never',
  discardSettlement: 'never',
  releaseHolds: 'never',
  approveProposal: 'never',
  approveProposals: 'never',
  rejectProposal: 'never',
  withdrawProposal: 'never',
  collectSecrets: 'never',
  setApprovalBands: 'never',
  removeReceipt: 'never',
  resendDelivery: 'never',
  resendEvents: 'never',
  closeAccountDay: 'never',
  adoptCopy: 'never',
  setRetention: 'never',
  allowRemoval: 'never',
  erasePayer: 'never',
  eraseCustomer: 'never',
  acknowledgeAlert: 'never',
  changeAlertSettings: 'never',
  createAlertRecipient: 'never',
  changeAlertRecipient: 'never',
  removeAlertRecipient: 'never',
  testAlertRecipient: 'never',
  makeProof: 'never',
  rotateProofKey: 'never',
  rotateEncryptionKey: 'never',
  createSavedView: 'never',
  removeSavedView: 'never',
  shareSavedView: 'never',
  signOut: 'never',
  signIn: 'never',
  revokeOtherSessions: 'never',
  revokeOwnSession: 'never',
  changeOwnPassword: 'never',
  disconnectOpenid: 'never',
  startConnectingOpenid: 'never',
  issueOwnToken: 'never',
  revokeOwnToken: 'never',
  confirmSession: 'never',
  askForConfirmingPasskey: 'never',
  offerTotp: 'never',
  removeTotp: 'never',
  activateTotp: 'never',
  renewRecoveryCodes: 'never',
  offerPasskey: 'never',
  addPasskey: 'never',
  renamePasskey: 'never',
  removePasskey: 'never',
  invitePerson: 'never',
  changePersonRole: 'never',
  disablePerson: 'never',
  enablePerson: 'never',
  relinkPerson: 'never',
  untiePeople: 'never',
  revokeSessionsOfPerson: 'never',
  revokeSession: 'never',
  sharePresence: 'never',
  resetFactors: 'never',
  advanceSandboxClock: 'never',
  guessStatement: 'never',
  importPayoutAnswers: 'never',
  importRefunds: 'always',
  sendDisputeFile: 'never',
  signInByLink: 'never',
  setPasswordByLink: 'never',
  finishOpenid: 'never',
  startOpenid: 'never',
  giveSecondFactor: 'never',
  askForPasskey: 'never',
  signInWithPasskey: 'never',
  askForSignInPasskey: 'never',
  openEnrolmentLink: 'never',
  offerFirstTotp: 'never',
  activateFirstTotp: 'never',
  offerFirstPasskey: 'never',
  addFirstPasskey: 'never',
} as const satisfies Partial<Record<keyof Operations, 'always' | 'with_key' | 'never'>>;
