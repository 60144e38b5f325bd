// Judges by the books what has been given, taken away and paid out since a moment, whoever did it
// and by which operations.

import type { EntryAct } from '../../../server/domain/ledger/ledger.ts';
import { ENTRY_LEGS } from '../../../server/store/ledger/entry-postings.ts';
import type { OperatorService } from '../../http/operator/operator-service.ts';

/** In minor units of the one currency of these tests. */
export type Moved = {
  /** What merchants have more than before, but for their pay-outs. */
  given: bigint;
  /** What merchants have less than before, but for their pay-outs. */
  taken: bigint;
  /** Pay-outs that were sent to payees since. */
  paid: bigint;
  /**
   * Pay-outs that had been sent and whose money merchants have back: the bank may have paid. One
   * that was put back into the queue, and canceled there, was not sent.
   */
  undone: bigint;
};

/** Entries of pay-outs, which are judged as pay-outs. */
const OF_PAYOUTS: readonly EntryAct[] = [
  'payout_completed',
  'payout_reversed',
  'payout_charged',
  'payout_charge_undone',
];

/** A bank line that is sent back is booked for the merchant only to be held for its pay-out. */
const OF_RETURNED: readonly EntryAct[] = ['line_received', 'line_given_up'];

type Sums = { balances: bigint; paid: bigint; debited: bigint; undone: bigint };

const SENT = `select trade_id from trades
  where direction = 'payout' and state in ('processing', 'completed', 'disputed')`;

async function readSums({ app }: OperatorService, before: readonly string[]): Promise<Sums> {
  const [row] = await app.store.db.query<Sums>(
    'sums-of-books',
    `select
       (select coalesce(sum(balance_cents), 0)::bigint from ledger_accounts
        where account in ('available', 'blocked')) as balances,
       (select coalesce(sum(amount_cents), 0)::bigint from trades
        where direction = 'payout' and state in ('processing', 'completed', 'disputed')
          and not trade_id = any($1::uuid[])) as paid,
       (select coalesce(sum(amount_cents), 0)::bigint from trades
        where direction = 'payout' and state in ('failed', 'reversed')
          and trade_id = any($1::uuid[])) as undone,
       (select coalesce(sum(leg.amount), 0)::bigint from ledger_entries e
        ${ENTRY_LEGS}
        where (e.act = any($2) or e.act = any($3) and exists (select from bank_line_acts l
          where l.bank_line_id = e.bank_line_id and l.to_status = 'returned'))
          and leg.account in ('available', 'blocked')) as debited`,
    [before, OF_PAYOUTS, OF_RETURNED],
  );
  if (row === undefined) throw new Error('No sums');
  return row;
}

/** Holds cancel out, because `available` and `blocked` are added. */
export async function watchBooks(service: OperatorService): Promise<() => Promise<Moved>> {
  const rows = await service.app.store.db.query<{ trade_id: string }>('', SENT, []);
  const sent = rows.map(({ trade_id }) => trade_id);
  const before = await readSums(service, sent);
  return async () => {
    const now = await readSums(service, sent);
    const change = now.balances - now.debited - (before.balances - before.debited);
    return {
      given: change > 0n ? change : 0n,
      taken: change < 0n ? -change : 0n,
      paid: now.paid - before.paid,
      undone: now.undone,
    };
  };
}
