// The look-up by an amount, in the decimals of each currency.
import { minorUnits } from '../../domain/search/search-text.ts';
import { currencyExponent } from '../../domain/values/currency.ts';
import { type LookedUp, linesWith, type SearchAsked, tradesWith } from './look-up.ts';

const EXPONENTS = [0, 2, 3];

/** An amount fits only trades in a currency with its number of decimals. */
export async function byAmount(asked: SearchAsked): Promise<LookedUp[]> {
  const { amounts } = asked.text;
  const values = amounts.flatMap((amount) =>
    EXPONENTS.flatMap((exponent) =>
      minorUnits(amount, exponent).map((amount_cents) => ({ amount_cents, exponent })),
    ),
  );
  const fits = (currency: string, cents: bigint) =>
    values.some(
      ({ amount_cents, exponent }) =>
        (cents === amount_cents || cents === -amount_cents) &&
        currencyExponent(currency) === exponent,
    );
  const all = [...new Set(values.map(({ amount_cents }) => amount_cents))];
  const lookUps = all.map(async (amount_cents): Promise<LookedUp> => {
    const [trades, came, left] = await Promise.all([
      tradesWith(asked, { amount_cents }),
      linesWith(asked, { amount_cents }),
      linesWith(asked, { amount_cents: -amount_cents }),
    ]);
    return {
      as: 'amount',
      trades: trades.filter((trade) => fits(trade.currency, amount_cents)),
      lines: [...came, ...left].filter(({ line }) => fits(line.currency, line.amount_cents)),
    };
  });
  return await Promise.all(lookUps);
}
