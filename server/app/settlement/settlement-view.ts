// Settlements, their lines, their accounts and holds as they appear on the wire.
import type { CreditHold } from '../../domain/record/credit-hold.ts';
import type { SettlementAccount, SettlementSums } from '../../domain/record/settlement-record.ts';
import { settlementAccountRow } from '../../domain/settlement/change-account.ts';
import type { SettlementLine } from '../../domain/settlement/settlement-line.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import type { SettlementRecord } from '../../store/settlement/settlements.ts';
import { type ExactInteger, toExactInteger } from '../request/exact-integer.ts';
import { settingVersion } from '../request/setting-version.ts';
import { iso, isoOrNull } from '../request/views.ts';

const SUMS = [
  'payins_cents',
  'payouts_cents',
  'refunds_cents',
  'reversals_cents',
  'adjustments_cents',
  'fees_cents',
  'holds_cents',
  'net_cents',
  'paid_cents',
  'returned_cents',
] as const satisfies readonly (keyof SettlementSums)[];

type SumsBody = Record<(typeof SUMS)[number], ExactInteger>;

export type SettlementBody = SumsBody & {
  id: string;
  merchant_id: string;
  number: number;
  state: string;
  merchant_name: string;
  currency: string;
  period_from: string;
  period_to: string;
  first_entry_number: number;
  last_entry_number: number;
  line_count: number;
  opening_cents: ExactInteger;
  closing_cents: ExactInteger;
  carried_cents: ExactInteger;
  payable_cents: ExactInteger;
  approved_cents: ExactInteger | null;
  trade_id: string | null;
  utr: string | null;
  drafted_at: string;
  approved_at: string | null;
  updated_at: string;
};

function sumsBody(sums: SettlementSums): SumsBody {
  const entries = SUMS.map((name) => [name, toExactInteger(sums[name])] as const);
  return Object.fromEntries(entries) as SumsBody;
}

export function settlementBody(record: SettlementRecord): SettlementBody {
  return {
    id: record.settlement_id,
    merchant_id: record.merchant_id,
    number: record.number,
    state: record.state,
    merchant_name: record.merchant_name,
    currency: record.currency,
    period_from: iso(record.period_from),
    period_to: iso(record.period_to),
    first_entry_number: Number(record.first_entry_number),
    last_entry_number: Number(record.last_entry_number),
    line_count: record.line_count,
    opening_cents: toExactInteger(record.opening_cents),
    ...sumsBody(record),
    closing_cents: toExactInteger(record.closing_cents),
    carried_cents: toExactInteger(record.carried_cents),
    payable_cents: toExactInteger(record.payable_cents),
    approved_cents: record.approved_cents === null ? null : toExactInteger(record.approved_cents),
    trade_id: record.trade_id,
    utr: record.utr,
    drafted_at: iso(record.drafted_at),
    approved_at: isoOrNull(record.approved_at),
    updated_at: iso(record.changed_at),
  };
}

export type SettlementLineBody = {
  entry_number: number;
  kind: string;
  act: string;
  at: string;
  trade_id: string | null;
  order_id: string | null;
  utr: string | null;
  adjustment_id: string | null;
  note: string | null;
  trade_currency: string | null;
  trade_amount_cents: number | null;
  gross_cents: number;
  fee_cents: number;
  net_cents: number;
};

export function settlementLineBody(line: SettlementLine): SettlementLineBody {
  const { trade_amount_cents } = line;
  return {
    entry_number: Number(line.entry_number),
    kind: line.kind,
    act: line.act,
    at: iso(line.at),
    trade_id: line.trade_id,
    order_id: line.order_id,
    utr: line.utr,
    adjustment_id: line.adjustment_id,
    note: line.note,
    trade_currency: line.trade_currency,
    trade_amount_cents: trade_amount_cents === null ? null : toWireInteger(trade_amount_cents),
    gross_cents: toWireInteger(line.gross_cents),
    fee_cents: toWireInteger(line.fee_cents),
    net_cents: toWireInteger(line.net_cents),
  };
}

export type SettlementAccountBody = {
  merchant_id: string;
  type: string;
  /** Masked. */
  number: string;
  name: string | null;
  bank_name: string | null;
  updated_at: string;
  version: string;
};

export function settlementAccountBody(
  cipher: Cipher,
  account: SettlementAccount,
): SettlementAccountBody {
  const { merchant_id, changed_at } = account;
  return {
    merchant_id,
    ...settlementAccountRow(account),
    updated_at: iso(changed_at),
    version: settingVersion(cipher, changed_at),
  };
}

export type HoldBody = {
  merchant_id: string;
  trade_id: string;
  kind: string;
  currency: string;
  amount_cents: number;
  remaining_cents: number;
  suspended: boolean;
  release_at: string;
  placed_at: string;
  released_at: string | null;
};

export function holdBody(hold: CreditHold): HoldBody {
  return {
    merchant_id: hold.merchant_id,
    trade_id: hold.trade_id,
    kind: hold.kind,
    currency: hold.currency,
    amount_cents: toWireInteger(hold.amount_cents),
    remaining_cents: toWireInteger(hold.remaining_cents),
    suspended: hold.suspended,
    release_at: iso(hold.release_at),
    placed_at: iso(hold.placed_at),
    released_at: isoOrNull(hold.released_at),
  };
}
