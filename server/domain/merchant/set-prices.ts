// A merchant's tariffs, the exchange rates, and the currencies of new orders are set.

import { changedFields } from '../../lib/changed-fields.ts';
import type { Rate, Tariff } from '../record/merchant.ts';
import { openly } from '../setting/settings-ask.ts';
import type { SettingsDecision } from '../setting/settings-decision.ts';
import { formatDecimal, toWireNumber } from '../values/decimal.ts';
import { merchantTarget } from './change-merchant.ts';

/** A tariff as answers and the audit trail show it. */
export const tariffRow = ({ direction, type, currency, percent }: Tariff) => ({
  direction,
  type,
  currency,
  percent: toWireNumber(percent),
});

const inOrder = <Row>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** All tariffs of a merchant, whatever their order. */
export const tariffTerms = (tariffs: readonly Tariff[]) => inOrder(tariffs.map(tariffRow));

export type NewTariffs = { merchant_id: string; tariffs: readonly Tariff[] };

/** Replaces all rows; in another order they are the same. */
export function decideTariffs(
  known: readonly Tariff[],
  request: NewTariffs,
): SettingsDecision<NewTariffs> {
  const { merchant_id } = request;
  const [before, after] = [known.map(tariffRow), request.tariffs.map(tariffRow)];
  const target = merchantTarget(merchant_id);
  return {
    saved: request,
    target,
    detail: { tariffs: after, ...changedFields({ tariffs: before }, { tariffs: after }) },
    ask: openly({ merchant_id, target, before: inOrder(before), after: inOrder(after) }),
  };
}

/** A rate without the time at which it was set: to set it again changes nothing. */
export const rateTerms = ({ rate, source }: Rate) => ({ rate: formatDecimal(rate), source });

export const pairOf = ({
  trade_currency,
  balance_currency,
}: Pick<Rate, 'trade_currency' | 'balance_currency'>): string =>
  `${trade_currency}/${balance_currency}`;

const ratesByPair = (rates: readonly Rate[]): Record<string, string> =>
  Object.fromEntries(
    rates.map((rate): [string, string] => [pairOf(rate), formatDecimal(rate.rate)]).sort(),
  );

/** Sets the named pairs; of a pair that is named twice the last one counts. */
export function decideRates(
  known: readonly Rate[],
  rates: readonly Rate[],
): SettingsDecision<readonly Rate[]> {
  const saved = [...new Map(rates.map((rate) => [pairOf(rate), rate])).values()];
  const after = ratesByPair(saved);
  const before = ratesByPair(known.filter((rate) => pairOf(rate) in after));
  const target = 'rates';
  return {
    saved,
    target,
    detail: { ...after, ...changedFields(before, after) },
    ask: openly({ merchant_id: null, target, before, after }),
  };
}

/** Null: back to the default of the mode. */
export function decideCurrencies(
  known: readonly string[],
  currencies: readonly string[] | null,
): SettingsDecision<readonly string[], null> {
  const saved = currencies ?? [];
  const changed = changedFields({ currencies: known }, { currencies: saved });
  return { saved, target: 'currencies', detail: { currencies, ...changed }, ask: null };
}
