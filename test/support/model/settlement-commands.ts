// Commands and facts of settlements and holds for tests of the rules.
import type { ApproveSettlement, ReleaseHolds } from '../../../server/domain/batch/command.ts';
import type { Change } from '../../../server/domain/batch/decision.ts';
import type { World } from '../../../server/domain/batch/world.ts';
import type { CreditHoldKey } from '../../../server/domain/record/credit-hold.ts';
import type { Merchant } from '../../../server/domain/record/merchant.ts';
import type { Settlement } from '../../../server/domain/record/settlement-record.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  type SettledEntry,
  type SettlementLine,
  settlementLine,
} from '../../../server/domain/settlement/settlement-line.ts';
import {
  makeDraft,
  NOTHING_SUMMED,
  nextPeriod,
  type SettlementsBefore,
  sumLines,
} from '../../../server/domain/settlement/settlement-statement.ts';
import { idOf, MERCHANT_ACTOR, merchantWith, OPERATOR_ACTOR } from './domain-commands.ts';

let last = 0;
const nextId = () => {
  last += 1;
  return idOf(0xabc, last);
};

export function approve(
  settlement: Pick<Settlement, 'settlement_id'>,
  fields: Partial<ApproveSettlement> = {},
): ApproveSettlement {
  const payee = { number: '50100099999999', name: 'Shop Ltd', bank_name: null, phone: null };
  return {
    kind: 'approve_settlement',
    command_id: nextId(),
    actor: OPERATOR_ACTOR,
    merchant: merchantWith(),
    settlement_id: settlement.settlement_id,
    trade_id: nextId(),
    page_key_id: 3,
    fingerprint: `settlement ${settlement.settlement_id}`,
    account: { type: 'account', payee },
    amount_cents: null,
    ...fields,
  };
}

export function release(
  keys: readonly CreditHoldKey[],
  fields: Partial<ReleaseHolds> = {},
): ReleaseHolds {
  return {
    kind: 'release_holds',
    command_id: nextId(),
    actor: MERCHANT_ACTOR,
    merchant_id: merchantWith().merchant_id,
    keys,
    is_early: false,
    ...fields,
  };
}

/** The entries that changes added to one book, as the store would read them for a statement. */
export function entriesOf(changes: readonly Change[], world: World, book: string): SettledEntry[] {
  const entries = changes.flatMap((change) =>
    change.kind === 'entry' && change.entry.book === book ? [change.entry] : [],
  );
  return entries.map((entry, index) => ({
    number: BigInt(index + 1),
    act: entry.act,
    at: world.now,
    adjustment_id: entry.adjustment_id,
    note: null,
    postings: entry.postings,
    trade: world.trades.get(entry.trade_id ?? '') ?? null,
  }));
}

export const linesOf = (entries: readonly SettledEntry[]): SettlementLine[] =>
  entries.flatMap((entry) => settlementLine(entry) ?? []);

/** Drafts the next statement over the entries up to `through` that no earlier one covers. */
export function draft(
  world: World,
  entries: readonly SettledEntry[],
  before: SettlementsBefore,
  merchant: Merchant = merchantWith(),
): Settlement {
  const asked = { period_to: world.now, merchant_since: merchant.created_at, now: world.now };
  const period = nextPeriod(before, asked);
  if (isRefusal(period)) throw new Error(period.detail);
  const covered = entries.filter((entry) => entry.number >= period.first_entry_number);
  const settlement = makeDraft(before, period, sumLines(NOTHING_SUMMED, linesOf(covered)), {
    merchant_id: merchant.merchant_id,
    settlement_id: nextId(),
    command_id: nextId(),
    merchant_name: merchant.name,
    currency: merchant.balance_currency,
    last_entry_number: covered.at(-1)?.number ?? period.first_entry_number - 1n,
    now: world.now,
  });
  world.settlements.set(settlement.settlement_id, settlement);
  return settlement;
}
