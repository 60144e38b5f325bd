// Attempts to send pay-outs: read for every locked pay-out, and found by the data of bank lines.

import { idsOfLine, MOST_UNSEEN } from '../../domain/matching/match-payout.ts';
import { ANSWERED_STATES, SIMULATED_FAULTS } from '../../domain/payout/simulated-bank.ts';
import type { BankLine, LineReason } from '../../domain/record/bank-line.ts';
import {
  FAILED_ATTEMPT_STATES,
  LEFT_ATTEMPT_STATES,
  type PayoutAttempt,
} from '../../domain/record/payout-attempt.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows, plainArray, type RowColumn, updateRows } from '../connection/rows.ts';
import { oneOf } from '../connection/word-list.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { openText, sealText } from '../encryption/sealed-text.ts';

const READABLE: readonly RowColumn<PayoutAttempt>[] = [
  { name: 'merchant_id', value: (a) => a.merchant_id },
  { name: 'trade_id', value: (a) => a.trade_id },
  { name: 'payout_attempt_id', value: (a) => a.payout_attempt_id },
  { name: 'payout_batch_id', value: (a) => a.payout_batch_id },
  { name: 'receiving_account_id', value: (a) => a.receiving_account_id },
  { name: 'currency', value: (a) => a.currency },
  { name: 'amount_cents', value: (a) => a.amount_cents },
  { name: 'end_to_end_id', value: (a) => a.end_to_end_id },
  { name: 'state', value: (a) => a.state },
  { name: 'utr', value: (a) => a.utr },
  { name: 'debit_line_id', value: (a) => a.debit_line_id },
  { name: 'return_line_id', value: (a) => a.return_line_id },
  { name: 'bank_status', value: (a) => a.bank_status },
  { name: 'bank_reason', value: (a) => a.bank_reason },
  { name: 'created_at', value: (a) => a.created_at },
  { name: 'sent_at', value: (a) => a.sent_at },
  { name: 'changed_at', value: (a) => a.changed_at },
  { name: 'told_by_line', value: (a) => a.told_by_line },
  { name: 'charged_cents', value: (a) => a.charged_cents },
];
const NAMES = [...READABLE.map(({ name }) => name), 'bank_text']
  .map((name) => `a.${name}`)
  .join(', ');
const KEY = ['merchant_id', 'trade_id', 'payout_attempt_id'];

const textPlace = (id: string) => `payout_attempts/bank_text/${id}`;

/** The bank's own words may name the payee, so they are encrypted. */
const columnsOf = (cipher: Cipher): RowColumn<PayoutAttempt>[] => [
  ...READABLE,
  {
    name: 'bank_text',
    value: (a) => sealText(cipher, a.bank_text, textPlace(a.payout_attempt_id)),
  },
];

