// Sums over a rolling day: how much one person may do alone in many acts, and how much may be done
// alone to one payee, merchant or account, by whomever.
import { type BandKey, type Bands, bandName } from '../record/band.ts';
import { type SumKey, type Sums, sumKeys, sumName } from '../record/counted-act.ts';
import {
  APPROVAL_ACTS,
  type ApprovalAct,
  type ApprovalAsk,
  type Identity,
} from '../record/proposal.ts';
import { bandFor, hasAmount } from './bands.ts';

/**
 * How often the band of a single act fits into the sum of a day, unless that is set. What somebody
 * gives as evidence in one file they could give in ten: its band is that of the day.
 */
const timesOf = (act: ApprovalAct): bigint => (act === 'evidence' ? 1n : 10n);

/** The sum of a day that follows from the band of a single act. */
export const sumOfBand = (act: ApprovalAct, from: bigint): bigint => from * timesOf(act);

const ACTS_WITH_AMOUNT = APPROVAL_ACTS.filter(hasAmount);

/** The sum of a day from which two people are needed; null if one is always enough. */
export function sumBandFor(bands: Bands, key: BandKey): bigint | null {
  for (const name of [bandName(key), bandName({ ...key, currency: null })]) {
    const own = bands.sums.get(name);
    if (own !== undefined) return own;
  }
  const from = bandFor(bands, key);
  return from === null ? null : sumOfBand(key.act, from);
}

/** The sums in which an act of this maker counts; none if its act has no sum. */
export function sumsOfAsk(bands: Bands, ask: ApprovalAsk, identity: Identity): SumKey[] {
  const { act, currency, amount_cents } = ask;
  if (amount_cents === null || currency === null) return [];
  if (sumBandFor(bands, { act, currency }) === null) return [];
  return sumKeys({ ...ask, identity, currency });
}

/** A sum that an act would reach: whose, what it would be, and from which on two are needed. */
export type SumReached = { key: SumKey; sum_cents: bigint; from_cents: bigint };

/** The sums of all acts in a currency; acts that are off have none. */
function limitsIn(bands: Bands, currency: string): Map<ApprovalAct, bigint> {
  const limits = new Map<ApprovalAct, bigint>();
  for (const act of ACTS_WITH_AMOUNT) {
    const from = sumBandFor(bands, { act, currency });
    if (from !== null) limits.set(act, from);
  }
  return limits;
}

/**
 * The first sum that the act would reach; null if one person is enough. Acts count together, so
 * that no mixture of acts gets around a sum: an act counts in its own sum and in every larger one,
 * each of which has all acts whose sums are not larger.
 */
export function sumReached(
  bands: Bands,
  ask: ApprovalAsk,
  identity: Identity,
  sums: Sums,
): SumReached | null {
  const limits = limitsIn(bands, ask.currency ?? '');
  const own = limits.get(ask.act);
  if (own === undefined) return null;
  const amount = ask.amount_cents ?? 0n;
  const size = amount < 0n ? -amount : amount;
  const larger = [...new Set(limits.values())].filter((from) => from >= own);
  for (const key of sumsOfAsk(bands, ask, identity)) {
    const counted = sums.get(sumName(key));
    if (counted === undefined) throw new Error(`The sum of a ${key.kind} was not read`);
    for (const from_cents of larger) {
      const together = [...counted].filter(([act]) => isWithin(limits.get(act), from_cents));
      const sum_cents = together.reduce((sum, [, cents]) => sum + cents, size);
      if (sum_cents >= from_cents) return { key, sum_cents, from_cents };
    }
  }
  return null;
}

const isWithin = (limit: bigint | undefined, from_cents: bigint): boolean =>
  limit !== undefined && limit <= from_cents;
