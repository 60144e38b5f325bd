// Attempts to send a pay-out: each keeps one identity at the bank, and a trade has at most one open
// attempt.

/**
 * How a batch gets to the bank: as files that a person carries, or to the sandbox's simulated bank.
 */
export const RAILS = ['files', 'simulated_bank'] as const;
export type RailName = (typeof RAILS)[number];

/**
 * `pending`: taken, but not sent by the service. `sent`: its file was handed out. `accepted` and
 * `unknown`: the bank has it. The other states are final; only `released` proves that nothing was
 * sent.
 */
export const PAYOUT_ATTEMPT_STATES = [
  'pending',
  'sent',
  'accepted',
  'unknown',
  'paid',
  'rejected',
  'returned',
  'released',
] as const;
export type PayoutAttemptState = (typeof PAYOUT_ATTEMPT_STATES)[number];

/**
 * `open`: the outcome is not known. `left`: the money left, and may have been returned. `failed`:
 * the money never left. A new state does not compile until it is in one of these groups.
 */
const OUTCOMES: Readonly<Record<PayoutAttemptState, 'open' | 'left' | 'failed'>> = {
  pending: 'open',
  sent: 'open',
  accepted: 'open',
  unknown: 'open',
  paid: 'left',
  rejected: 'failed',
  returned: 'left',
  released: 'failed',
};

export const OPEN_ATTEMPT_STATES = PAYOUT_ATTEMPT_STATES.filter(
  (state) => OUTCOMES[state] === 'open',
);
export const LEFT_ATTEMPT_STATES = PAYOUT_ATTEMPT_STATES.filter(
  (state) => OUTCOMES[state] === 'left',
);
export const FAILED_ATTEMPT_STATES = PAYOUT_ATTEMPT_STATES.filter(
  (state) => OUTCOMES[state] === 'failed',
);

/** Its result is known, and it was not only put back into the queue. */
export const ENDED_ATTEMPT_STATES: readonly PayoutAttemptState[] = PAYOUT_ATTEMPT_STATES.filter(
  (state) => OUTCOMES[state] !== 'open' && state !== 'released',
);

/** Open, and something that the service did may have made the money leave. */
export const SENT_ATTEMPT_STATES: readonly PayoutAttemptState[] = OPEN_ATTEMPT_STATES.filter(
  (state) => state !== 'pending',
);

/**
 * Facts that only a bank line told: the UTR, the paying account, or that the money was returned.
 */
export const LINE_TOLD = ['utr', 'account', 'return'] as const;
export type LineTold = (typeof LINE_TOLD)[number];

export type PayoutAttempt = {
  merchant_id: string;
  trade_id: string;
  payout_attempt_id: string;
  /** Null if a person pays it by hand. */
  payout_batch_id: string | null;
  /** The paying account; null if it is not known yet. */
  receiving_account_id: string | null;
  currency: string;
  amount_cents: bigint;
  /** The id given to the bank: derived from the attempt's id, and never changed. */
  end_to_end_id: string;
  state: PayoutAttemptState;
  utr: string | null;
  /** The bank lines that show the money leaving and being returned. */
  debit_line_id: string | null;
  return_line_id: string | null;
  /** Removed again if the bank line is undone. */
  told_by_line: readonly LineTold[];
  /**
   * The amount charged to the merchant, in the balance currency, because the money left although
   * the pay-out failed; null if nothing is charged.
   */
  charged_cents: bigint | null;
  /** The bank's last answer: its status and reason codes, and its words. */
  bank_status: string | null;
  bank_reason: string | null;
  bank_text: string | null;
  created_at: number;
  sent_at: number | null;
  changed_at: number;
};

/** The payer as named in the bank file, as it was when the batch was exported. */
export type Debtor = {
  type: string;
  number: string;
  name: string;
  bank_name: string | null;
  /** The day on which the bank is asked to pay. */
  execution_on: string;
};

/** Its state is not stored but follows from its attempts (see payout-batch.ts). */
export type PayoutBatch = {
  payout_batch_id: string;
  rail: RailName;
  receiving_account_id: string;
  currency: string;
  message_id: string;
  /** The request that created it: if repeated, it finds this batch. */
  request_key: string | null;
  note: string | null;
  created_at: number;
  /** Null for a draft. After the export its pay-outs, ids and files never change. */
  exported_at: number | null;
  /** When its file was fetched, or its rail sent it; null if nobody outside can have it. */
  handed_at: number | null;
  debtor: Debtor | null;
  /** Its debtor cannot be decrypted, and is null. */
  is_damaged?: true;
  payout_count: number | null;
  total_cents: bigint | null;
};

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTERS = 14;

/**
 * 16 letters, which every format carries unchanged (MT940 has no room for more): 42 bits of the
 * id's time, its counter, and 16 of its random bits. The zero prevents confusion with a UTR.
 */
function bankId(prefix: string, id: string): string {
  const hex = id.replaceAll('-', '');
  const time = BigInt(`0x${hex.slice(0, 12)}`) % 2n ** 42n;
  const counter = BigInt(`0x${hex.slice(13, 16)}`);
  const random = BigInt(`0x${hex.slice(-4)}`);
  let value = time * 2n ** 28n + counter * 2n ** 16n + random;
  let text = '';
  for (let index = 0; index < LETTERS; index += 1) {
    text = ALPHABET.charAt(Number(value % 32n)) + text;
    value /= 32n;
  }
  return `${prefix}0${text}`;
}

export const endToEndId = (payout_attempt_id: string): string => bankId('P', payout_attempt_id);
export const messageId = (payout_batch_id: string): string => bankId('B', payout_batch_id);

const MOST_FOUND = 16;
const ID = /(?=(P0[0-9A-HJKMNP-TV-Z]{14}))/g;

/** Every run of letters that could be an attempt's id; banks break lines anywhere. */
export function endToEndIdsIn(texts: readonly (string | null)[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    const bare = (text ?? '').toUpperCase().replace(/[^0-9A-Z]+/g, '');
    for (const match of bare.matchAll(ID)) {
      if (match[1] !== undefined && found.size < MOST_FOUND) found.add(match[1]);
    }
  }
  return [...found];
}

export const isOpenAttempt = (attempt: PayoutAttempt): boolean =>
  OPEN_ATTEMPT_STATES.includes(attempt.state);

export const mayBeSent = (attempt: PayoutAttempt): boolean =>
  SENT_ATTEMPT_STATES.includes(attempt.state);

/** A new attempt: `pending` until its batch is exported or a person pays it by hand. */
export function newAttempt(
  trade: { merchant_id: string; trade_id: string; currency: string; amount_cents: bigint },
  from: {
    payout_attempt_id: string;
    payout_batch_id: string | null;
    receiving_account_id: string | null;
  },
  now: number,
): PayoutAttempt {
  const { merchant_id, trade_id, currency, amount_cents } = trade;
  return {
    merchant_id,
    trade_id,
    ...from,
    currency,
    amount_cents,
    end_to_end_id: endToEndId(from.payout_attempt_id),
    state: 'pending',
    utr: null,
    debit_line_id: null,
    return_line_id: null,
    told_by_line: [],
    charged_cents: null,
    bank_status: null,
    bank_reason: null,
    bank_text: null,
    created_at: now,
    sent_at: null,
    changed_at: now,
  };
}