async function selectAttempts(
  db: Queryable,
  cipher: Cipher,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<PayoutAttempt[]> {
  const rows = await db.query<PayoutAttempt>(name, text, values);
  return rows.map((row) => ({
    ...row,
    bank_text: openText(cipher, row.bank_text, textPlace(row.payout_attempt_id)),
  }));
}

/**
 * All attempts of these pay-outs. The trades are locked, so the attempts cannot change meanwhile.
 */
export async function readPayoutAttempts(
  tx: Queryable,
  cipher: Cipher,
  keys: readonly TradeKey[],
): Promise<PayoutAttempt[]> {
  if (keys.length === 0) return [];
  return await selectAttempts(
    tx,
    cipher,
    'read-payout-attempts',
    `select ${NAMES} from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
     join payout_attempts a using (merchant_id, trade_id) order by a.payout_attempt_id`,
    [plainArray(keys.map((k) => k.merchant_id)), plainArray(keys.map((k) => k.trade_id))],
  );
}

/**
 * The pay-outs that lines may be about: by the ids and UTRs in the lines and, if money left, also
 * by account and amount. One query, without locks.
 */
export async function readTradesOfLines(
  tx: Queryable,
  lines: readonly BankLine[],
): Promise<TradeKey[]> {
  const ids = [...new Set(lines.flatMap(idsOfLine))];
  const utrs = [...new Set(lines.flatMap((line) => line.utr ?? []))];
  const outgoing = lines.filter((line) => line.amount_cents < 0n);
  if (ids.length + utrs.length + outgoing.length === 0) return [];
  return await tx.query<TradeKey>(
    'read-payouts-of-lines',
    `select merchant_id, trade_id from payout_attempts where end_to_end_id = any($1::text[])
     union
     select merchant_id, trade_id from payout_attempts where utr = any($2::text[])
     union
     select a.merchant_id, a.trade_id
     from (select distinct * from unnest($3::uuid[], $4::bigint[]) as k(account, amount)) k
     cross join lateral (
       select merchant_id, trade_id from payout_attempts a
       where a.receiving_account_id = k.account and a.amount_cents = k.amount
         and a.debit_line_id is null and a.state not in ${oneOf(FAILED_ATTEMPT_STATES)}
       order by a.payout_attempt_id desc limit ${MOST_UNSEEN}
     ) a`,
    [
      ids,
      utrs,
      plainArray(outgoing.map((line) => line.receiving_account_id)),
      plainArray(outgoing.map((line) => -line.amount_cents)),
    ],
  );
}

/** The attempts of these batches that have not been sent yet. */
export async function readPending(
  tx: Queryable,
  payout_batch_ids: readonly string[],
): Promise<TradeKey[]> {
  if (payout_batch_ids.length === 0) return [];
  return await tx.query<TradeKey>(
    'read-pending-payouts',
    `select merchant_id, trade_id from payout_attempts
     where payout_batch_id = any($1::uuid[]) and state = 'pending'`,
    [plainArray(payout_batch_ids)],
  );
}

export async function readPayoutAttemptsOfBatch(
  db: Queryable,
  cipher: Cipher,
  payout_batch_id: string,
  page: { after: string | null; limit: number },
): Promise<PayoutAttempt[]> {
  return await selectAttempts(
    db,
    cipher,
    'read-attempts-of-batch',
    `select ${NAMES} from payout_attempts a
     where a.payout_batch_id = $1 and ($2::uuid is null or a.payout_attempt_id > $2)
     order by a.payout_attempt_id limit $3`,
    [payout_batch_id, page.after, page.limit],
  );
}

/** In the order of the batch's files; a batch is small enough for one result. */
export async function readAllOfBatches(
  db: Queryable,
  cipher: Cipher,
  payout_batch_ids: readonly string[],
): Promise<PayoutAttempt[]> {
  if (payout_batch_ids.length === 0) return [];
  return await selectAttempts(
    db,
    cipher,
    'read-all-of-batches',
    `select ${NAMES} from payout_attempts a where a.payout_batch_id = any($1::uuid[])
     order by a.payout_batch_id, a.payout_attempt_id`,
    [payout_batch_ids],
  );
}

export async function readPayoutAttemptsByEndToEndId(
  db: Queryable,
  cipher: Cipher,
  ids: readonly string[],
): Promise<PayoutAttempt[]> {
  if (ids.length === 0) return [];
  return await selectAttempts(
    db,
    cipher,
    'read-attempts-by-end-to-end-id',
    `select ${NAMES} from payout_attempts a where a.end_to_end_id = any($1::text[])`,
    [ids],
  );
}

/**
 * Attempts that the simulated bank of the sandbox still has to act on, oldest first. Those that it
 * never answers, or has finished, are left out: they would fill the limit.
 */
export async function readSimulated(
  db: Queryable,
  cipher: Cipher,
  now: number,
  limit: number,
): Promise<PayoutAttempt[]> {
  return await selectAttempts(
    db,
    cipher,
    'read-simulated-attempts',
    `select ${NAMES} from payout_batches b join payout_attempts a using (payout_batch_id)
     where b.rail = 'simulated_bank' and b.exported_at is not null
       and case a.state
         when 'paid' then a.amount_cents % 100 = ${SIMULATED_FAULTS.return.ending}
           and a.return_line_id is null and a.changed_at > $2::timestamptz - interval '1 hour'
         else a.state in ${oneOf(ANSWERED_STATES)}
           and a.amount_cents % 100 <> ${SIMULATED_FAULTS.silence.ending} end
     order by a.payout_attempt_id limit $1`,
    [limit, timestamp(now)],
  );
}

/** Reasons of lines for which no pay-out was found when they arrived. */
const WITHOUT_PAYOUT: readonly LineReason[] = [
  'outgoing',
  'no_candidate',
  'other_utr',
  'partly_paid',
  'other_time',
];

/**
 * Lines in suspense whose pay-out became known only later: it was marked paid with their UTR, or
 * the line is its return and the payment has arrived by now.
 */
export async function readCrossedPayoutLines(
  db: Queryable,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ bank_line_id: string }>(
    'read-crossed-payout-lines',
    `select o.bank_line_id from bank_line_outcomes o join bank_lines l using (bank_line_id)
     where o.status = 'suspense' and o.decided_at > $2::timestamptz - interval '5 days' and case
       when o.reason = 'payout_returned_early' then exists (
         select from payout_attempts a
         where a.merchant_id = (o.candidates -> 0 ->> 'merchant_id')::uuid
           and a.trade_id = (o.candidates -> 0 ->> 'trade_id')::uuid
           and a.state in ${oneOf(LEFT_ATTEMPT_STATES)} and a.return_line_id is null)
       when o.reason in ${oneOf(WITHOUT_PAYOUT)} and l.utr is not null then exists (
         select from payout_attempts a
         where a.utr = l.utr and a.amount_cents = abs(l.amount_cents)
           and coalesce(a.receiving_account_id, l.receiving_account_id) = l.receiving_account_id
           and case when l.amount_cents < 0 then a.debit_line_id is null and a.state <> 'rejected'
             else a.state in ${oneOf(LEFT_ATTEMPT_STATES)} and a.return_line_id is null end)
       else false end
     order by o.decided_at desc limit $1`,
    [limit, timestamp(now)],
  );
  return rows.map((row) => row.bank_line_id);
}

/** The last version of each attempt: inserted if the batch created it, otherwise updated. */
export async function writePayoutAttempts(
  tx: Transaction,
  cipher: Cipher,
  changes: readonly { kind: 'attempt_added' | 'attempt_changed'; attempt: PayoutAttempt }[],
): Promise<void> {
  const made = new Map<string, PayoutAttempt>();
  const changed = new Map<string, PayoutAttempt>();
  for (const { kind, attempt } of changes) {
    const id = attempt.payout_attempt_id;
    const is_made = kind === 'attempt_added' || made.has(id);
    (is_made ? made : changed).set(id, attempt);
  }
  const columns = columnsOf(cipher);
  // The open attempt is closed before the next is inserted: a trade has at most one open attempt.
  await Promise.all([
    updateRows(tx, 'payout_attempts', KEY, columns, [...changed.values()]),
    insertRows(tx, 'payout_attempts', columns, [...made.values()]),
  ]);
}
