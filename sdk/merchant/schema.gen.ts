// Made by tools/generate.ts from openapi/merchant.json: the schemas and operations of the API.

export type AcceptDispute = {
  /** Your merchant id */
  readonly merchant_id: string;
  /** The dispute */
  readonly id: string;
};

export type AppealDispute = {
  /** Your merchant id */
  readonly merchant_id: string;
  /** The dispute */
  readonly id: string;
};

export type AttachUtr = {
  /** Your merchant id */
  readonly merchant_id: string;
  /** The pay-in */
  readonly id: string;
  /** As the bank shows it; separators are removed */
  readonly utr: string;
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

export type BookEntry = {
  /** Your id */
  readonly book: string;
  /** 1, 2, 3 … without gaps */
  readonly number: number;
  /** What was posted */
  readonly act: string;
  /** The trade that it is about */
  readonly trade_id: string | null;
  /** The bank line that caused it */
  readonly bank_line_id: string | null;
  /** The adjustment that it is about */
  readonly adjustment_id: string | null;
  /** They sum to zero in each currency */
  readonly postings: readonly ({
    /** An account of your book, as in `available` */
    readonly account: string;
    /** ISO 4217 code */
    readonly currency: string;
    /** The change of the account, in minor units */
    readonly amount_cents: number;
  })[];
  /** When it was posted */
  readonly entered_at: string;
  /** Over this entry and the hash before it */
  readonly hash: string;
};

export type BookEntryPage = {
  /** The entries of this page, in order */
  readonly data: readonly BookEntry[];
  /** Send as `after` for the next page */
  readonly next_after: number;
  /** There are more entries already */
  readonly has_more: boolean;
};

export type CancelOrder = {
  /** Your merchant id */
  readonly merchant_id: string;
  /** The trade */
  readonly id: string;
};

export type CompareOrders = {
  /** Your merchant id */
  readonly merchant_id: string;
  /** Your records */
  readonly orders: readonly ({
    /** The trade; or name it by `order_id` */
    readonly id?: string | null;
    /** Your own identifier of the order */
    readonly order_id?: string | null;
    /** The state in your records */
    readonly state: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed";
  })[];
  /** Have the events that you missed of the orders that differ sent to your endpoints again: those since the order last had your state */
  readonly resend?: boolean | null;
};

export type CreatePayin = {
  /** Your merchant id */
  readonly merchant_id: string;
  /** Your own identifier: unique over pay-ins and pay-outs, and the idempotency key */
  readonly order_id: string;
  /** Amount in minor units */
  readonly amount_cents: number;
  /** ISO 4217 code in upper case */
  readonly amount_currency: string;
  /** Payment type */
  readonly type: "card" | "account" | "iban" | "upi" | "phone";
  /** Your own, stable identifier of the customer */
  readonly client_id: string;
  /** The address for this trade’s callbacks */
  readonly callback_url?: string | null;
  /** The address to which the payment page leads the customer back */
  readonly return_url?: string | null;
  /** What the customer pays for, as the page shows it */
  readonly description?: string | null;
  /** Texts of your own under keys of your own, such as the number of a cart. You get them back with the order and in its events, and find orders by them. The payer never sees them */
  readonly metadata?: Readonly<Record<string, string>> | null;
};

export type CreatePayout = {
  /** Your merchant id */
  readonly merchant_id: string;
  /** Your own identifier: unique over pay-ins and pay-outs, and the idempotency key */
  readonly order_id: string;
  /** Amount in minor units */
  readonly amount_cents: number;
  /** ISO 4217 code in upper case */
  readonly amount_currency: string;
  /** Payment type */
  readonly type: "card" | "account" | "iban" | "upi" | "phone";
  /** Card or account to pay to; separators are removed */
  readonly number: string;
  /** The payee’s name */
  readonly name?: string | null;
  /** Your own, stable identifier of the customer */
  readonly client_id: string;
  /** The address for this trade’s callbacks */
  readonly callback_url?: string | null;
  /** E.164 */
  readonly customer_phone_number?: string | null;
  /** The payee’s bank */
  readonly payment_data_bank_name?: string | null;
  /** Texts of your own under keys of your own, such as the number of a cart. You get them back with the order and in its events, and find orders by them. The payer never sees them */
  readonly metadata?: Readonly<Record<string, string>> | null;
};

export type CreateRefund = {
  /** Your merchant id */
  readonly merchant_id: string;
  /** The pay-in */
  readonly id: string;
  /** Your own identifier: unique over pay-ins and pay-outs, and the idempotency key */
  readonly order_id: string;
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
  readonly note?: string | null;
  /** Texts of your own under keys of your own, such as the number of a cart. You get them back with the order and in its events, and find orders by them. The payer never sees them */
  readonly metadata?: Readonly<Record<string, string>> | null;
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

export type DisputeMessage = {
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
};

export type DisputePage = {
  /** The rows of this page */
  readonly data: readonly Dispute[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
};

export type DisputeWithMessages = {
  readonly dispute: Dispute;
  /** In the order in which they were sent */
  readonly messages: readonly DisputeMessage[];
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
};

export type Endpoints = {
  /** The default endpoint first, then by number */
  readonly data: readonly Endpoint[];
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
  readonly type: "deposit.created" | "deposit.pending" | "deposit.verifying" | "deposit.completed" | "deposit.expired" | "deposit.canceled" | "deposit.failed" | "deposit.disputed" | "deposit.reversed" | "withdrawal.created" | "withdrawal.processing" | "withdrawal.completed" | "withdrawal.canceled" | "withdrawal.failed" | "withdrawal.disputed" | "withdrawal.reversed";
  /** When the change happened */
  readonly timestamp: string;
  /** The trade's own sequence */
  readonly sequence: number;
  /** As it was then */
  readonly data: Trade;
} | {
  /** 1, 2, 3 … without gaps, per merchant */
  readonly number: number;
  /** The same as webhook-id in the callback */
  readonly id: string;
  /** deposit.<state>, withdrawal.<state> or dispute.<topic> */
  readonly type: "dispute.opened" | "dispute.updated" | "dispute.decided" | "dispute.appealed" | "dispute.closed";
  /** When the change happened */
  readonly timestamp: string;
  /** The trade's own sequence */
  readonly sequence: number;
  /** As it was then */
  readonly data: Dispute;
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

export type FieldError = {
  /** Dotted and indexed, as in lines[0].amount_cents */
  readonly field: string;
  /** What is wrong with it */
  readonly code: "required" | "type" | "length" | "format" | "range" | "unknown_value" | "not_allowed";
  /** A text to read after the field’s name */
  readonly message: string;
};

export type Limits = {
  /** By name; null: no limit. Names end with their unit */
  readonly limits: Readonly<Record<string, number | null>>;
  /** The currencies that the operator has enabled */
  readonly currencies: readonly ({
    /** ISO 4217 code */
    readonly code: string;
    /** How many decimals it has: 2 means that 100 minor units are 1 */
    readonly exponent: number;
  })[];
  /** The payment types */
  readonly types: readonly ({
    /** For the field `type` of an order */
    readonly type: string;
    /** Which UTRs it has */
    readonly utr_rule: string;
  })[];
};

export type MagicValue = {
  /** What has this value */
  readonly kind: "payin_amount" | "payout_amount" | "utr";
  /** The amount of the order, in any currency; null of a UTR, in minor units */
  readonly amount_cents: number | null;
  /** How the UTR begins; null of an amount */
  readonly utr_beginning: string | null;
  /** A short name of the row */
  readonly name: string;
  /** What the simulated bank does */
  readonly what: string;
  /** Where the order ends; null if its creation is refused */
  readonly state: string | null;
  /** The reason of that state, if it has one */
  readonly state_reason: string | null;
  /** The code of the refusal */
  readonly refused: string | null;
};

export type OpenDispute = {
  /** Your merchant id */
  readonly merchant_id: string;
  /** The trade */
  readonly trade_id: string;
  /** What you contest */
  readonly type: "not_received" | "paid_not_credited" | "wrong_amount" | "duplicate" | "paid_after_cancel" | "recalled_by_bank" | "fraud" | "other";
  /** The contested part; default: all that is left, in minor units */
  readonly amount_cents?: number | null;
  /** Your own key: the same one does this once, however often it is sent */
  readonly idempotency_key?: string | null;
};

export type OrderComparison = {
  /** How many orders the request has */
  readonly compared: number;
  /** Only the orders that differ */
  readonly differences: readonly ({
    /** The trade */
    readonly id: string | null;
    /** Your own identifier of the order */
    readonly order_id: string | null;
    /** The state in your records */
    readonly your_state: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed";
    /** The state here; null: unknown here, as all that follows */
    readonly state: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed" | null;
    /** Why it is in this state; null: nothing to say */
    readonly state_reason: "timeout" | "declined_by_customer" | "declined_by_merchant" | "declined_by_operator" | "amount_mismatch" | "paid_late" | "paid_after_cancel" | "payment_not_found" | "duplicate_utr_claim" | "fake_proof" | "account_blocked" | "held_for_review" | "beneficiary_rejected" | "bank_returned" | "insufficient_evidence" | "payin_taken_back" | null;
    /** As in the latest callback */
    readonly sequence: number | null;
    /** You may rely on the state and act on it */
    readonly is_final: boolean | null;
  })[];
  /** The events that you missed of these orders; null without `resend` */
  readonly missed_events: number | null;
  /** Deliveries of them that wait again, at all your endpoints: not those that wait already, or that ended in the last minute; null without `resend` */
  readonly resent: number | null;
};

export type OrderPage = {
  /** The rows of this page */
  readonly data: readonly Trade[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  /** Present if older months were removed after archiving: orders up to this month, YYYY-MM, may be missing from the list, and are found by id, `order_id`, `utr` and customer only */
  readonly archived_until?: string;
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

export type PlayOrder = {
  /** Your merchant id */
  readonly merchant_id: string;
  /** The id of the order */
  readonly id: string;
  /** `pay`: The payer transfers the amount, or `amount_cents`. `pay_less`: The payer transfers a tenth too little. `pay_more`: The payer transfers a tenth too much. `pay_twice`: The payer transfers the amount, and the bank tells it twice. `expire`: The pay-in expires at once. `take_back`: The bank takes back the money, or `amount_cents` of it. `reject_claim`: The claimed transfer does not exist: a fake. `send`: The pay-out is sent; the last two digits of its amount decide how it ends. `pay_late`: The pay-in expires at once, and is paid after that. */
  readonly act: "pay" | "pay_less" | "pay_more" | "pay_twice" | "expire" | "take_back" | "reject_claim" | "send" | "pay_late";
  /** Of the transfer, for the acts that say so, in minor units */
  readonly amount_cents?: number | null;
};

export type Proof = {
  /** What is signed, byte for byte: JSON with day, root and the hash before */
  readonly statement: string;
  /** Ed25519 over the statement, base64url */
  readonly signature: string;
  /** 32 bytes, base64url */
  readonly public_key: string;
  /** Your leaf, byte for byte: JSON with the head of your book and its balances */
  readonly leaf: string;
  /** From your leaf to the root */
  readonly path: readonly ProofPathStep[];
};

export type ProofKey = {
  /** 1, 2, 3 … */
  readonly key_id: number;
  /** How it signs */
  readonly algorithm: "Ed25519";
  /** 32 bytes, base64url */
  readonly public_key: string;
  /** When it began to sign */
  readonly created_at: string;
  /** When it stopped signing; null: it signs */
  readonly ended_at: string | null;
};

export type ProofKeys = {
  /** The newest one signs */
  readonly keys: readonly ProofKey[];
};

export type ProofPage = {
  /** The proofs of this page, newest first */
  readonly data: readonly ProofSummary[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
};

export type ProofPathStep = {
  /** On which side the hash is joined */
  readonly side: "left" | "right";
  /** The hash to join with, lower-case hex */
  readonly hash: string;
};

export type ProofSummary = {
  /** 1, 2, 3 … */
  readonly number: number;
  /** The UTC day that had ended */
  readonly day: string;
  /** SHA-256 of its statement, which the next one names */
  readonly hash: string;
  /** When it was signed */
  readonly made_at: string;
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

export type Sandbox = {
  /** The merchant whose token it is */
  readonly merchant_id: string;
  /** Which orders the simulated bank answers by itself */
  readonly bank_answers: "magic" | "all" | "off";
  /** How long it takes for each answer */
  readonly bank_delay_seconds: number;
  /** Every value that the bank answers */
  readonly magic_values: readonly MagicValue[];
  /** Asked for with this token */
  readonly faults: readonly SandboxFault[];
};

export type SandboxFault = {
  /** Which fault */
  readonly fault: "api_unavailable" | "callbacks_fail";
  /** How often it will still happen */
  readonly times_left: number;
};

export type SearchOrder = {
  /** Your merchant id */
  readonly merchant_id: string;
  /** Your own identifier: unique over pay-ins and pay-outs, and the idempotency key */
  readonly order_id: string;
};

export type SendDisputeMessage = {
  /** Your merchant id */
  readonly merchant_id: string;
  /** The dispute */
  readonly id: string;
  /** What you want to say */
  readonly text: string;
  /** Default: shared; merchant: not the customer */
  readonly visibility?: "shared" | "merchant" | null;
  /** Your own key: the same one does this once, however often it is sent */
  readonly idempotency_key?: string | null;
};

export type SetFault = {
  /** Your merchant id */
  readonly merchant_id: string;
  /** `api_unavailable`: The next requests with this token are answered with 503 `unavailable`. `callbacks_fail`: The next attempts to deliver callbacks of this merchant fail, without being sent. */
  readonly fault: "api_unavailable" | "callbacks_fail";
  /** How often; 0: no longer */
  readonly times?: number | null;
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
  readonly data: readonly Settlement[];
  /** Send as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
};

export type States = {
  /** Every state, once for each direction that has it */
  readonly states: readonly ({
    /** The state */
    readonly state: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed";
    /** Of which trades */
    readonly direction: "payin" | "payout";
    /** `soft`: you may act on it, and late ways out exist for a while */
    readonly final: "no" | "soft" | "yes";
  })[];
  /** What is not here is refused */
  readonly transitions: readonly ({
    /** Of which trades */
    readonly direction: "payin" | "payout";
    /** What somebody or something does */
    readonly act: "create" | "assign" | "attach_utr" | "match" | "unmatch" | "recall" | "charge" | "refund" | "confirm" | "complete" | "take" | "release" | "fail" | "cancel" | "expire" | "dispute" | "resolve" | "reverse" | "update_dispute";
    /** The state before; `new`: there was no trade */
    readonly from: "new" | "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed";
    /** The states to which it can lead */
    readonly to: readonly ("created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed")[];
  })[];
  /** Every `state_reason` */
  readonly state_reasons: readonly ("timeout" | "declined_by_customer" | "declined_by_merchant" | "declined_by_operator" | "amount_mismatch" | "paid_late" | "paid_after_cancel" | "payment_not_found" | "duplicate_utr_claim" | "fake_proof" | "account_blocked" | "held_for_review" | "beneficiary_rejected" | "bank_returned" | "insufficient_evidence" | "payin_taken_back")[];
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

export type WithdrawDispute = {
  /** Your merchant id */
  readonly merchant_id: string;
  /** The dispute */
  readonly id: string;
};

export type TestEvent = {
  /** What happened */
  readonly type: "endpoint.test";
  /** When it happened */
  readonly timestamp: string;
  /** 1, 2, 3 …: order the events of one trade by it */
  readonly sequence: number;
  /** What was tested */
  readonly data: {
    /** The number of the tested endpoint */
    readonly endpoint: number;
  };
};

export type Operations = {
  createPayin: {
    body: CreatePayin;
    answer: Trade;
  };
  attachUtr: {
    body: AttachUtr;
    answer: Trade;
  };
  createPayout: {
    body: CreatePayout;
    answer: Trade;
  };
  createRefund: {
    body: CreateRefund;
    answer: Trade;
  };
  listOrders: {
    query: { merchant_id?: string; state?: "created" | "pending" | "verifying" | "processing" | "completed" | "expired" | "canceled" | "failed" | "disputed" | "reversed"; state_reason?: "timeout" | "declined_by_customer" | "declined_by_merchant" | "declined_by_operator" | "amount_mismatch" | "paid_late" | "paid_after_cancel" | "payment_not_found" | "duplicate_utr_claim" | "fake_proof" | "account_blocked" | "held_for_review" | "beneficiary_rejected" | "bank_returned" | "insufficient_evidence" | "payin_taken_back"; direction?: "payin" | "payout"; currency?: string; type?: "card" | "account" | "iban" | "upi" | "phone"; order_id?: string; utr?: string; client_id?: string; [pair: `metadata[${string}]`]: string; amount_cents?: number; amount_min_cents?: number; amount_max_cents?: number; from?: string; to?: string; day?: string; changed_from?: string; changed_to?: string; sort?: "newest" | "oldest"; cursor?: string; limit?: number };
    answer: OrderPage;
  };
  findOrder: {
    body: SearchOrder;
    answer: Trade;
  };
  getOrder: {
    path: { merchant: string; uuid: string };
    answer: Trade;
  };
  compareOrders: {
    body: CompareOrders;
    answer: OrderComparison;
  };
  cancelOrder: {
    body: CancelOrder;
    answer: Trade;
  };
  getBalance: {
    path: { merchant_id: string };
    query: { at?: string };
    answer: Balance;
  };
  listSettlements: {
    query: { merchant_id?: string; cursor?: string; limit?: number };
    answer: SettlementPage;
  };
  getSettlement: {
    path: { merchant: string; uuid: string };
    answer: Settlement;
  };
  listSettlementLines: {
    path: { merchant: string; uuid: string };
    query: { cursor?: string; limit?: number };
    answer: SettlementLinePage;
  };
  getSettlementDocument: {
    path: { merchant: string; uuid: string };
    answer: Blob;
  };
  getSettlementCsv: {
    path: { merchant: string; uuid: string };
    answer: Blob;
  };
  getSettlementWorkbook: {
    path: { merchant: string; uuid: string };
    answer: Blob;
  };
  listDisputes: {
    query: { merchant_id?: string; trade_id?: string; state?: "open" | "waiting_for_merchant" | "waiting_for_customer" | "waiting_for_operator" | "decided" | "appealed" | "closed"; type?: "not_received" | "paid_not_credited" | "wrong_amount" | "duplicate" | "paid_after_cancel" | "recalled_by_bank" | "fraud" | "other"; open?: boolean; overdue?: boolean; cursor?: string; limit?: number };
    answer: DisputePage;
  };
  getDispute: {
    path: { merchant: string; uuid: string };
    answer: DisputeWithMessages;
  };
  openDispute: {
    body: OpenDispute;
    answer: Dispute;
  };
  messageDispute: {
    body: SendDisputeMessage;
    answer: Dispute;
  };
  acceptDispute: {
    body: AcceptDispute;
    answer: Dispute;
  };
  withdrawDispute: {
    body: WithdrawDispute;
    answer: Dispute;
  };
  appealDispute: {
    body: AppealDispute;
    answer: Dispute;
  };
  downloadDisputeFile: {
    path: { merchant: string; uuid: string; file: string };
    answer: Blob;
  };
  listEndpoints: {
    query: { merchant_id?: string };
    answer: Endpoints;
  };
  listEvents: {
    query: { merchant_id?: string; after?: number; limit?: number; wait?: number };
    answer: EventPage;
  };
  resendEvents: {
    body: ResendEvents;
    answer: ResentEvents;
  };
  listProofs: {
    path: { merchant_id: string };
    query: { cursor?: string; limit?: number };
    answer: ProofPage;
  };
  getProof: {
    path: { merchant_id: string; day: string };
    answer: Proof;
  };
  listBookEntries: {
    path: { merchant_id: string };
    query: { after?: number; limit?: number };
    answer: BookEntryPage;
  };
  showSandbox: {
    query: { merchant_id?: string };
    answer: Sandbox;
  };
  playOrder: {
    body: PlayOrder;
    answer: Trade;
  };
  setSandboxFault: {
    body: SetFault;
    answer: SandboxFault;
  };
  sendDisputeFile: {
    path: { merchant: string; uuid: string };
    query: { text?: string; visibility?: "shared" | "merchant" };
    body: Blob;
    answer: Dispute;
  };
  getLimits: {
    answer: Limits;
  };
  getStates: {
    answer: States;
  };
  listProofKeys: {
    answer: ProofKeys;
  };
};

export const PLACES = {
  createPayin: ['POST', '/api/v1/orders/deposit/create'],
  attachUtr: ['POST', '/api/v1/orders/deposit/utr'],
  createPayout: ['POST', '/api/v1/orders/withdrawal/create'],
  createRefund: ['POST', '/api/v1/orders/refund/create'],
  listOrders: ['GET', '/api/v1/orders'],
  findOrder: ['POST', '/api/v1/orders/search'],
  getOrder: ['GET', '/api/v1/orders/{merchant}/{uuid}'],
  compareOrders: ['POST', '/api/v1/orders/compare'],
  cancelOrder: ['POST', '/api/v1/orders/cancel'],
  getBalance: ['GET', '/api/v1/merchant/account_balance/{merchant_id}'],
  listSettlements: ['GET', '/api/v1/settlements'],
  getSettlement: ['GET', '/api/v1/settlements/{merchant}/{uuid}'],
  listSettlementLines: ['GET', '/api/v1/settlements/{merchant}/{uuid}/lines'],
  getSettlementDocument: ['GET', '/api/v1/settlements/{merchant}/{uuid}/statement.html'],
  getSettlementCsv: ['GET', '/api/v1/settlements/{merchant}/{uuid}/statement.csv'],
  getSettlementWorkbook: ['GET', '/api/v1/settlements/{merchant}/{uuid}/statement.xlsx'],
  listDisputes: ['GET', '/api/v1/disputes'],
  getDispute: ['GET', '/api/v1/disputes/{merchant}/{uuid}'],
  openDispute: ['POST', '/api/v1/disputes/create'],
  messageDispute: ['POST', '/api/v1/disputes/message'],
  acceptDispute: ['POST', '/api/v1/disputes/accept'],
  withdrawDispute: ['POST', '/api/v1/disputes/withdraw'],
  appealDispute: ['POST', '/api/v1/disputes/appeal'],
  downloadDisputeFile: ['GET', '/api/v1/disputes/{merchant}/{uuid}/files/{file}'],
  listEndpoints: ['GET', '/api/v1/endpoints'],
  listEvents: ['GET', '/api/v1/events'],
  resendEvents: ['POST', '/api/v1/events/resend'],
  listProofs: ['GET', '/api/v1/merchant/proofs/{merchant_id}'],
  getProof: ['GET', '/api/v1/merchant/proofs/{merchant_id}/{day}'],
  listBookEntries: ['GET', '/api/v1/merchant/entries/{merchant_id}'],
  showSandbox: ['GET', '/api/v1/sandbox'],
  playOrder: ['POST', '/api/v1/sandbox/orders'],
  setSandboxFault: ['POST', '/api/v1/sandbox/faults'],
  sendDisputeFile: ['POST', '/api/v1/disputes/{merchant}/{uuid}/files'],
  getLimits: ['GET', '/api/v1/limits'],
  getStates: ['GET', '/api/v1/states'],
  listProofKeys: ['GET', '/api/v1/proof_keys'],
} as const satisfies Readonly<
  Record<keyof Operations, readonly [method: string, address: string]>
>;

/** Whether the same request, sent again, does nothing twice; those that only read are left out. */
export const REPEATABLE = {
  createPayin: 'always',
  attachUtr: 'always',
  createPayout: 'always',
  createRefund: 'always',
  findOrder: 'always',
  compareOrders: 'always',
  cancelOrder: 'always',
  openDispute: 'with_key',
  messageDispute: 'with_key',
  acceptDispute: 'never',
  withdrawDispute: 'never',
  appealDispute: 'never',
  resendEvents: 'never',
  playOrder: 'never',
  setSandboxFault: 'never',
  sendDisputeFile: 'always',
} as const satisfies Partial<Record<keyof Operations, 'always' | 'with_key' | 'never'>>;
