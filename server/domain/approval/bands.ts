// Bands: the amount from which an act needs a second person, per act and currency.
import { type Band, type BandKey, type Bands, bandName } from '../record/band.ts';
import type { ApprovalAct } from '../record/proposal.ts';
import type { ServiceMode } from '../service/service-mode.ts';
import { currencyExponent } from '../values/currency.ts';

/** Whether an act has an amount; one without needs a second person always or never. */
const HAS_AMOUNT: Readonly<Record<ApprovalAct, boolean>> = {
  pay_out: true,
  payout_undone: true,
  refund: true,
  settlement: true,
  adjustment: true,
  manual_confirm: true,
  payin_undone: true,
  dispute_outcome: true,
  line_credit: true,
  line_keep: true,
  line_difference: true,
  line_write_off: true,
  evidence: true,
  tariff: false,
  rate: false,
  receiving_account_number: false,
  callback_address: false,
  settlement_account: false,
  person_role: false,
  merchant_token: false,
  operator_token: false,
  limits: false,
  line_rule: false,
  bands: false,
  retention: false,
  erasure: false,
};

export const hasAmount = (act: ApprovalAct): boolean => HAS_AMOUNT[act];

/**
 * The default of live mode in minor units, by the decimals of the currency: 1,000 of a currency
 * with two decimals, and amounts of about the same worth in those with none, three or four.
 */
const LIVE_FROM_CENTS: Readonly<Record<number, bigint>> = {
  0: 100_000n,
  2: 100_000n,
  3: 300_000n,
  4: 300_000n,
};

export const DEFAULT_DECIMALS: readonly number[] = Object.keys(LIVE_FROM_CENTS).map(Number);

/** Of every act with an amount; null: never. An unknown number of decimals always needs two. */
export function defaultAmount(mode: ServiceMode, decimals: number): bigint | null {
  return mode === 'sandbox' ? null : (LIVE_FROM_CENTS[decimals] ?? 0n);
}

/** Off in the sandbox. In live mode settings need two people always, amounts from a default on. */
export function defaultBand(mode: ServiceMode, { act, currency }: BandKey): bigint | null {
  if (hasAmount(act)) return defaultAmount(mode, currencyExponent(currency ?? '') ?? -1);
  return mode === 'sandbox' ? null : 0n;
}

/** The amount from which two people are needed; null if one is always enough. */
export function bandFor(bands: Bands, key: BandKey): bigint | null {
  const own = bands.set.get(bandName(key));
  if (own !== undefined) return own;
  const general = bands.set.get(bandName({ ...key, currency: null }));
  return general === undefined ? defaultBand(bands.mode, key) : general;
}

/** The sign of an amount does not matter. */
export function needsSecond(
  bands: Bands,
  act: ApprovalAct,
  currency: string | null,
  amount_cents: bigint | null,
): boolean {
  const from = bandFor(bands, { act, currency });
  if (from === null) return false;
  const size = amount_cents ?? 0n;
  return amount_cents === null || (size < 0n ? -size : size) >= from;
}

/** What is wrong with a band; null if nothing is. */
export function bandProblem({ act, currency, from_cents }: Band): string | null {
  if (from_cents !== null && from_cents < 0n) return 'must not be negative';
  if (hasAmount(act)) {
    const is_general = currency === null && from_cents !== null && from_cents !== 0n;
    return is_general ? 'must be 0 or null without a currency: amounts differ by currency' : null;
  }
  if (currency !== null) return 'has no amount, and so no currency';
  return from_cents === null || from_cents === 0n ? null : 'has no amount: must be 0 or null';
}
