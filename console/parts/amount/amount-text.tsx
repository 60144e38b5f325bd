// An amount that copies as its bare value; its currency stands apart from the figures.
import { amountParts, bareAmount } from './amount.ts';
import './amount.css';

type Money = { amount_cents: number; currency: string };

export function Amount({ amount_cents, currency }: Money) {
  const bare = bareAmount(amount_cents, currency);
  return (
    <data
      className="amount"
      value={bare}
      onCopy={(event) => {
        event.clipboardData.setData('text/plain', bare);
        event.preventDefault();
      }}
    >
      {amountParts(amount_cents, currency).map(({ is_currency, text }) =>
        is_currency ? (
          <span key={text} className="amount-currency">
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </data>
  );
}
